import { isStateChanging, provesNothing, type ShellCommand } from '../../shell/index.ts';
import type { PlacedThread } from '../history.ts';
import type { PastCall } from '../remember.ts';
import { CallView } from './call-view.ts';
import { findSubjects } from './match-rule.ts';
import type { TriggerRule } from './rule.ts';

/**
 * The commands of a call that went well which a rule is about and which surely worked themselves: nothing swallowed their status, and they
 * printed something where they exist to do so. That the call ended well says nothing of a command in front of a pipe.
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
