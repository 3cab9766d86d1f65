/**
 * Inserts `run` into a command line that leaves it out: `hardwon "Fix the bug"`. Only text with a space in it is a task; a single
 * word may be a typo in the name of a command, which deserves a suggestion. A task may begin with a dash, like the lines of a
 * list: it then follows the `--` that ends the options.
 */
export function implyRun(words: readonly string[]): string[] {
  // Options of `run` may come first: `hardwon --project ../lantern "Fix the bug"`.
  if (
    OPTIONS_FIRST.test(words[0] ?? '') &&
    words.some((word, at) => isTask(word) && !TAKES_TEXT.has(words[at - 1] ?? ''))
  )
    return ['run', ...words];
  const [command = '', task = '', ...rest] = isTask(words[0]) ? ['run', ...words] : words;
  if (command === 'run' && isTask(task) && task.startsWith('-') && !rest.includes('--'))
    return ['run', ...rest, '--', task];
  return isTask(words[0]) ? ['run', ...words] : [...words];
}

/** Options of `run`. Those of other commands follow the command, so a line that begins with one of these names no command. */
const OPTIONS_FIRST =
  /^--(?:project|project-dir|config|max-retries|no-auto-retry|agent|teacher|tests|review|with-changes|apply-result|branch|verify|no-keep|user|yes|skip-permissions|json)(?:=|$)/;

/** Options whose value may contain a space. */
const TAKES_TEXT = new Set(['--project', '--project-dir', '--tests', '--config', '--rule', '--branch']);

/** Whether a word is a task: names of options contain no space, but values may. */
function isTask(word: string | undefined): boolean {
  return word !== undefined && /\S\s+\S/.test(word) && !/^--[\w-]+=/.test(word);
}
