/**
 * The words of the command line with `run` where it was left out: `hardwon "Fix the bug"`. Only a text with a blank in it is a task; a
 * single word may be a slip in the name of a command, for which somebody should be told what they meant. A task may begin with a dash, as
 * the lines of a list do: then it stands behind the dashes that end the options.
 */
export function implyRun(words: readonly string[]): string[] {
  // Options of `run` may come first: `hardwon --project-dir ../lantern "Fix the bug"`.
  if (OPTIONS_FIRST.test(words[0] ?? '') && words.some((word, at) => isTask(word) && !TAKES_TEXT.has(words[at - 1] ?? '')))
    return ['run', ...words];
  const [command = '', task = '', ...rest] = isTask(words[0]) ? ['run', ...words] : words;
  if (command === 'run' && isTask(task) && task.startsWith('-') && !rest.includes('--')) return ['run', ...rest, '--', task];
  return isTask(words[0]) ? ['run', ...words] : [...words];
}

/** Options of `run`. Those of other commands stand behind the command, so a line that begins with one of these names none. */
const OPTIONS_FIRST =
  /^--(?:project-dir|config|max-retries|no-auto-retry|agent|teacher|tests|review|with-changes|apply-result|branch|verify|no-keep|user|yes|skip-permissions|json)(?:=|$)/;

/** Options whose value may have a blank in it. */
const TAKES_TEXT = new Set(['--project-dir', '--tests', '--config', '--rule', '--branch']);

/** No name of an option has a blank in it; a value may. */
function isTask(word: string | undefined): boolean {
  return word !== undefined && /\S\s+\S/.test(word) && !/^--[\w-]+=/.test(word);
}
