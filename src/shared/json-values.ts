/** An object of a log line. Nothing is assumed about it: each value is checked where it is used. */
export type Json = { readonly [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as an object, or an empty one. */
export function asJson(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** Returns the value if it is a non-empty string. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the value if it is a finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Returns the objects of a list; empty if the value is not a list. */
export function asBlocks(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Returns a timestamp as milliseconds since 1970. */
export function asTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the text of a message or a result: a string, or the text parts of a list. */
export function joinText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = asBlocks(content)
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .filter((text) => typeof text === 'string');
  return parts.join('\n');
}
