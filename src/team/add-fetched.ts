import type { JoinedGroup } from './join.ts';
import { hashTeam, type TeamKnowledge } from './knowledge.ts';
import type { Fetched } from './store.ts';
import { acceptWords, type TeamWords } from './team-words.ts';

/** Adds what was fetched to what was known. Words are checked once, when they arrive. */
export async function addFetched(
  known: TeamKnowledge | undefined,
  fetched: Fetched,
  now: { at: Date; url: string } & Pick<TeamKnowledge, 'people' | 'roots' | 'projects' | 'kinds'>,
): Promise<TeamKnowledge> {
  const before = fetched.isWhole ? undefined : known;
  const fresh = fetched.groups.map((group) => withPossibleTimes(group, now.at));
  const groups = renew(before?.groups, fresh, ['project', 'key'], fetched.touched);
  const words: Record<string, TeamWords> = {};
  const refused: Record<string, string> = {};
  const used = new Set(groups.map((group) => group.words));
  for (const [id, text] of Object.entries(before?.words ?? {})) if (used.has(id)) words[id] = text;
  for (const [id, reason] of Object.entries(before?.refused ?? {})) if (used.has(id)) refused[id] = reason;
  for (const { id, text } of fetched.words) {
    if (words[id] || refused[id] !== undefined) continue;
    const accepted = await acceptWords(id, text);
    if ('refused' in accepted) refused[id] = accepted.refused;
    else words[id] = accepted;
  }
  return {
    schema: 3,
    at: now.at.toISOString(),
    team: hashTeam(now.url),
    people: now.people,
    horizon: fetched.horizon,
    generation: fetched.generation,
    roots: now.roots,
    projects: now.projects,
    kinds: now.kinds,
    groups,
    words,
    refused,
    decisions: renew(before?.decisions, fetched.decisions, ['project', 'key'], fetched.decided),
    outcomes: renew(before?.outcomes, fetched.outcomes, ['project', 'month']),
    arms: renew(before?.arms, fetched.arms, ['project', 'arm']),
    sizes: renew(before?.sizes, fetched.sizes, ['project']),
  };
}

/**
 * Moves times that cannot be to the nearest that can: one member could otherwise keep a lesson from ever being over, or send a time
 * that is no date.
 */
function withPossibleTimes(group: JoinedGroup, now: Date): JoinedGroup {
  const possible = (time: number) => Math.min(Math.max(time, EARLIEST), now.getTime() + DAY);
  const { first_at, last_at, over_at, ready_at } = group;
  return {
    ...group,
    first_at: possible(first_at),
    last_at: possible(last_at),
    over_at: over_at === 0 ? 0 : possible(over_at),
    ready_at: ready_at === null ? null : possible(ready_at),
  };
}

const DAY = 86_400_000;
const EARLIEST = Date.UTC(2020, 0, 1);

/** Puts new rows in the place of those that changed. */
function renew<Row, Name extends keyof Row>(
  known: readonly Row[] = [],
  fresh: readonly Row[],
  names: readonly Name[],
  changed: readonly Pick<Row, Name>[] = fresh,
): Row[] {
  const nameOf = (row: Pick<Row, Name>) => names.map((name) => row[name]).join(' ');
  const gone = new Set(changed.map(nameOf));
  return [...known.filter((row) => !gone.has(nameOf(row))), ...fresh];
}
