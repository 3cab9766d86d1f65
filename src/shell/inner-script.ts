import type { Dialect, Word } from '../programs/command.ts';
import { wordSet } from '../shared/word-set.ts';
import type { Shape } from './strip-wrappers.ts';

/** A string that a shell would run as a script. */
export interface InnerScript {
  /** The commands. */
  readonly text: string;
  /** The shell that runs them. */
  readonly dialect: Dialect;
  /** The words that start the shell: `bash -lc`. */
  readonly wrapper: string;
  /** Options that affect the exit status: `-e`, `-o pipefail`. */
  readonly options: string;
  /** Whether it runs in the same shell, so that `cd` and `export` persist. */
  readonly sameShell: boolean;
}

/** Finds the script of `bash -c '…'`, `eval '…'`, `pwsh -Command …` or `cmd /c …` if it is written out and not a variable. */
export function findInnerScript(shape: Shape): InnerScript | undefined {
  const { name, rest } = shape;
  if (SHELLS.has(name)) return shellScript(name, rest);
  if (name === 'eval') return joined(rest, 0, 'eval', 'posix', true);
  if (POWERSHELLS.has(name)) {
    const at = rest.findIndex((word) => /^-(?:c|command)$/i.test(word.text));
    return at < 0 ? undefined : joined(rest, at + 1, name, 'powershell', false);
  }
  if (name === 'cmd') {
    const at = rest.findIndex((word) => /^\/{1,2}[ck]$/i.test(word.text));
    return at < 0 ? undefined : joined(rest, at + 1, 'cmd /c', 'posix', false);
  }
  return undefined;
}

function shellScript(name: string, rest: readonly Word[]): InnerScript | undefined {
  let options = '';
  for (let at = 0; at < rest.length; at++) {
    const text = rest[at]?.text ?? '';
    if (!text.startsWith('-') && !text.startsWith('+')) return undefined;
    if (/^-[a-z]*c$/.test(text)) {
      const script = rest[at + 1];
      if (script === undefined || isVariable(script)) return undefined;
      return {
        text: script.text,
        dialect: 'posix',
        wrapper: `${name} ${text}`,
        options: `${text} ${options}`,
        sameShell: false,
      };
    }
    options += `${text} `;
    if (/^[-+][a-z]*[oO]$/.test(text)) options += `${rest[++at]?.text ?? ''} `;
  }
  return undefined;
}

function joined(
  rest: readonly Word[],
  from: number,
  wrapper: string,
  dialect: Dialect,
  sameShell: boolean,
): InnerScript | undefined {
  const words = rest.slice(from);
  if (words.length === 0 || words.every(isVariable)) return undefined;
  return { text: words.map((word) => word.text).join(' '), dialect, wrapper, options: '', sameShell };
}

// `eval "$(ssh-agent -s)"` and `bash -c "$script"` do not show which commands run.
function isVariable(word: Word): boolean {
  return word.hasExpansion && word.text.startsWith('$') && (word.text.startsWith('$(') || !/\s/.test(word.text));
}

/** Shells whose `-c` string is opened and read as commands. */
const SHELLS: ReadonlySet<string> = wordSet('bash sh zsh dash ksh ash rbash');

/** PowerShell programs whose `-Command` string is opened and read in that dialect. */
export const POWERSHELLS: ReadonlySet<string> = wordSet('powershell pwsh');
