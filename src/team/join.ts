import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TeamTables } from './schema.ts';
import { type AskedChanges, type GroupName, isChanged } from './totals.ts';

/** What the team knows of one failure group, for one wording. */
export interface JoinedGroup {
  project: string;
  key: string;
  kind: string;
  words: string;
  /** The people and machines that found it. */
  people: number;
  machines: number;
  /** The people for whom it no longer holds, and the latest time at which one of them saw that. */
  over: number;
  over_at: number;
  /** The people among its finders for whom what it calls wrong mostly works. */
  doubting: number;
  occurrences: number;
  sessions: number;
  failed: number;
  succeeded: number;
  wasted_calls: number;
  wasted_minutes: number;
  first_at: number;
  last_at: number;
  /** When the last person that is needed saw it first; null if there are too few. */
  ready_at: number | null;
}

/** The most that one person counts for in a sum: one member must not outweigh the team. */
const MOST_PER_PERSON = 1_000;

/** Who asks for groups: what fewer `people` found is not sent, unless the asking person is one of them. */
interface AskedGroups extends AskedChanges {
  people: number;
  /** The pseudonym of the person who asks. */
  me: string;
}

/**
 * Lists the groups that changed and that may concern the asking person: they found it, or it has as many rows as people are needed.
 * Rows that were withdrawn count, so that a group which was sent once is always among them when it changes.
 */
export async function listTouched(db: Kysely<TeamTables>, asked: AskedGroups): Promise<GroupName[]> {
  return (await selectCandidates(asked).execute(db)).rows;
}

/** Most groups have one row: leaving them out first saves most of the work of joining. */
function selectCandidates({ people, me, ...asked }: AskedGroups): RawBuilder<GroupName> {
  return sql<GroupName>`select project, key from seen where ${isChanged('seen', ['project', 'key'], asked)}
    group by project, key having count(*) >= ${people} or max(case when person = ${me} then 1 else 0 end) = 1`;
}

/** The number of groups that are joined in one query: SQLite has an upper bound for parameters. */
const MOST_NAMED = 1_000;

/**
 * Joins all groups that may concern the asking person, or those that are named. A wording that too few people use cannot become a
 * lesson, and is left out; but what the asking person found comes with all its wordings, so that it can be said who else found it.
 */
export async function joinGroups(
  db: Kysely<TeamTables>,
  request: JoinRequest,
  named?: readonly GroupName[],
): Promise<JoinedWords> {
  if (!named) return join(db, request, sql<boolean>`(project, key) in (${selectCandidates({ ...request, from: 0 })})`);
  const all: JoinedWords = { groups: [], words: [] };
  const isNamed = new Set(named.map(({ project, key }) => `${project} ${key}`));
  for (let at = 0; at < named.length; at += MOST_NAMED) {
    const keys = named.slice(at, at + MOST_NAMED).map(({ key }) => key);
    const { groups, words } = await join(db, request, sql<boolean>`key in (${sql.join([...new Set(keys)])})`);
    // The same key may be that of a group in another project, which did not change.
    all.groups.push(...groups.filter(({ project, key }) => isNamed.has(`${project} ${key}`)));
    all.words.push(...words);
  }
  return all;
}

/** Which groups to join, and for whom. */
type JoinRequest = Omit<AskedGroups, 'from'> & { kinds: readonly string[] };

/** Groups, and the words that they use. */
interface JoinedWords {
  groups: JoinedGroup[];
  words: TeamTables['words'][];
}

/** Joins first by person, so that many machines of one person do not outweigh others, then over the people who use the same words. */
async function join(
  db: Kysely<TeamTables>,
  { kinds, people, me, projects }: JoinRequest,
  isWanted: RawBuilder<boolean>,
): Promise<JoinedWords> {
  const limit = sql.lit(MOST_PER_PERSON);
  const most = (count: string) =>
    sql`sum(case when ${sql.ref(count)} < ${limit} then ${sql.ref(count)} else ${limit} end)`;
  const { rows } = await sql<JoinedGroup & { text: string | null }>`
    with holding as (
      select project, key, kind, words, person, state, machine, occurrences, sessions, failed, succeeded, wasted_calls,
        wasted_minutes, first_at, last_at
      from seen where project in (${sql.join(projects)}) and ${isWanted}
        and kind in (${sql.join(['', ...kinds])}) and occurrences > 0
    ),
    persons as (
      select project, key, kind, words, person, count(distinct machine) as machines, sum(occurrences) as occurrences,
        sum(sessions) as sessions, sum(failed) as failed, sum(succeeded) as succeeded, sum(wasted_calls) as wasted_calls,
        sum(wasted_minutes) as wasted_minutes, min(first_at) as first_at, max(last_at) as last_at
      from holding where state <> 'over' group by project, key, kind, words, person
    ),
    ranked as (
      select *, row_number() over (partition by project, key, kind, words order by first_at, person) as place from persons
    ),
    ended as (
      select project, key, kind, count(distinct person) as over_people, max(last_at) as over_at
      from holding where state = 'over' group by project, key, kind
    ),
    joined as (
      select ranked.project, ranked.key, ranked.kind, words, count(*) as people, sum(machines) as machines,
        coalesce(max(over_people), 0) as "over", coalesce(max(over_at), 0) as over_at,
        sum(case when failed > 0 and succeeded > failed * 2 then 1 else 0 end) as doubting,
        ${most('occurrences')} as occurrences, ${most('sessions')} as sessions, ${most('failed')} as failed,
        ${most('succeeded')} as succeeded, ${most('wasted_calls')} as wasted_calls, ${most('wasted_minutes')} as wasted_minutes,
        min(first_at) as first_at, max(last_at) as last_at,
        max(case when place = ${people} then first_at end) as ready_at
      from ranked left join ended
        on ended.project = ranked.project and ended.key = ranked.key and ended.kind = ranked.kind
      group by ranked.project, ranked.key, ranked.kind, words
      having count(*) >= ${people} or (ranked.project, ranked.key) in (select project, key from holding where person = ${me})
    )
    select joined.*, said.text from joined left join words as said on said.project = joined.project and said.id = joined.words
    order by joined.project, joined.key, joined.kind, joined.people desc, joined.words`.execute(db);
  const words = new Map<string, TeamTables['words']>();
  const groups = rows.map(({ text, ...group }) => {
    const { project, words: id } = group;
    if (text !== null) words.set(`${project} ${id}`, { project, id, text });
    return group;
  });
  return { groups, words: [...words.values()] };
}
