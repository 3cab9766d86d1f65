import type { DangerRule } from '../../programs/refusal-rule.ts';

/** Returns a rule for commands that no lesson recommends. */
export function danger(
  group: DangerRule['group'],
  id: string,
  why: string,
  sample: string,
  test: DangerRule['test'],
): DangerRule {
  return { id, group, why, sample, test };
}
