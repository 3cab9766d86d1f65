import type { Host } from '../../app/surroundings.ts';
import type { CheckFlags } from './command.ts';
import { runCheck } from './run.ts';

/** The options that take a value. */
const VALUES = ['tool', 'error', 'limit', 'project'] as const;

/**
 * Returns the options of `hardwon check` if they are plain; undefined if commander must interpret them or report an error in
 * them. Loading commander takes a third of the minimal start-up time.
 */
export function readCheckFlags(words: readonly string[]): CheckFlags | undefined {
  const flags: CheckFlags = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name = '', attached] = splitOnce(word);
    const option = VALUES.find((each) => `--${each}` === name);
    if (word === '--json') flags.json = true;
    else if (option === undefined) {
      // An option that is not known here, or more than one name.
      if (word.startsWith('-') || flags.named !== undefined) return undefined;
      flags.named = word;
    } else {
      const value = attached ?? words[++at];
      // A value that looks like an option may be one.
      if (value === undefined || (value.startsWith('-') && value !== '-')) return undefined;
      flags[option] = value;
    }
  }
  return flags;
}

/** Runs `hardwon check` without the rest of the program; returns false if the rest is needed. */
export async function runShortCheck(words: readonly string[], here: Host): Promise<boolean> {
  const flags = readCheckFlags(words);
  if (!flags) return false;
  await runCheck(flags, here);
  return true;
}

function splitOnce(word: string): [string, string | undefined] {
  const equals = word.indexOf('=');
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
