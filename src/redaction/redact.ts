import { Breaks } from './breaks.ts';
import { type JoinedText, joinEscapes, joinHidden, joinLines, mapSpans } from './joined-text.ts';
import { compileMarkers } from './marker-scan.ts';
import type { Redacted } from './redacted.ts';
import { builtInRules } from './rules/index.ts';
import type { RedactionRule } from './rules/rule.ts';
import { findInWindows, openWindow, presetMarkers, type Window } from './secretlint.ts';
import { replaceSpans, type Span } from './span.ts';

/** Removes secrets from texts. Redact a text before it is truncated: half a secret is no longer recognised. */
export interface Redactor {
  /** Returns the texts in order, with each secret replaced by `[redacted:<rule>]`; a text without any is the same string. */
  redact<T extends string>(texts: readonly T[]): Promise<(T & Redacted)[]>;
  /** Does the same for one text. */
  redactOne(text: string): Promise<Redacted>;
}

/** The differences of a redactor from the default one. */
export interface RedactorOptions {
  /** Rules that replace the built-in ones. */
  rules?: readonly RedactionRule[];
  /** Texts that look like secrets but are not, such as keys of test fixtures: they stay as they are. */
  allow?: readonly string[];
  /** False: do not use secretlint's rules. */
  secretlint?: boolean;
}

/**
 * A secret's name, once redacted, may be next to another secret: a text is searched again until nothing is found, at most this
 * often.
 */
const ROUNDS = 4;

/**
 * Prepares the rules (3 ms); create one and keep it.
 *
 * All texts are scanned once for the markers of all rules. A rule runs only where its marker is, and secretlint is imported only
 * when a text contains something like one of its secrets.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const allowed = new Set(options.allow);
  const find = createFinder(options.rules ?? builtInRules, options.secretlint ?? true);

  async function redact<T extends string>(texts: readonly T[]): Promise<(T & Redacted)[]> {
    const results: string[] = [...texts];
    let pending = [...results.keys()];
    for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
      const windows: Window[] = [];
      const looks: (Look & { index: number })[] = [];
      for (const index of pending) {
        const look = find(results[index] ?? '', windows);
        if (look !== undefined) looks.push({ ...look, index });
      }
      await findInWindows(windows);
      pending = [];
      for (const { index, spans, joined } of looks) {
        const text = results[index] ?? '';
        const all = [...spans, ...joined.flatMap(bringHome)];
        const secret = allowed.size === 0 ? all : all.filter(({ start, end }) => !allowed.has(text.slice(start, end)));
        if (secret.length === 0) continue;
        const redacted = replaceSpans(text, secret);
        if (redacted === text) continue;
        results[index] = redacted;
        pending.push(index);
      }
    }
    // What agents may be told may still be told without its secrets.
    return results as (T & Redacted)[];
  }

  return {
    redact,
    async redactOne(text) {
      const [redacted] = await redact([text]);
      return redacted ?? ('' as Redacted);
    },
  };
}

/** The findings in a text, and in parts of it that were joined. */
interface Look {
  spans: Span[];
  joined: JoinedLook[];
}

/** The findings in a text joined from parts of another, which may itself be joined. */
interface JoinedLook {
  from: JoinedText;
  spans: Span[];
  within: JoinedLook[];
}

/** Maps the spans of a joined text to those of its source. */
function bringHome({ from, spans, within }: JoinedLook): Span[] {
  return mapSpans(from, [...spans, ...within.flatMap(bringHome)]);
}

/**
 * Returns the findings of our rules in a text; undefined if neither they nor secretlint have anything to examine. Adds a window
 * for each place that secretlint examines.
 */
type Finder = (text: string, windows: Window[]) => Look | undefined;

