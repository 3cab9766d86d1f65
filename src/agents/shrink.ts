/** Strings longer than this lose their middle. */
const LONGEST = 65_536;

/** Bytes kept on each side: many times as many as an excerpt needs. */
const KEPT = 16_384;

/** A character of the private use area, escaped as in JSON: it surrounds the number of bytes left out. */
const MARK = '\\uf8ff';

/** Returns some JSON without the middle of its longest strings. It is still JSON. */
export function shrinkStrings(bytes: Buffer, start: number, end: number): string {
  const kept: string[] = [];
  let from = start;
  let at = bytes.indexOf(34, start);
  while (at >= 0 && at < end) {
    const close = skipString(bytes, at, end);
    if (close > end) break;
    if (close - at > LONGEST) {
      const head = findCut(bytes, at + KEPT, at);
      const tail = findCut(bytes, close - KEPT, head);
      if (head > at && tail > head) {
        kept.push(bytes.toString('utf8', from, head), MARK, String(tail - head), MARK);
        from = tail;
      }
    }
    at = bytes.indexOf(34, close);
  }
  kept.push(bytes.toString('utf8', from, end));
  return kept.join('');
}

/** Returns how many bytes were left out of a string. */
export function countOmitted(text: string): number {
  // Some of it may already be removed: the text that a client puts around an output.
  if (text.length < 2 * KEPT - 1000) return 0;
  return Number(/\uf8ff(\d{1,12})\uf8ff/.exec(text)?.[1] ?? 0);
}

/** Returns the last position before `at` that splits neither an escape (at most six bytes) nor a character. */
function findCut(bytes: Buffer, at: number, least: number): number {
  for (let cut = at; cut > least + 6; cut--) {
    if (((bytes[cut] ?? 0) & 0xc0) === 0x80) continue;
    let isClear = true;
    for (let i = cut - 6; i < cut; i++) if (bytes[i] === 92) isClear = false;
    if (isClear) return cut;
  }
  return least;
}

/**
 * Returns the position after the closing quote of the string whose opening quote is at `start`; beyond `end` if it is not closed.
 */
function skipString(bytes: Buffer, start: number, end: number): number {
  for (let at = bytes.indexOf(34, start + 1); at >= 0 && at < end; at = bytes.indexOf(34, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === 92) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return end + 1;
}
