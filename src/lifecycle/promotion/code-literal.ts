/**
 * A value as a literal of JavaScript: text of a lesson enters code in no other way. JSON is JavaScript but for two line separators, which
 * older engines take for the end of a line.
 */
export function toJsLiteral(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replace(/[\u2028\u2029]/g, (sign) =>
    sign === '\u2028' ? '\\u2028' : '\\u2029',
  );
}
