/** The expectation of a test, according to its message. */
export type Expectation =
  /** A different value; unsure if the message does not say which of the two was expected. */
  | { kind: 'value'; subject?: string; actual: string; expected: string; isUnsure?: true }
  /** An error that was not raised. */
  | { kind: 'raise'; subject?: string; error: string }
  /** A missing name. */
  | { kind: 'name'; name: string; owner?: string };

/** A literal of common languages, short and without backticks; nothing else of a message becomes part of a rule. */
const VALUE = String.raw`(?:[-+]?\d[\w.+-]{0,30}|None|null|nil|undefined|NaN|True|False|true|false|'[^'${'`'}\n]{0,60}'|"[^"${'`'}\n]{0,60}"|[[({][^${'`'}\n]{0,60}[\])}])`;
const NAME = String.raw`[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,4}`;
const CALL = String.raw`${NAME}\([^${'`'}\n]{0,60}\)`;

type Reading = readonly [
  pattern: RegExp,
  read: (groups: Record<string, string | undefined>) => Expectation | undefined,
];

/** The first match is the most informative: a call comes before a bare value. */
const READINGS: readonly Reading[] = [
  // pytest: "assert 0 is None", and below it "where 0 = safe_divide(1, 0)".
  [
    new RegExp(
      `assert (?<actual>${VALUE}) (?:==|is) (?<expected>${VALUE})$[\\s\\S]{0,400}?where \\k<actual> = (?<subject>${CALL})$`,
      'm',
    ),
    value,
  ],
  [new RegExp(`assert (?<actual>${VALUE}) (?:==|is) (?<expected>${VALUE})$`, 'm'), value],
  [new RegExp(`assert not \\(?(?<actual>${VALUE}) (?:==|is) `, 'm'), () => undefined],
  // Node: "'dark' !== 'lit'", the actual value first; "null == 0" if it only compares loosely.
  [new RegExp(`^(?<actual>${VALUE}) (?:!==|==) (?<expected>${VALUE})$`, 'm'), value],
  // vitest and chai: "expected 4 to be 5".
  [
    new RegExp(
      `expected (?<actual>${VALUE}) to (?:be|equal|deeply equal|strictly equal) (?<expected>${VALUE})(?: //|$)`,
      'm',
    ),
    value,
  ],
  // jest: "Expected: 4" and "Received: 3".
  [new RegExp(`^Expected: (?<expected>${VALUE})\\n^Received: {1,3}(?<actual>${VALUE})$`, 'm'), value],
  // JUnit: "expected: <3> but was: <4>".
  [/expected: ?<(?<expected>[^>`\n]{1,60})> but was: ?<(?<actual>[^>`\n]{1,60})>/, value],
  [/expected (?<expected>null), but was: ?<(?<actual>[^>`\n]{1,60})>/, value],
  // unittest: "0 != 1", in the order of the arguments.
  [new RegExp(`^AssertionError: (?<actual>${VALUE}) != (?<expected>${VALUE})(?: : |$)`, 'm'), unsure],
  // Go: "Halve(9) = 3, want 4" and "got 3, want 4". Rust: "left: 3" and "right: 2".
  [
    new RegExp(
      `(?<subject>${CALL}) (?:=|returned|got) (?<actual>${VALUE})[,;] (?:want|wanted|expected) (?<expected>${VALUE})`,
    ),
    value,
  ],
  [new RegExp(`\\bgot:? (?<actual>${VALUE})[,;]? (?:want|expected):? (?<expected>${VALUE})`), value],
  [new RegExp(`^ *left: (?<actual>${VALUE})\\n *right: (?<expected>${VALUE})$`, 'm'), value],
  [
    new RegExp(`DID NOT RAISE <class '(?<error>${NAME})'>`),
    ({ error = '' }) => ({ kind: 'raise', error: error.replace(/^builtins\./, '') }),
  ],
  [
    new RegExp(`Missing expected (?:exception|rejection)(?: \\((?<error>${NAME})\\))?`),
    ({ error = 'an error' }) => ({ kind: 'raise', error }),
  ],
  [
    /expected (?:\[Function[^\]\n]{0,60}\]|function) to throw (?:an error )?(?<error>[A-Z]\w{0,40}Error|an error)/,
    ({ error = 'an error' }) => ({ kind: 'raise', error }),
  ],
  [new RegExp(`'?(?<owner>${NAME})'? object has no attribute '(?<name>${NAME})'`), named],
  [new RegExp(`module '(?<owner>${NAME})' has no attribute '(?<name>${NAME})'`), named],
  [new RegExp(`cannot import name '(?<name>${NAME})' from '(?<owner>${NAME})'`), named],
  [new RegExp(`does not provide an export named '(?<name>${NAME})'`), named],
  [new RegExp(`name '(?<name>${NAME})' is not defined|\\b(?<plain>${NAME}) is not defined`), named],
  [new RegExp(`\\b(?<name>${NAME}) is not a function`), named],
];

/** Reads the expectation of a test from its message; undefined if no known form matches. */
export function readExpectation(message: string): Expectation | undefined {
  const text = message.slice(0, 4_000);
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(text);
    if (match) return read(match.groups ?? {});
  }
  return undefined;
}

function value({ subject, ...said }: Record<string, string | undefined>): Expectation | undefined {
  // vitest distinguishes 0 from -0; a full stop ends the sentence, not the number.
  const [actual = '', expected = ''] = [said.actual, said.expected].map((text) =>
    text?.replace(/^\+(?=\d)|(?<=\d)\.$/g, ''),
  );
  if (actual === expected) return undefined;
  return { kind: 'value', actual, expected, subject };
}

function unsure(groups: Record<string, string | undefined>): Expectation | undefined {
  const read = value(groups);
  return read?.kind === 'value' ? { ...read, isUnsure: true } : undefined;
}

function named({ name, plain, owner }: Record<string, string | undefined>): Expectation | undefined {
  const found = name ?? plain;
  return found === undefined ? undefined : { kind: 'name', name: found, owner };
}
