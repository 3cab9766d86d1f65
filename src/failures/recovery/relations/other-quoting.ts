import type { Failure } from '../../failure.ts';
import { claim, type Relation } from '../relation.ts';

/** The shell itself stumbled: a glob that matched nothing, a name that is special to it. Facts of the machine's shell. */
export const otherQuoting: Relation = {
  name: 'other-quoting',
  explain(step) {
    const { failure, call } = step;
    if (call.tool !== 'shell') return [];
    const trap = trapOf(failure.rule, call.input.command ?? '', call.output) ?? searchTrap(failure);
    if (!trap) return [];
    return [claim(step, undefined, { relation: 'other-quoting', key: trap, wrong: failure.subject ?? '', facts: { trap } })];
  },
};

function trapOf(rule: string | undefined, command: string, output: string): string | undefined {
  if (rule === 'shell.no-match') return 'zsh-glob';
  if (rule === 'shell.read-only-variable') return 'zsh-status';
  // `path` is tied to PATH in zsh: a loop over it leaves the shell without programs.
  if (rule === 'shell.not-found-zsh' && /(?:while read(?: -r)?|for) path\b/.test(command)) return 'zsh-path';
  if ((rule === 'unix.jq' || rule === 'gh.jq') && /!=/.test(command) && /\\!=/.test(output)) return 'escaped-bang';
  return undefined;
}

/** What a search program takes for something else than a pattern. */
function searchTrap({ rule, command }: Failure): string | undefined {
  if (rule === 'ripgrep.multiline') return 'ripgrep-multiline';
  const isPattern = (arg: string) => arg.startsWith('-') && /[|\s().*\\]/.test(arg);
  return command && searchers.has(command.name) && /flag|option/.test(rule ?? '') && command.args.some(isPattern)
    ? 'dash-pattern'
    : undefined;
}

const searchers = new Set(['rg', 'grep', 'egrep', 'ag']);
