import type { Failure } from '../../failure.ts';
import { claim, type Relation } from '../relation.ts';
import { findTrap, type ShellTrap } from '../shell-traps.ts';

/**
 * A pitfall of the shell itself, or one of a tool that everybody meets: a glob that matched nothing, a name that is special to
 * the shell.
 */
export const otherQuoting: Relation = {
  name: 'other-quoting',
  explain(step, view) {
    const { failure, call, parsed } = step;
    if (call.tool !== 'shell') return [];
    const trap = findTrap(failure, call.input.command ?? '', call.output, parsed) ?? searchTrap(failure);
    if (!trap) return [];
    const isPath = failure.rule === 'shell.no-match' || failure.rule === 'shell.bad-pattern';
    const example =
      isPath && trap.name === 'path-brackets' ? view.roots.relative(failure.subject ?? '', call.cwd) : undefined;
    return [
      claim(step, undefined, {
        relation: 'other-quoting',
        key: trap.name,
        wrong: failure.subject ?? '',
        facts: { trap: trap.name, ...(trap.item ? { item: trap.item } : {}), ...(example ? { example } : {}) },
      }),
    ];
  },
};

/** Recognises an argument that a search program does not take for a pattern. */
function searchTrap({ rule, command }: Failure): ShellTrap | undefined {
  const isPattern = (arg: string) => arg.startsWith('-') && /[|\s().*\\]/.test(arg);
  return command && searchers.has(command.name) && /flag|option/.test(rule ?? '') && command.args.some(isPattern)
    ? { name: 'dash-pattern' }
    : undefined;
}

const searchers = new Set(['rg', 'grep', 'egrep', 'ag']);
