import { complaintsOf } from '../../complaint.ts';
import { addedSettings, isUnsafeSetting } from '../call-settings.ts';
import { claim, isRepeated, type Relation } from '../relation.ts';
import { after, type Step, worked } from '../session-view.ts';
import { callOf } from '../tool-names.ts';

/**
 * The same command fails, and works once it is sent differently: with more rights, with a terminal, or without. The first
 * repetition decides, because an identical call that simply works again was a matter of time.
 */
export const callSetting: Relation = {
  name: 'call-setting',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    if (!failed || failure.kind === 'timeout') return [];
    const later = after(view, step);
    const fix = later.find(
      ({ call: { name }, parsed }) =>
        name === call.name && parsed?.commands.some((command) => !command.nested && isRepeated(failed, command)),
    );
    if (!fix || !worked(fix, failure) || (failure.work && wasEdited(later, fix))) return [];
    const [added, ...others] = addedSettings(call.input, fix.call.input);
    const removed = added === undefined ? addedSettings(fix.call.input, call.input)[0] : undefined;
    const setting = added ?? removed;
    if (setting === undefined || others.length > 0 || (added !== undefined && isUnsafeSetting(added))) return [];
    const [complaint] = complaintsOf(call.output, { command: failed });
    return [
      claim(step, fix, {
        relation: 'call-setting',
        key: added === undefined ? `without ${setting}` : setting,
        wrong: removed ?? '',
        right: added,
        because: complaint?.text,
        facts: { tool: callOf(failed) },
      }),
    ];
  },
};

/** Whether a file was edited in between, which may have fixed the cause. */
function wasEdited(later: readonly Step[], fix: Step): boolean {
  return later.some(({ call: { tool }, index }) => index < fix.index && (tool === 'edit' || tool === 'write'));
}
