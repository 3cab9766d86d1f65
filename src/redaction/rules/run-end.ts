/** Tells where the run of characters that `at` stands in ends: the index after its last character; `at` itself where it is in none. */
export type RunEnd = (text: string, at: number) => number;

const BACKSLASH = 92;

/**
 * Reads runs of the characters that `member` matches, one at a time. A backslash that writes out a line break, a quote or the like ends a
 * run, even where backslashes are members.
 *
 * The last run is remembered: a text that repeats a marker within one run asks for the same end again and again, and reading on from
 * each marker would cost the square of its length.
 */
export function runReader(member: RegExp): RunEnd {
  const ascii = Uint8Array.from({ length: 128 }, (_, code) => (member.test(String.fromCharCode(code)) ? 1 : 0));
  let known = '';
  let from = 0;
  let to = 0;
  return (text, at) => {
    if (at >= from && at < to && text === known) return to;
    let end = at;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code < 128 ? ascii[code] === 0 : !member.test(text.charAt(end))) break;
      if (code === BACKSLASH && /[nrtux"'`\\]/.test(text.charAt(end + 1))) break;
    }
    known = text;
    from = at;
    to = end;
    return end;
  };
}

/** Letters, digits and what stands between them in tokens. */
export const tokenEnd = runReader(/[A-Za-z0-9_-]/);
