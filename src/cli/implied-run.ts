/**
 * The words of the command line with `run` where it was left out: `hardwon "Fix the bug"`. Only a text with a blank in it is a task; a
 * single word may be a slip in the name of a command, for which somebody should be told what they meant. A task may begin with a dash, as
 * the lines of a list do: then it stands behind the dashes that end the options.
 */
export function implyRun(words: readonly string[]): string[] {
  const [command = '', task = '', ...rest] = isTask(words[0]) ? ['run', ...words] : words;
  if (command === 'run' && isTask(task) && task.startsWith('-') && !rest.includes('--')) return ['run', ...rest, '--', task];
  return isTask(words[0]) ? ['run', ...words] : [...words];
}

/** No name of an option has a blank in it; a value may. */
function isTask(word: string | undefined): boolean {
  return word !== undefined && /\S\s+\S/.test(word) && !/^--[\w-]+=/.test(word);
}
