import type { ShellCommand } from '../../shell/index.ts';
import type { Claim } from '../claim.ts';
import { isSameFamily } from '../program-families.ts';
import { claim, type FailedStep, findRetry, type Relation, type Retry } from '../relation.ts';

/**
 * The same program through another runtime, wrapper or package manager: `python3 x.py` lacks a module, `uv run python x.py` has it;
 * `pytest` is not found, `uv run pytest` is.
 */
export const otherRunner: Relation = {
  name: 'other-runner',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    const manager = failure.kind === 'wrong-manager' ? failure.suggestion : undefined;
    if (failed && manager && failed.name !== manager) return [wantsManager(step, failed, manager)];
    if (!failed || !kinds.has(failure.kind)) return [];
    // Where another command of the chain, or of a script, was missing, changing this one's runner explains nothing.
    if (failure.kind === 'command-not-found' && failure.subject !== failed.program && failure.subject !== failed.name) return [];
    const retry = findRetry(
      step,
      view,
      (candidate) => isSuccessor(candidate.command, failed) || runsTheSame(failed, candidate),
      (command) => isSameFamily(command.name, failed.name) || isSuccessor(command, failed),
      () => true,
    );
    if (!retry) return [];
    const wrong = startOf(failed);
    const right = isSuccessor(retry.command, failed) ? failed.name.replace('-', ' ') : startOf(retry.command);
    if (wrong === right || right === '') return [];
    return [
      claim(step, retry.step, {
        relation: 'other-runner',
        key: `${wrong}`,
        wrong,
        right,
        ...(failure.subject ? { because: failure.subject } : {}),
        facts: { cause: failure.kind },
      }),
    ];
  },
};

const kinds = new Set(['module-missing', 'command-not-found', 'wrong-manager']);

/** The project says which package manager it wants. */
function wantsManager(step: FailedStep, failed: ShellCommand, manager: string): Claim {
  return claim(step, undefined, {
    relation: 'other-runner',
    key: `manager ${manager}`,
    wrong: failed.name,
    right: manager,
    facts: { cause: 'wrong-manager' },
  });
}

/** `docker compose up` for `docker-compose up`: the program has become a sub-command. */
function isSuccessor(command: ShellCommand, failed: ShellCommand): boolean {
  const typed = [command.name, command.subcommand, ...command.args].filter(Boolean).join(' ');
  const wanted = [failed.name.replace('-', ' '), failed.subcommand, ...failed.args].filter(Boolean).join(' ');
  return failed.name.includes('-') && failed.name.startsWith(`${command.name}-`) && typed === wanted;
}

function runsTheSame(failed: ShellCommand, { command, difference }: Retry): boolean {
  const changed = command.program !== failed.program || command.runner.join(' ') !== failed.runner.join(' ');
  if (!changed) return false;
  const others = difference.changes.filter((change) => !/^(?:runner|program|wrapper|redirect|dir)/.test(change.kind));
  return others.length === 0 || sameTarget(failed, command);
}

/** With other arguments it is still the same intent when both run the same script or module. */
function sameTarget(failed: ShellCommand, command: ShellCommand): boolean {
  const target = failed.operands[0];
  return target !== undefined && target.length > 2 && command.operands.includes(target);
}

function startOf(command: ShellCommand): string {
  return [...command.runner, command.program].join(' ');
}
