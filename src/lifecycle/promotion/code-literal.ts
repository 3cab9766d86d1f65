/**
 * Returns a value as a JavaScript literal, which is the only way that a lesson's text enters code. JSON is JavaScript except for
 * two line separators, which older engines treat as the end of a line.
 */
export function toJsLiteral(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(/[\u2028\u2029]/g, (sign) =>
    sign === '\u2028' ? '\\u2028' : '\\u2029',
  );
}
