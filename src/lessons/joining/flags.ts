import type { Claim } from '../../failures/recovery/claim.ts';
import { groupClaims } from '../claim-group.ts';

/**
 * Merges wrong flags of one tool into one lesson that lists them, and likewise a flag that several subcommands of a program
 * refuse, and fields of `--json`. An agent that guesses one flag of a tool guesses the next one as well.
 */
export function joinFlags(claims: readonly Claim[]): Claim[] {
  const everywhere = new Set<string>();
  for (const [key, same] of groupClaims(claims.filter(isUnknownFlag), flagOfProgram)) {
    if (new Set(same.map((claim) => claim.facts?.tool)).size > 1) everywhere.add(key);
  }
  const scattered = scatteredOver(
    claims.filter((claim) => isUnknownFlag(claim) && !everywhere.has(flagOfProgram(claim))),
  );
  return claims.map((claim) => {
    if (claim.facts?.field !== undefined) return { ...claim, key: `${claim.facts.program} --json` };
    if (!isUnknownFlag(claim)) return claim;
    const key = flagOfProgram(claim);
    if (everywhere.has(key)) return { ...claim, key };
    if (scattered.has(claim))
      return { ...claim, key: `${claim.facts?.program} flags`, facts: { ...claim.facts, scattered: 'yes' } };
    return { ...claim, key: `${claim.facts?.tool} flags` };
  });
}

/**
 * Returns the claims about flags that were guessed once each, of several subcommands of one program: no flag recurs, but guessing
 * them does.
 */
function scatteredOver(claims: readonly Claim[]): ReadonlySet<Claim> {
  const scattered = new Set<Claim>();
  for (const ofProgram of groupClaims(claims, (claim) => claim.facts?.program ?? '').values()) {
    const once = [...groupClaims(ofProgram, (claim) => claim.facts?.tool ?? '').values()].filter(
      (same) => countSessions(same) === 1,
    );
    const all = once.flat();
    if (once.length >= 2 && countSessions(all) >= 2) for (const claim of all) scattered.add(claim);
  }
  return scattered;
}

function countSessions(claims: readonly Claim[]): number {
  return new Set(claims.map(({ failure }) => failure.call.session)).size;
}

function isUnknownFlag(claim: Claim): boolean {
  return claim.relation === 'other-flag' && claim.facts?.added === undefined;
}

function flagOfProgram(claim: Claim): string {
  return `${claim.facts?.program} * ${claim.wrong}`;
}
