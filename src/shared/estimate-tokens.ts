/**
 * Estimates the tokens of a text, rather too many than too few: tokenisers average 4 characters a token in English, and 3 to 3.5
 * in paths and commands, of which lessons consist; letters beyond ASCII take about a token per two bytes.
 */
export function estimateTokens(text: string): number {
  const bytes = Buffer.byteLength(text);
  const ascii = text.replace(/[^\0-\x7F]/g, '').length;
  return Math.ceil(ascii / 3.5 + (bytes - ascii) / 2);
}
