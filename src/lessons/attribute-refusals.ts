import type { Claim } from '../failures/recovery/claim.ts';
import { describeRefused } from '../failures/recovery/relations/user-rejection.ts';
import { parseShell, type ShellCommand, signatureOf } from '../shell/index.ts';
import { groupClaims } from './claim-group.ts';
import type { History } from './history.ts';
import { acceptedCalls, usersOf } from './joining/rejections.ts';

/** The number of refusals from which a command counts as refused for good. */
const OFTEN = 3;

/**
 * Attributes the refusals of chains to a command: a person who refuses a chain refuses something in it. If the refused chains
 * share a command that the user hardly ever accepts, the refusals are about that command, whatever surrounded it on the day.
 */
export function attributeRefusals(claims: readonly Claim[], history: History): Claim[] {
  const refusals = claims.filter(({ relation }) => relation === 'user-rejection');
  if (refusals.length < OFTEN) return [...claims];
  const members = new Map(refusals.map((claim) => [claim, membersOf(claim)]));
  const sharing = groupClaims(
    refusals.flatMap((claim) => [...(members.get(claim)?.keys() ?? [])].map((action) => ({ ...claim, key: action }))),
    ({ key }) => key,
  );
  const refused = [...sharing].flatMap(([action, same]) => {
    const calls = new Set(same.map(({ failure }) => failure.call.id)).size;
    if (calls < OFTEN) return [];
    const accepted = acceptedCalls(action, history, usersOf(same));
    return accepted * 2 <= calls ? [{ action, calls, accepted }] : [];
  });
  refused.sort((a, b) => b.calls - a.calls || a.accepted - b.accepted);
  return claims.map((claim) => {
    const own = members.get(claim);
    if (!own || own.size < 2) return claim;
    // The command that the claim is already about is as good as any other that is refused as often.
    const [best] = refused.filter(({ action }) => own.has(action));
    const current = refused.find(({ action }) => action === claim.key);
    const command = best && own.get(best.action);
    if (!command || (current?.calls === best.calls && current.accepted === best.accepted)) return claim;
    return { ...claim, ...describeRefused(command) };
  });
}

/** Returns the commands of a refused call by their action, without those that only show something or change the directory. */
function membersOf({ failure: { call } }: Claim): Map<string, ShellCommand> {
  const { commands } = parseShell(call.input.command ?? '', call.name);
  const own = commands.filter(({ nested, piped, name }) => !nested && !piped && !aside.has(name));
  return new Map(own.map((command) => [signatureOf(command), command]));
}

/** Commands for which nobody refuses a chain. */
const aside = new Set([
  'cd',
  'pushd',
  'popd',
  'echo',
  'printf',
  'true',
  'sleep',
  'pwd',
  'ls',
  'cat',
  'export',
  'set',
  'wait',
]);
