/** A mapping of a case file that has not been looked at yet. */
export type Fields = Record<string, unknown>;

/** A mistake in a case file, with its place. */
export class CaseError extends Error {
  constructor(place: string, what: string) {
    super(`${place}: ${what}`);
    this.name = 'CaseError';
  }
}

/** A misspelt key would otherwise be a case that tests nothing. */
export function checkKeys(fields: Fields, known: readonly string[], place: string): void {
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown) throw new CaseError(place, `unknown key ${unknown}; known are ${known.join(', ')}`);
}

export function textOf(fields: Fields, key: string, place: string): string {
  const text = optionalText(fields, key, place);
  if (text === undefined) throw new CaseError(place, `${key} is missing`);
  return text;
}

export function optionalText(fields: Fields, key: string, place: string): string | undefined {
  const value = fields[key];
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new CaseError(place, `${key} is no text`);
}

/** A text, or a list of lines. */
export function optionalLines(fields: Fields, key: string, place: string): string | undefined {
  const value = fields[key];
  return Array.isArray(value) ? value.map(String).join('\n') : optionalText(fields, key, place);
}

export function optionalNumber(fields: Fields, key: string, place: string): number | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === 'number') return value;
  throw new CaseError(place, `${key} is no number`);
}

export function optionalFlag(fields: Fields, key: string, place: string): boolean | undefined {
  const value = fields[key];
  if (value === undefined || typeof value === 'boolean') return value;
  throw new CaseError(place, `${key} is true or false`);
}

/** The entries that are not undefined: strict comparisons tell an absent member from an undefined one. */
export function defined<T extends object>(entries: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as T;
}
