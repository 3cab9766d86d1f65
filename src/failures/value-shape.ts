/** Kinds of values that differ from call to call, by their notation. */
export const VALUE_SHAPES = [
  'full hash',
  'short hash',
  'UUID',
  'number',
  'number with #',
  'issue key',
  'version',
  'version with v',
  'short version',
  'date',
  'time',
] as const;

export type ValueShape = (typeof VALUE_SHAPES)[number];

const patterns: Readonly<Record<ValueShape, RegExp>> = {
  'full hash': /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
  // Letters alone are a word, digits alone a number.
  'short hash': /^(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,12}$/,
  UUID: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  number: /^\d{1,12}$/,
  'number with #': /^#\d{1,12}$/,
  'issue key': /^[A-Z][A-Z0-9]{1,9}-\d{1,9}$/,
  version: /^\d{1,6}\.\d{1,6}\.\d{1,6}$/,
  'version with v': /^v\d{1,6}\.\d{1,6}\.\d{1,6}$/,
  'short version': /^\d{1,6}\.\d{1,6}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/,
};

/** Returns the notation of a value, if it is a known one. */
export function shapeOf(value: string): ValueShape | undefined {
  return VALUE_SHAPES.find((shape) => patterns[shape].test(value));
}
