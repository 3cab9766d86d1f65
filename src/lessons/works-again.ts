import { resolveDirectory } from '../failures/recovery/join-directory.ts';
import { toolOf } from '../failures/recovery/tool-names.ts';
import { userOf } from '../sessions/projects/containers.ts';
import { type ClaimGroup, groupClaims } from './claim-group.ts';
import { type History, isBy } from './history.ts';
import { provenCommands } from './triggers/known-status.ts';
import { parseRule, type TriggerRule } from './triggers/rule.ts';
import type { MatchedCall } from './triggers/score.ts';

/** A form that worked once may have been lucky. */
const OFTEN_ENOUGH = 2;

/**
 * Whether the form that a lesson calls wrong works again because the world has changed: each of its wrong forms worked twice
 * since it last failed, in calls that prove it. If a lesson joins several forms, one that works says nothing about the others.
 */
export function worksAgain(group: ClaimGroup, text: string, worked: readonly MatchedCall[], history: History): boolean {
  const rule = parseRule(text);
  const proofs = rule ? worked.filter((call) => proves(call, group, rule, history)) : [];
  if (proofs.length < OFTEN_ENOUGH) return false;
  return [...groupClaims(group.claims, ({ wrong }) => wrong)].every(([wrong, claims]) => {
    const last = Math.max(...claims.map(({ failure }) => failure.call.at));
    // A form that the failed calls do not contain as quoted cannot be distinguished from the others.
    const isShown = claims.some(({ failure }) => textOf(failure.call).includes(wrong));
    return proofs.filter((call) => call.at > last && (!isShown || textOf(call).includes(wrong))).length >= OFTEN_ENOUGH;
  });
}

/**
 * Whether a successful call that matches the rule proves that the wrong form works: on the same machine, by the same agent if its
 * tools are concerned, and not as a part of the right form. The status of a command itself must be known, and it must have a
 * result if one is expected.
 */
function proves(call: MatchedCall, group: ClaimGroup, rule: TriggerRule, history: History): boolean {
  const { claims } = group;
  const failed = claims.map(({ failure }) => failure.call);
  if (!isBy(usersOf(failed), call.cwd === undefined ? undefined : userOf(call.cwd))) return false;
  if (group.rights.some((right) => textOf(call).includes(right) && !failed.some((one) => textOf(one).includes(right))))
    return false;
  if (call.input.command === undefined) {
    const agent = history.clientOf(call.session)?.agent;
    return agent === undefined || failed.some((one) => one.agent === agent);
  }
  const tools = new Set(claims.flatMap(({ failure: { command } }) => (command ? toolOf(command) : [])));
  const places = new Set(
    claims.flatMap(
      ({
        failure: {
          command,
          call: { cwd },
        },
      }) => placeOf(call, resolveDirectory(cwd, command?.dir)) ?? [],
    ),
  );
  return provenCommands(call, rule).some((command) => {
    // A program that was not found is blamed on whatever it was to start.
    if (tools.size > 0 && !tools.has(toolOf(command)) && command.wrappers.length === 0) return false;
    return places.size === 0 || places.has(placeOf(call, resolveDirectory(call.cwd, command.dir)) ?? '\n');
  });
}

/** Returns the users whose home folders the calls were made in; undefined if one call does not show it. */
function usersOf(calls: readonly { cwd?: string }[]): ReadonlySet<string> | undefined {
  const users = calls.map(({ cwd }) => (cwd === undefined ? undefined : userOf(cwd)));
  return users.some((user) => user === undefined) ? undefined : new Set(users.filter((user) => user !== undefined));
}

/** Returns a folder relative to the repository, whatever checkout it is in; one outside unchanged. */
function placeOf({ roots }: MatchedCall, directory: string | undefined): string | undefined {
  return directory === undefined ? undefined : (roots.relative(directory) ?? directory);
}

/** Returns the text that was sent, as far as a form can be seen in it. */
function textOf({ input }: Pick<MatchedCall, 'input'>): string {
  return input.command ?? [input.path, input.pattern, ...Object.values(input.rest ?? {})].join('\n');
}
