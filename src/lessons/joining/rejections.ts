import type { Claim } from '../../failures/recovery/claim.ts';
import { userOf } from '../../sessions/projects/containers.ts';
import { groupClaims } from '../claim-group.ts';
import { type History, isBy } from '../history.ts';

/**
 * Refusals of several commands of one program become one preference about the program ("runs gradle himself"), where the program was
 * refused more often than it was accepted. Else they stay apart: who refuses a `git push` may well let `git status` run.
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
 * Those who refused: what they accept counts, and not what their colleagues do. Nobody in particular where a log does not tell whose it is.
 */
export function usersOf(refused: readonly Claim[]): ReadonlySet<string> | undefined {
  const users = refused.map(({ failure: { call } }) => (call.cwd === undefined ? undefined : userOf(call.cwd)));
  return users.every((user) => user !== undefined) ? new Set(users) : undefined;
}

/** How many calls of an action (`git push`), or of a whole program, were let through, by one of these users where they are known. */
export function acceptedCalls(action: string, history: History, users?: ReadonlySet<string>): number {
  const first = action.split(' ', 1)[0] ?? action;
  const program = first.slice(first.lastIndexOf('/') + 1);
  const signature = `${program}${action.slice(first.length)}`;
  const word = action.split(' ').at(-1) ?? program;
  // A program that is in so many calls surely ran in some of them: to take them all apart would cost more than the answer is worth.
  const named = history.countNaming(action === first ? program : word, users);
  if (named > manyCalls) return named;
  const accepted = history.naming(action === first ? program : word).filter((deed) => {
    if (deed.outcome === 'refused' || !isBy(users, deed.user)) return false;
    return action === first ? deed.signature.split(' ', 1)[0] === program : deed.signature === signature;
  });
  return new Set(accepted.map((deed) => deed.call)).size;
}

const manyCalls = 400;
