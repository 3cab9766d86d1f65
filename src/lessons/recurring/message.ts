/** Longer messages are not read. */
const LONGEST = 100;

/**
 * Returns the common part of a group's complaints, as a lesson may quote it: the words that all of them have, with an ellipsis
 * for the differences. Undefined if hardly anything is left, or if it reads as if it addressed an agent rather than reported an
 * error.
 */
export function sharedMessage(texts: readonly string[]): string | undefined {
  const [first = '', ...others] = texts.map(clean);
  let words = first.split(' ');
  for (const other of others) words = shareWords(words, other.split(' '));
  const text = words
    .join(' ')
    .replace(/(?:… )+…/g, '…')
    .replace(/…(?=[.,;:])/g, '…')
    .trim();
  const told = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : text;
  const left = told.split(' ').filter((word) => /[a-z]{2}/i.test(word)).length;
  return left < 2 || SPEAKS.test(text) ? undefined : told;
}

/** Returns a message on one line, without its prefix and without characters that would end code marks. */
function clean(text: string): string {
  return text
    .replace(/^(?:[\w./()-]{1,30}: ?(?:line )?\d*:? ?)?(?:error|fatal|err)(?:\[\w+\])?: /i, '')
    .replace(/[`‘’“”"]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the words of one text that the other has in the same order, with one ellipsis for each difference. */
function shareWords(a: readonly string[], b: readonly string[]): string[] {
  if (a.length === b.length) return a.map((word, index) => (word === b[index] ? word : '…'));
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  return [...a.slice(0, head), '…', ...a.slice(a.length - tail)];
}

/** Phrases that no program uses in a complaint, but that somebody who wants to be obeyed does. */
const SPEAKS =
  /https?:|javascript:|\]\(|\b(?:important|ignore|instructions?|system prompt|assistant|agent must|you (?:must|should|are|need)|please|always|never|curl|wget|sudo|chmod|rm -|eval|base64|--no-verify|--force)\b|[<>]|\$\(|&&|\|\|/i;
