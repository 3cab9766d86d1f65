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
  const groups = renew(before?.groups, fetched.groups, ['project', 'key'], fetched.touched);
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
    schema: 2,
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
    arms: renew(before?.arms, fetched.arms, ['project', 'arm', 'failures']),
    sizes: renew(before?.sizes, fetched.sizes, ['project']),
  };
}

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
