import type { Claim } from '../../failures/recovery/claim.ts';
import { toolOf } from '../../failures/recovery/tool-names.ts';
import { groupClaims } from '../claim-group.ts';
import type { RecurringGroup } from './groups.ts';

/** The share of a group that an explanation has to cover before the rest of the group is assumed to have the same cause. */
const SHARE = 1 / 3;

/**
 * Lets the explanations of a group compete. Calls of one program with the same complaint have the same cause: if a relation that
 * knows what to do explains enough of them, in two sessions, the failures that it could not explain, because nobody tried again,
 * become its evidence, too, and claims that know less give way to it.
 */
export function settleExplanations(claims: readonly Claim[], groups: readonly RecurringGroup[]): Claim[] {
  const byCall = groupClaims(claims, (claim) => claim.failure.call.id);
  const replaced = new Map<string, Claim>();
  for (const group of groups) {
    if (group.failures.length < 3 || group.sessions < 2) continue;
    const model = explanationOf(group, byCall);
    if (!model) continue;
    for (const { failure, lost: counted } of group.failures) {
      const own = byCall.get(failure.call.id) ?? [];
      if (own.some(knowsWhatToDo) || !isAlike(model, failure)) continue;
      const lost = own[0]?.lost ?? counted;
      replaced.set(failure.call.id, { ...withoutFix(model), failure, between: 0, ...(lost ? { lost } : {}) });
    }
  }
  if (replaced.size === 0) return [...claims];
  return [...claims.filter((claim) => !replaced.has(claim.failure.call.id)), ...replaced.values()];
}

/** Returns the claim that explains most of the group, if it explains enough: by its own evidence, or by the next call. */
function explanationOf({ failures }: RecurringGroup, byCall: ReadonlyMap<string, Claim[]>): Claim | undefined {
  const all = failures.flatMap(({ failure }) => (byCall.get(failure.call.id) ?? []).filter(knowsWhatToDo));
  const [most = []] = [...groupClaims(all, ({ relation, key }) => `${relation} ${key}`).values()].sort(
    (a, b) => b.length - a.length,
  );
  const model = most.at(-1);
  const calls = new Map(most.map(({ failure: { call } }) => [call.id, call.session]));
  for (const { failure, cure } of failures)
    if (cure?.changes.some((change) => change.kind === 'repaired' && change.new === model?.right))
      calls.set(failure.call.id, failure.call.session);
  return new Set(calls.values()).size >= 2 && calls.size >= failures.length * SHARE ? model : undefined;
}

/**
 * Whether a claim knows what to do for the whole group. Relations about the exact words of one call, or about one file, say
 * nothing about another.
 */
function knowsWhatToDo({ relation, right }: Claim): boolean {
  return (
    right !== undefined &&
    (relation === 'auto-fix' ||
      relation === 'other-runner' ||
      relation === 'environment-variable' ||
      relation === 'other-flag')
  );
}

/** Whether the same tool complains about the same thing. */
function isAlike({ failure: known }: Claim, failure: Claim['failure']): boolean {
  if (!known.command || !failure.command || toolOf(known.command) !== toolOf(failure.command)) return false;
  return known.subject === failure.subject || failure.work;
}

function withoutFix({ fix: _, findings: __, ...claim }: Claim): Claim {
  return claim;
}
