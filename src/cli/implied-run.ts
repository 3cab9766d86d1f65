/**
 * The words of the command line with `run` where it was left out: `hardwon "Fix the bug"`. Only a text with a blank in it is a task; a
 * single word may be a slip in the name of a command, for which somebody should be told what they meant.
 */
export function implyRun(words: readonly string[]): string[] {
  const [first = ''] = words;
  const isTask = /\S\s+\S/.test(first) && !first.startsWith('-');
  return isTask ? ['run', ...words] : [...words];
}
