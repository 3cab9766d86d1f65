import { isStateChanging, provesNothing, type ShellCommand } from '../../shell/index.ts';
import type { PlacedThread } from '../history.ts';
import type { PastCall } from '../remember.ts';
import { CallView } from './call-view.ts';
import { findSubjects } from './match-rule.ts';
import type { TriggerRule } from './rule.ts';

/**
 * Returns the commands of a successful call that a rule is about and that surely worked themselves: nothing swallowed their
 * status, and they printed something if that is their purpose. The success of the call says nothing about a command in front of a
 * pipe.
 */
export function provenCommands(call: PastCall & Pick<PlacedThread, 'roots'>, rule: TriggerRule): ShellCommand[] {
  const view = new CallView(call, call.roots, call.cwd);
  const meant = [...findSubjects(rule, view)].flatMap(({ seen }) => (seen ? [seen.command] : []));
  return meant.filter(
    (command) => !command.exitMasked && !provesNothing(command) && (call.silent !== true || isSilentByNature(command)),
  );
}

function isSilentByNature(command: ShellCommand): boolean {
  return isStateChanging(command) || command.redirects.some(({ op }) => op.includes('>'));
}
