/** The source of a value that a remedy must know about the call, such as the cluster to log into. */
interface ParameterSource {
  /** Arguments of the call that contain it, by name; for a command, its options. The first that is present counts. */
  from?: readonly string[];
  /** The meanings of values of the call: `{ "prod": "prod-eu-1" }`. */
  map?: Readonly<Record<string, string>>;
  /** The value if the call does not contain it. */
  default?: string;
}

/** The values that a remedy must know, by name. */
export type ParameterSources = Readonly<Record<string, ParameterSource>>;

/** The arguments of a call by name. */
export type CallArguments = Readonly<Record<string, unknown>>;

/** The values with which a remedy is run, or why it cannot be run. */
type ChosenParameters = { values: Record<string, string> } | { reason: string };

/** A cluster, a host, a namespace: never an option, a path or a text with a special meaning. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,252}$/;

/**
 * Chooses the values of all parameters for a call. A value from a call must be a name, whoever made the call, because a model may
 * have been manipulated. Only a value that the user mapped may look different, because then it is the user's own text that is
 * passed on.
 */
export function chooseParameters(sources: ParameterSources, given: CallArguments): ChosenParameters {
  const values: Record<string, string> = {};
  for (const [name, { from = [], map = {}, default: usual }] of Object.entries(sources)) {
    const told = from.map((each) => argumentOf(given, each)).find((value) => value !== undefined);
    const value = told ?? usual;
    if (value === undefined) return { reason: `the call does not say which ${name}` };
    const mapped = Object.hasOwn(map, value) ? map[value] : undefined;
    if (mapped === undefined && told !== undefined && !NAME.test(told))
      return { reason: `the call's ${name} is not a valid name` };
    values[name] = mapped ?? value;
  }
  return { values };
}

/** Refines the parameters if a tool always has the same target, or a preset knows where calls contain it. */
export function refineSources(
  sources: ParameterSources,
  preset: ParameterSources = {},
  fixed: Readonly<Record<string, string>> = {},
): ParameterSources {
  return Object.fromEntries(
    Object.entries(sources).map(([name, own]): [string, ParameterSource] => {
      const usual = Object.hasOwn(preset, name) ? preset[name] : undefined;
      const value = Object.hasOwn(fixed, name) ? fixed[name] : undefined;
      if (value !== undefined) return [name, { default: value, ...(own.map === undefined ? {} : { map: own.map }) }];
      return [name, { ...own, ...(own.from === undefined ? pick(usual, 'from') : {}), ...pick(usual, 'default') }];
    }),
  );
}

function pick<Key extends 'from' | 'default'>(
  source: ParameterSource | undefined,
  key: Key,
): Pick<ParameterSource, Key> | undefined {
  return source?.[key] === undefined ? undefined : ({ [key]: source[key] } as Pick<ParameterSource, Key>);
}

/**
 * Returns the options of a command by name: `--context stage`, `--context=stage`, `-n harbour`. If one is repeated, the last
 * counts.
 */
export function argumentsOfCommand(words: readonly string[]): CallArguments {
  const found: Record<string, string> = {};
  const end = words.indexOf('--');
  const read = end === -1 ? words : words.slice(0, end);
  for (const [at, word] of read.entries()) {
    const [, name, value] = /^(--?[A-Za-z][\w-]{0,60})(?:=([\s\S]*))?$/.exec(word) ?? [];
    const next = read[at + 1];
    if (name === undefined) continue;
    if (value !== undefined) found[name] = value;
    else if (next !== undefined && !next.startsWith('-')) found[name] = next;
  }
  return found;
}

/** Fills the values into a command's words; each stays a part of one word. */
export function fillWords(words: readonly string[], values: Readonly<Record<string, string>>): string[] {
  return words.map((word) =>
    word.replace(/\{([a-z][a-z0-9_]{0,30})\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    ),
  );
}

/** Returns the values as environment variables for a shell: `$REMEDY_CLUSTER`. */
export function remedyEnvironment(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`REMEDY_${name.toUpperCase()}`, value]));
}

function argumentOf(given: CallArguments, name: string): string | undefined {
  for (const each of [name, `--${name}`]) {
    const value = Object.hasOwn(given, each) ? given[each] : undefined;
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return undefined;
}
