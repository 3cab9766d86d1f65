/** Returns the end of the run of characters around `at`: the index after its last character; `at` itself if it is in none. */
export type RunEnd = (text: string, at: number) => number;

const BACKSLASH = 92;

/**
 * Makes a reader for runs of the characters that `member` matches. A backslash that escapes a line break, a quote or the like
 * ends a run, even if backslashes are members.
 *
 * The last run is cached: a text that repeats a marker within one run asks for the same end again and again, and reading on from
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

/** Letters, digits and the separators between them in tokens. */
export const tokenEnd = runReader(/[A-Za-z0-9_-]/);
