import type { Trigger } from '../lesson.ts';

/** `warn`: sharp enough to be shown before a call. `note`: told in context files only. */
export type TriggerMode = 'warn' | 'note';

/** A trigger that matched more calls that went well than calls that failed would mostly interrupt what is right. */
export function modeOf(trigger: Pick<Trigger, 'failed' | 'succeeded'> | undefined): TriggerMode {
  return trigger && trigger.succeeded <= trigger.failed ? 'warn' : 'note';
}
