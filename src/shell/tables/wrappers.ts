import { wordSet } from './word-set.ts';

/** How the options of a wrapper are read. */
export interface WrapperGrammar {
  /** Flags that take the next word. */
  readonly values: ReadonlySet<string>;
  /** How many plain words it takes before the command: the 60 of `timeout 60`. */
  readonly positionals: number;
  /** Whether `NAME=value` words may stand before the command. */
  readonly assigns: boolean;
  /** Words that make it a command of its own: `command -v`, `corepack enable`. */
  readonly alone: ReadonlySet<string>;
}

function wrapper(values = '', positionals = 0, assigns = false, alone = ''): WrapperGrammar {
  return { values: wordSet(values), positionals, assigns, alone: wordSet(alone) };
}

/** Programs that only change how another one runs: they are peeled off, so that the one inside is compared. */
export const WRAPPERS: ReadonlyMap<string, WrapperGrammar> = new Map([
  [
    'sudo',
    wrapper('-u -g -h -p -C -T -R -D --user --group --chdir', 0, true, '-l -v -k -K -e -V --list --validate --version --help'),
  ],
  ['doas', wrapper('-u -C')],
  ['time', wrapper('-f -o')],
  ['gtime', wrapper('-f -o')],
  ['nice', wrapper('-n --adjustment')],
  ['ionice', wrapper('-c -n -p')],
  ['nohup', wrapper()],
  ['setsid', wrapper()],
  ['timeout', wrapper('-k -s --kill-after --signal', 1)],
  ['gtimeout', wrapper('-k -s --kill-after --signal', 1)],
  ['env', wrapper('-u -C -S --unset --chdir --split-string', 0, true)],
  ['command', wrapper('', 0, false, '-v -V')],
  ['builtin', wrapper()],
  ['exec', wrapper('-a')],
  ['xargs', wrapper('-n -I -P -L -d -s -E -a -J -R --max-args --max-procs --replace --delimiter --arg-file')],
  ['stdbuf', wrapper('-o -e -i')],
  ['unbuffer', wrapper()],
  ['caffeinate', wrapper('-t -w')],
  ['chronic', wrapper()],
  ['corepack', wrapper('', 0, false, 'enable disable prepare install use up pack hydrate cache --version --help')],
  ['arch', wrapper()],
  ['taskset', wrapper('-c', 1)],
  ['chrt', wrapper('', 1)],
  ['flock', wrapper('-w -E --timeout', 1)],
  ['watch', wrapper('-n --interval')],
  ['noglob', wrapper()],
  ['nocorrect', wrapper()],
  ['winpty', wrapper()],
  ['xvfb-run', wrapper('-s -n -e -f -w -p --server-args --server-num')],
]);

/** Shells whose `-c` string is opened and read as commands. */
export const SHELLS: ReadonlySet<string> = wordSet('bash sh zsh dash ksh ash rbash');

/** PowerShell programs whose `-Command` string is opened and read in that dialect. */
export const POWERSHELLS: ReadonlySet<string> = wordSet('powershell pwsh');
