import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ArmTable, DecisionTable, OutcomeTable, TeamTables } from './schema.ts';

/** What people decided about a group. */
export type JoinedDecision = Pick<DecisionTable, 'project' | 'key' | 'scope' | 'verdict'> & { people: number };

/** What came of showing the lessons of a project to the whole team in one month. */
export type JoinedOutcome = Omit<OutcomeTable, 'key' | 'person' | 'machine' | 'changed'>;

/** Sessions of the whole team with and without hooks. */
export type JoinedArm = Pick<ArmTable, 'project' | 'arm' | 'failures' | 'sessions'>;

/** The people and machines that sent something about a project. */
export interface ProjectSize {
  project: string;
  people: number;
  machines: number;
}

/** A failure group. */
export interface GroupName {
  project: string;
  key: string;
}

/** The projects that are asked for, and the mark from which on a change is new; 0 for everything. */
export interface AskedChanges {
  projects: readonly string[];
  from: number;
}

/** Returns the condition for rows of a table that belong to a total that changed. */
export function isChanged(
  table: keyof TeamTables,
  names: readonly string[],
  { projects, from }: AskedChanges,
): RawBuilder<boolean> {
  const asked = sql<boolean>`project in (${sql.join(projects)})`;
  if (from === 0) return asked;
  const list = sql.join(names.map((name) => sql.ref(name)));
  return sql<boolean>`${asked} and (${list}) in (select ${list} from ${sql.table(table)} where ${asked} and changed >= ${from})`;
}

/** Lists the groups about which a decision changed. */
export function listDecided(db: Kysely<TeamTables>, { projects, from }: AskedChanges): Promise<GroupName[]> {
  return db
    .selectFrom('decision')
    .select(['project', 'key'])
    .distinct()
    .where('project', 'in', projects)
    .where('changed', '>=', from)
    .execute();
}

/** Counts the people behind each decision about groups. Of the owners' decisions for everybody, the last one holds. */
export function joinDecisions(db: Kysely<TeamTables>, asked: AskedChanges): Promise<JoinedDecision[]> {
  return db
    .selectFrom('decision')
    .select([
      'project',
      'key',
      'scope',
      'verdict',
      (expression) => expression.fn.count<number>('person').distinct().as('people'),
    ])
    .where(isChanged('decision', ['project', 'key'], asked))
    .where('verdict', '<>', 'withdrawn')
    .where(
      sql<boolean>`(scope = 'own' or not exists (select 1 from decision as later where later.project = decision.project
        and later.key = decision.key and later.scope = 'team' and later.changed > decision.changed))`,
    )
    .groupBy(['project', 'key', 'scope', 'verdict'])
    .orderBy('project')
    .orderBy('key')
    .execute();
}

/** Adds up outcomes by month: those of months that are past hardly change. */
export async function joinOutcomes(db: Kysely<TeamTables>, { projects, from }: AskedChanges): Promise<JoinedOutcome[]> {
  const changed =
    from === 0
      ? undefined
      : await db
          .selectFrom('outcome')
          .select(['project', 'month'])
          .distinct()
          .where('project', 'in', projects)
          .where('changed', '>=', from)
          .execute();
  if (changed?.length === 0) return [];
  return db
    .selectFrom('outcome')
    .select(({ fn }) => [
      'project',
      'month',
      fn.sum<number>('shown').as('shown'),
      fn.sum<number>('stopped').as('stopped'),
      fn.sum<number>('followed').as('followed'),
      fn.sum<number>('helped').as('helped'),
      fn.sum<number>('mistakes').as('mistakes'),
      fn.sum<number>('false_alarms').as('false_alarms'),
    ])
    .where(changed ? isIn(changed) : sql<boolean>`project in (${sql.join(projects)})`)
    .groupBy(['project', 'month'])
    .orderBy('project')
    .orderBy('month')
    .execute();
}

/** Names the months, because PostgreSQL then plans and reads their partitions alone. */
function isIn(months: readonly Pick<OutcomeTable, 'project' | 'month'>[]): RawBuilder<boolean> {
  const pairs = months.map(({ project, month }) => sql`(${project}, ${sql.lit(month)})`);
  const all = [...new Set(months.map(({ month }) => month))].map((month) => sql.lit(month));
  return sql<boolean>`month in (${sql.join(all)}) and (project, month) in (${sql.join(pairs)})`;
}

/** The most sessions of one person that count in an arm of a project: one member must not outweigh the team. */
const MOST_SESSIONS_PER_PERSON = 1_000;

/** Adds up sessions with and without hooks. Of a person with too many, the same share of every kind counts. */
export async function joinArms(db: Kysely<TeamTables>, asked: AskedChanges): Promise<JoinedArm[]> {
  const limit = sql.lit(MOST_SESSIONS_PER_PERSON);
  const counted = sql`sum(case when total <= ${limit} then sessions else sessions * ${limit} / total end)`;
  const { rows } = await sql<JoinedArm>`
    with persons as (
      select project, arm, failures, person, cast(sum(sessions) as bigint) as sessions
      from arm where ${isChanged('arm', ['project', 'arm'], asked)} group by project, arm, failures, person
    ),
    shares as (
      select project, arm, failures, sessions, cast(sum(sessions) over (partition by project, arm, person) as bigint) as total
      from persons
    )
    select project, arm, failures, ${counted} as sessions from shares
    group by project, arm, failures having ${counted} > 0 order by project, arm, failures`.execute(db);
  return rows;
}

/** Counts the people and machines of each project. */
export function countPeople(db: Kysely<TeamTables>, asked: AskedChanges): Promise<ProjectSize[]> {
  return db
    .selectFrom('machine')
    .select(({ fn }) => [
      'project',
      fn.count<number>('person').distinct().as('people'),
      fn.count<number>('machine').distinct().as('machines'),
    ])
    .where(isChanged('machine', ['project'], asked))
    .groupBy('project')
    .orderBy('project')
    .execute();
}
