/** An object of a log line. Nothing about it is taken for granted: each value is looked at where it is used. */
export type Json = { readonly [key: string]: unknown };

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, or an empty one. */
export function asJson(value: unknown): Json {
  return isJson(value) ? value : {};
}

/** The value if it is a string that says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value if it is a number that can be counted with. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The objects of a list; empty if it is none. */
export function asBlocks(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Milliseconds since 1970 of a timestamp. */
export function asTime(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** The text of a message or a result: a string, or the text parts of a list. */
export function joinText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = asBlocks(content)
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .filter((text) => typeof text === 'string');
  return parts.join('\n');
}
