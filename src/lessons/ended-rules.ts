import type { ClaimGroup } from './claim-group.ts';
import type { Client, History } from './history.ts';
import type { Score } from './triggers/score.ts';

/** The number of sessions of newer versions in which calls that break a rule went well: fewer may be one odd session. */
const FEWEST = 5;
const FEWEST_SESSIONS = 2;
/** The highest acceptable probability that all of them slipped through a rule that still holds. */
const CHANCE = 0.01;

/**
 * Whether a rule of an agent's own tools ended with a version that no longer enforces it: in versions newer than any that refused
 * a call, calls that break it are on record, and none was refused. Some such calls always seem to go well, because a log does not
 * show everything that an agent knows; the number that did while the rule held shows how many may be chance.
 */
export function endedWithVersion({ claims }: ClaimGroup, { failed, workedIn }: Score, history: History): boolean {
  const refusing = claims.map(({ failure }) => history.clientOf(failure.call.session));
  const agents = new Set(refusing.map((client) => client?.agent));
  return [...agents].every((agent) => {
    const newest = newestOf(refusing.filter((client) => client?.agent === agent));
    if (newest === undefined) return false;
    let [before, since, sessions] = [0, 0, 0];
    for (const [session, worked] of workedIn) {
      const client = history.clientOf(session);
      if (client === undefined || client.agent !== agent) continue;
      const version = readVersion(client);
      if (version === undefined || compare(version, newest) <= 0) before += worked;
      else {
        since += worked;
        sessions += 1;
      }
    }
    if (since < FEWEST || sessions < FEWEST_SESSIONS) return false;
    return ((before + 1) / (failed + before + 1)) ** since <= CHANCE;
  });
}

/** Returns the newest version among clients; undefined if one of them is not known. */
function newestOf(clients: readonly (Client | undefined)[]): readonly number[] | undefined {
  const versions = clients.map((client) => client && readVersion(client));
  if (versions.some((version) => version === undefined)) return undefined;
  return versions
    .filter((version) => version !== undefined)
    .sort(compare)
    .at(-1);
}

function readVersion({ version }: Client): readonly number[] | undefined {
  return version !== undefined && /^v?\d{1,9}(?:\.\d{1,9}){1,3}$/.test(version)
    ? version.replace('v', '').split('.').map(Number)
    : undefined;
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
