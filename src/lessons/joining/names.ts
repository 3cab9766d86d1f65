import type { Claim } from '../../failures/recovery/claim.ts';
import { groupClaims } from '../claim-group.ts';

/**
 * Merges several names that a tool knows only with a prefix before a colon (`pruner` and `garden:pruner`, `weeder` and
 * `garden:weeder`) into one lesson: the tool wants the full name.
 */
export function widenNames(claims: readonly Claim[]): Claim[] {
  const byTool = groupClaims(claims.filter(lacksPrefix), toolOf);
  const wide = new Set(
    [...byTool].filter(([, group]) => new Set(group.map(({ wrong }) => wrong)).size > 1).map(([tool]) => tool),
  );
  return claims.map((claim) =>
    lacksPrefix(claim) && wide.has(toolOf(claim))
      ? { ...claim, key: `${toolOf(claim)} full names`, facts: { ...claim.facts, full: 'yes' } }
      : claim,
  );
}

function lacksPrefix({ relation, wrong, right }: Claim): boolean {
  return relation === 'other-argument' && right !== undefined && right.endsWith(`:${wrong}`);
}

function toolOf(claim: Claim): string {
  return claim.facts?.tool ?? '';
}
