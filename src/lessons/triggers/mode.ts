import type { Trigger } from '../lesson.ts';

/** `warn`: precise enough to be shown before a call. `note`: told in context files only. */
export type TriggerMode = 'warn' | 'note';

/**
 * Returns the mode of a trigger. One that matched more successful calls than failed ones would mostly interrupt what is right.
 */
export function modeOf(trigger: Pick<Trigger, 'failed' | 'succeeded'> | undefined): TriggerMode {
  return trigger && trigger.succeeded <= trigger.failed ? 'warn' : 'note';
}
