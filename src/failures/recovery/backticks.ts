/**
 * Returns the text between backticks inside double quotes that was hardly meant as a command: words of a message, not a command
 * whose output belongs into it.
 */
export function findProseInBackticks(text: string): string[] {
  return findBacktickSpans(text).filter((span) => !READS.test(span.trim()));
}

/** Commands whose output is put into a text on purpose: the content of a file, the date, a branch. */
const READS = /^(?:cat|date|git|pwd|whoami|hostname|echo|printf|basename|dirname|head|tail|jq|wc|uname|gh|curl)\b/;

/**
 * Returns the text between backticks inside double quotes: the shell runs it, even if it was meant as Markdown. Backticks after a
 * backslash, in single quotes and in a here-document with a quoted delimiter are plain text.
 */
export function findBacktickSpans(text: string): string[] {
  const spans: string[] = [];
  let quote = '';
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\' && quote !== "'") at++;
    else if (quote !== "'" && letter === '<' && text[at + 1] === '<') at = skipHereDocument(text, at);
    else if (open < 0 && quote === '' && (letter === "'" || letter === '"')) quote = letter;
    else if (open < 0 && letter === quote) quote = '';
    else if (quote === '"' && letter === '`') {
      if (open >= 0) spans.push(text.slice(open + 1, at));
      open = open < 0 ? at : -1;
    }
  }
  return spans;
}

/** Returns the end of a here-document whose delimiter is quoted; if it is not quoted, the shell expands the text. */
function skipHereDocument(text: string, at: number): number {
  const opening = /^<<-?\s*(['"])(\w+)\1/.exec(text.slice(at, at + 80));
  if (!opening?.[2]) return at + 1;
  const end = text.indexOf(`\n${opening[2]}`, at);
  return end < 0 ? text.length : end + opening[2].length;
}
