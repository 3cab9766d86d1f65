import type { TeamConnection } from './connection.ts';
import type { SentWords } from './rows.ts';
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

/** Most groups have one row: leaving them out first saves most of the work of joining. $3 is the number of people, $4 the person. */
const MAY_CONCERN = 'group by project, key having count(*) >= $3 or bool_or(person = $4)';

/**
 * Lists the groups that changed and that may concern the asking person: they found it, or it has as many rows as people are needed.
 * Rows that were withdrawn count, so that a group which was sent once is always among them when it changes.
 */
export async function listTouched(db: TeamConnection, { people, me, ...asked }: AskedGroups): Promise<GroupName[]> {
  const { rows } = await db.query<GroupName>(
    `select project, key from seen where ${isChanged('seen', 'project, key', asked)} ${MAY_CONCERN}`,
    [asked.projects, asked.from, people, me],
  );
  return rows;
}

/** Which groups to join, and for whom. */
type JoinRequest = Omit<AskedGroups, 'from'> & { kinds: readonly string[] };

/** Groups, and the words that they use. */
interface JoinedWords {
  groups: JoinedGroup[];
  words: SentWords[];
}

/**
 * Joins all groups that may concern the asking person, or those that are named. A wording that too few people use cannot become a
 * lesson, and is left out; but what the asking person found comes with all its wordings, so that it can be said who else found it.
 *
 * Joins first by person, so that many machines of one person do not outweigh others, then over the people who use the same words.
 */
export async function joinGroups(
  db: TeamConnection,
  { kinds, people, me, projects }: JoinRequest,
  named?: readonly GroupName[],
): Promise<JoinedWords> {
  const wanted = named
    ? 'select * from unnest($5::text[], $6::text[])'
    : `select project, key from seen where project = any($1) ${MAY_CONCERN}`;
  const names = named ? [named.map(({ project }) => project), named.map(({ key }) => key)] : [];
  const most = (count: string) => `sum(least(${count}, ${MOST_PER_PERSON})) as ${count}`;
  const { rows } = await db.query<JoinedGroup & { text: string | null }>(
    `with holding as (
      select * from seen where project = any($1) and kind = any($2) and occurrences > 0 and (project, key) in (${wanted})
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
        count(*) filter (where failed > 0 and succeeded > failed * 2) as doubting,
        ${most('occurrences')}, ${most('sessions')}, ${most('failed')}, ${most('succeeded')},
        ${most('wasted_calls')}, ${most('wasted_minutes')}, min(first_at) as first_at, max(last_at) as last_at,
        max(first_at) filter (where place = $3) as ready_at
      from ranked left join ended
        on ended.project = ranked.project and ended.key = ranked.key and ended.kind = ranked.kind
      group by ranked.project, ranked.key, ranked.kind, words
      having count(*) >= $3 or (ranked.project, ranked.key) in (select project, key from holding where person = $4)
    )
    select joined.*, said.text from joined left join words as said on said.project = joined.project and said.id = joined.words
    order by joined.project, joined.key, joined.kind, joined.people desc, joined.words`,
    [projects, ['', ...kinds], people, me, ...names],
  );
  const words = new Map<string, SentWords>();
  const groups = rows.map(({ text, ...group }) => {
    const { project, words: id } = group;
    if (text !== null) words.set(`${project} ${id}`, { project, id, text });
    return group;
  });
  return { groups, words: [...words.values()] };
}
