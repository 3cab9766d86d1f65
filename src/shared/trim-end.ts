/**
 * Removes whitespace and the given signs from the end of a text. A pattern such as `[.\s]+$` is tried at every run of them in the
 * text, each time to the end of the run, so that a long run costs the square of its length.
 */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && (signs.includes(text.charAt(end - 1)) || /\s/.test(text.charAt(end - 1)))) end--;
  return text.slice(0, end);
}