function createFinder(rules: readonly RedactionRule[], withSecretlint: boolean): Finder {
  const asked = rules.map((rule): Asked => ({ rule, text: 0, until: 0 }));
  const ours = asked.flatMap((one) =>
    one.rule.markers.map((literal) => ({
      literal,
      asked: one,
      beside: one.rule.beside && { offset: one.rule.beside.offset, code: one.rule.beside.character.charCodeAt(0) },
    })),
  );
  const theirs = withSecretlint
    ? presetMarkers.flatMap((marker) => marker.literals.map((literal) => ({ literal, marker })))
    : [];
  const scan = compileMarkers([...ours, ...theirs].map(({ literal }) => literal));
  let number = 0;
  let text = '';
  let windows: Window[] = [];
  let spans: Span[] = [];
  let covered: Span | undefined;
  const breaks = new Breaks();

  function ask(one: Asked, rank: number, at: number): void {
    if (one.text === number && at < one.until) return;
    const found = one.rule.find(text, at);
    if (found === undefined) return;
    one.text = number;
    one.until = found.end;
    const span = { ...found, id: one.rule.id, rank };
    spans.push(span);
    if (covered === undefined || span.end > covered.end) covered = span;
  }

  function onMarker(index: number, at: number): void {
    const own = ours[index];
    if (own?.beside !== undefined) {
      if (text.charCodeAt(at + own.beside.offset) === own.beside.code) ask(own.asked, index, at);
      return;
    }
    // An index below 0 would be looked up as a property name, which takes ten times as long as all the rest.
    const their = own === undefined ? theirs[index - ours.length] : undefined;
    const literalEnd = at + (own?.literal.length ?? their?.literal.length ?? 0);
    breaks.note(text, at, literalEnd);
    if (own !== undefined) {
      ask(own.asked, index, at);
      return;
    }
    // One of our rules has already found it.
    if (their === undefined || (covered !== undefined && covered.start <= literalEnd && literalEnd <= covered.end))
      return;
    openWindow(windows, text, at, their.literal, their.marker, spans);
  }

  function look(at: string): Span[] {
    text = at;
    number++;
    spans = [];
    covered = undefined;
    breaks.clear();
    scan.scan(text, onMarker);
    return spans;
  }

  function lookWrapped(): JoinedLook[] {
    const from = breaks.lineFeeds.length === 0 ? undefined : joinLines(text, breaks.lineFeeds);
    return from === undefined ? [] : [{ from, spans: look(from.text), within: [] }];
  }

  function lookThrough(source: string, mayEscape: boolean): Look {
    const own = look(source);
    const isLong = source.length > SHORTEST;
    const hidden = breaks.hasHidden || (isLong && source.includes(ESCAPE)) ? joinHidden(source) : undefined;
    const escaped =
      mayEscape && (breaks.hasEscapes || (isLong && source.includes('\\') && ESCAPED_COLOUR.test(source)))
        ? joinEscapes(source)
        : undefined;
    const joined = lookWrapped();
    if (hidden !== undefined) joined.push({ from: hidden, spans: look(hidden.text), within: lookWrapped() });
    if (escaped !== undefined) {
      const inner = lookThrough(escaped.text, false);
      joined.push({ from: escaped, spans: inner.spans, within: inner.joined });
    }
    return { spans: own, joined };
  }

  return (source, into) => {
    windows = into;
    const known = into.length;
    const found = lookThrough(source, true);
    return found.spans.length === 0 && into.length === known && found.joined.every(isEmpty) ? undefined : found;
  };
}

function isEmpty({ spans, within }: JoinedLook): boolean {
  return spans.length === 0 && within.every(isEmpty);
}

const ESCAPE = '\u001b';
/** The beginning of a colour whose first character is escaped. */
const ESCAPED_COLOUR = /\\(?:u001b|x1b|033|e)\[/i;
/** A shorter text contains no token with a colour in it. */
const SHORTEST = 16;

/** A rule, and the end of its last secret: it is not run for markers within. */
interface Asked {
  rule: RedactionRule;
  /** The index of the text that `until` refers to. */
  text: number;
  until: number;
}
