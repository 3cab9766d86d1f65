import type { Claim } from '../failures/recovery/claim.ts';
import { groupClaims } from './claim-group.ts';

/**
 * Wrong flags of one tool are one lesson that lists them, and so is a flag that several sub-commands of a program refuse. The same for
 * fields of `--json`. Whoever guesses one flag of a tool guesses the next one as well.
 */
export function joinFlags(claims: readonly Claim[]): Claim[] {
  const everywhere = new Set<string>();
  for (const [key, same] of groupClaims(claims.filter(isUnknownFlag), flagOfProgram)) {
    if (new Set(same.map((claim) => claim.facts?.tool)).size > 1) everywhere.add(key);
  }
  return claims.map((claim) => {
    if (claim.facts?.field !== undefined) return { ...claim, key: `${claim.facts.program} --json` };
    if (!isUnknownFlag(claim)) return claim;
    const key = flagOfProgram(claim);
    return { ...claim, key: everywhere.has(key) ? key : `${claim.facts?.tool} flags` };
  });
}

function isUnknownFlag(claim: Claim): boolean {
  return claim.relation === 'other-flag' && claim.facts?.added === undefined;
}

function flagOfProgram(claim: Claim): string {
  return `${claim.facts?.program} * ${claim.wrong}`;
}
