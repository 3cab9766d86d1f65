/**
 * The text without the white space and the given signs at its end. A pattern such as `[.\s]+$` is tried at every run of them in the
 * text, and each time to the end of the run: a long one costs the square of its length.
 */
export function trimEndOf(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && (signs.includes(text.charAt(end - 1)) || /\s/.test(text.charAt(end - 1)))) end--;
  return text.slice(0, end);
}
