import type { DangerRule } from '../../programs/refusal-rule.ts';

/** A row of what no lesson recommends. */
export function danger(
  group: DangerRule['group'],
  id: string,
  why: string,
  sample: string,
  test: DangerRule['test'],
): DangerRule {
  return { id, group, why, sample, test };
}
