import type { Claim } from '../../failures/recovery/claim.ts';

/**
 * Merges refusals of merges. The host says in one line that a policy blocks the merge and in another which one. If only one kind
 * of gate is ever named, the vague refusals are about it, too.
 */
export function joinMergeGates(claims: readonly Claim[]): Claim[] {
  const named = new Set(claims.flatMap(({ facts }) => (gates.has(facts?.rule ?? '') ? (facts?.rule ?? []) : [])));
  const [gate] = named;
  if (gate === undefined || named.size > 1) return [...claims];
  return claims.map((claim) =>
    claim.facts?.rule === 'merge-policy' ? { ...claim, key: gate, facts: { ...claim.facts, rule: gate } } : claim,
  );
}

const gates = new Set(['open-threads', 'review-required', 'required-checks']);
