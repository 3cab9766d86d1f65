import type { Claim } from '../../failures/recovery/claim.ts';
import { userOf } from '../../sessions/projects/containers.ts';
import { groupClaims } from '../claim-group.ts';
import { type History, isBy } from '../history.ts';

/**
 * Merges refusals of several commands of one program into one preference about the program ("runs gradle himself") if the program
 * was refused more often than accepted. Otherwise they stay apart: a person who refuses a `git push` may well accept `git
 * status`.
 */
export function widenRejections(claims: readonly Claim[], history: History): Claim[] {
  const byProgram = groupClaims(
    claims.filter((claim) => claim.relation === 'user-rejection'),
    (claim) => claim.facts?.program ?? '',
  );
  const wide = new Set<string>();
  for (const [program, refused] of byProgram) {
    const kinds = new Set(refused.map((claim) => claim.key));
    if (
      program !== '' &&
      refused.length >= 3 &&
      kinds.size > 1 &&
      acceptedCalls(program, history, usersOf(refused)) * 2 <= refused.length
    )
      wide.add(program);
  }
  return claims.map((claim) => {
    const program = claim.facts?.program;
    const widened = claim.relation === 'user-rejection' && program !== undefined && wide.has(program);
    return widened ? { ...claim, key: program, wrong: claim.facts?.typed ?? program } : claim;
  });
}

/**
 * Returns the users who refused: only what they accept counts, not what their colleagues accept. Undefined if a log does not
 * record its user.
 */
export function usersOf(refused: readonly Claim[]): ReadonlySet<string> | undefined {
  const users = refused.map(({ failure: { call } }) => (call.cwd === undefined ? undefined : userOf(call.cwd)));
  return users.every((user) => user !== undefined) ? new Set(users) : undefined;
}

/** Counts the accepted calls of an action (`git push`) or of a whole program, by one of these users if they are known. */
export function acceptedCalls(action: string, history: History, users?: ReadonlySet<string>): number {
  const first = action.split(' ', 1)[0] ?? action;
  const program = first.slice(first.lastIndexOf('/') + 1);
  const signature = `${program}${action.slice(first.length)}`;
  const word = action.split(' ').at(-1) ?? program;
  // A program that occurs in so many calls surely ran in some of them: parsing them all would cost more than the answer is worth.
  const named = history.countNaming(action === first ? program : word, users);
  if (named > manyCalls) return named;
  const accepted = history.naming(action === first ? program : word).filter((deed) => {
    if (deed.outcome === 'refused' || !isBy(users, deed.user)) return false;
    return action === first ? deed.signature.split(' ', 1)[0] === program : deed.signature === signature;
  });
  return new Set(accepted.map((deed) => deed.call)).size;
}

const manyCalls = 400;
