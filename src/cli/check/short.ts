import type { Host } from '../../app/surroundings.ts';
import type { CheckFlags } from './command.ts';
import { runCheck } from './run.ts';

/** The options that are followed by a value. */
const VALUES = ['tool', 'error', 'limit', 'project'] as const;

/**
 * The options of `hardwon check` where they are plain; nothing where commander has to say what they mean, or what is wrong with them. It
 * takes a third of a bare start to load.
 */
export function readCheckFlags(words: readonly string[]): CheckFlags | undefined {
  const flags: CheckFlags = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name = '', attached] = splitOnce(word);
    const option = VALUES.find((each) => `--${each}` === name);
    if (word === '--json') flags.json = true;
    else if (option === undefined) return undefined;
    else {
      const value = attached ?? words[++at];
      // What looks like an option may be one.
      if (value === undefined || (value.startsWith('-') && value !== '-')) return undefined;
      flags[option] = value;
    }
  }
  return flags;
}

/** Runs `hardwon check` without the rest of the program; false where that is needed. */
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
