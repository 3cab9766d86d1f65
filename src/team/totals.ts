import type { TeamConnection } from './connection.ts';
import type { SentArm, SentDecision, SentOutcome } from './rows.ts';

/** What people decided about a group. */
export type JoinedDecision = Pick<SentDecision, 'project' | 'key' | 'scope' | 'verdict'> & { people: number };

/** What came of showing the lessons of a project to the whole team in one month. */
export type JoinedOutcome = Omit<SentOutcome, 'key' | 'machine'>;

/** Sessions of the whole team with and without hooks. */
export type JoinedArm = Pick<SentArm, 'project' | 'arm' | 'failures' | 'sessions'>;

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

/** Returns the condition for rows of a table that belong to a total that changed: $1 are the projects, $2 is the mark. */
export function isChanged(table: string, names: string, { from }: AskedChanges): string {
  return from === 0
    ? 'project = any($1) and $2::bigint = 0'
    : `project = any($1) and (${names}) in (select ${names} from ${table} where project = any($1) and changed >= $2)`;
}

/** Lists the groups about which a decision changed. */
export async function listDecided(db: TeamConnection, { projects, from }: AskedChanges): Promise<GroupName[]> {
  const { rows } = await db.query<GroupName>(
    'select distinct project, key from decision where project = any($1) and changed >= $2',
    [projects, from],
  );
  return rows;
}

/** Counts the people behind each decision about groups. Of the owners' decisions for everybody, the last one holds. */
export async function joinDecisions(db: TeamConnection, asked: AskedChanges): Promise<JoinedDecision[]> {
  const { rows } = await db.query<JoinedDecision>(
    `select project, key, scope, verdict, count(distinct person) as people from decision
     where ${isChanged('decision', 'project, key', asked)} and verdict <> 'withdrawn'
       and (scope = 'own' or not exists (select 1 from decision as later where later.project = decision.project
         and later.key = decision.key and later.scope = 'team' and later.changed > decision.changed))
     group by project, key, scope, verdict order by project, key`,
    [asked.projects, asked.from],
  );
  return rows;
}

/** Adds up outcomes by month: those of months that are past hardly change. */
export async function joinOutcomes(db: TeamConnection, { projects, from }: AskedChanges): Promise<JoinedOutcome[]> {
  const join = async (condition: string, values: readonly unknown[]) => {
    const { rows } = await db.query<JoinedOutcome>(
      `select project, month, sum(shown) as shown, sum(stopped) as stopped, sum(followed) as followed,
         sum(helped) as helped, sum(mistakes) as mistakes, sum(false_alarms) as false_alarms
       from outcome where ${condition} group by project, month order by project, month`,
      values,
    );
    return rows;
  };
  if (from === 0) return join('project = any($1)', [projects]);
  const { rows: changed } = await db.query<Pick<JoinedOutcome, 'project' | 'month'>>(
    'select distinct project, month from outcome where project = any($1) and changed >= $2',
    [projects, from],
  );
  if (changed.length === 0) return [];
  // Names the months, because PostgreSQL then plans and reads their partitions alone.
  return join('month = any($2) and (project, month) in (select * from unnest($1::text[], $2::int[]))', [
    changed.map(({ project }) => project),
    changed.map(({ month }) => month),
  ]);
}

/** The most sessions of one person that count in an arm of a project: one member must not outweigh the team. */
const MOST_SESSIONS_PER_PERSON = 1_000;

/** Adds up sessions with and without hooks. Of a person with too many, the same share of every kind counts. */
export async function joinArms(db: TeamConnection, asked: AskedChanges): Promise<JoinedArm[]> {
  const limit = MOST_SESSIONS_PER_PERSON;
  const counted = `sum(case when total <= ${limit} then sessions else sessions * ${limit} / total end)`;
  const { rows } = await db.query<JoinedArm>(
    `with persons as (
       select project, arm, failures, person, sum(sessions) as sessions
       from arm where ${isChanged('arm', 'project, arm', asked)} group by project, arm, failures, person
     ),
     shares as (
       select project, arm, failures, sessions,
         cast(sum(sessions) over (partition by project, arm, person) as bigint) as total
       from persons
     )
     select project, arm, failures, ${counted} as sessions from shares
     group by project, arm, failures having ${counted} > 0 order by project, arm, failures`,
    [asked.projects, asked.from],
  );
  return rows;
}

/** Counts the people and machines of each project. */
export async function countPeople(db: TeamConnection, asked: AskedChanges): Promise<ProjectSize[]> {
  const { rows } = await db.query<ProjectSize>(
    `select project, count(distinct person) as people, count(distinct machine) as machines
     from machine where ${isChanged('machine', 'project', asked)} group by project order by project`,
    [asked.projects, asked.from],
  );
  return rows;
}
