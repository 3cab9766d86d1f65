import type { Claim } from '../../failures/recovery/claim.ts';
import { groupClaims } from '../claim-group.ts';

/**
 * Merges programs that are not found and that the same runner starts (`mise x hk -- hk`, `mise x fd -- fd`) into one lesson: the
 * tools of the project go through the runner.
 */
export function joinRunners(claims: readonly Claim[]): Claim[] {
  const byRunner = groupClaims(
    claims.filter((claim) => runnerOf(claim) !== undefined),
    (claim) => runnerOf(claim) ?? '',
  );
  const joined = new Set(
    [...byRunner].filter(([, same]) => new Set(same.map(({ wrong }) => wrong)).size > 1).map(([runner]) => runner),
  );
  return claims.map((claim) => {
    const runner = runnerOf(claim);
    return runner !== undefined && joined.has(runner)
      ? { ...claim, key: `through ${runner}`, facts: { ...claim.facts, through: runner } }
      : claim;
  });
}

/** Returns the runner that starts a program that was not found: the first word in front of it. */
function runnerOf({ relation, wrong, right, facts }: Claim): string | undefined {
  if (relation !== 'other-runner' || facts?.cause !== 'command-not-found' || !right?.endsWith(` ${wrong}`))
    return undefined;
  return right.split(' ', 1)[0];
}
