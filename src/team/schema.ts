import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * The tables that a team shares, the same in PostgreSQL and SQLite. Times are milliseconds since 1970. Every key begins with the
 * project, so that an engine that distributes rows over machines can distribute these by project.
 */
export interface TeamTables {
  team: TeamTable;
  words: WordsTable;
  seen: SeenTable;
  machine: MachineTable;
  outcome: OutcomeTable;
  arm: ArmTable;
  decision: DecisionTable;
}

/** One row: the team itself. */
interface TeamTable {
  id: number;
  /** The version of these tables. */
  version: number;
  /** The lowest version of the tables that a client must know to use them. */
  needs: number;
  /** Makes pseudonyms of people unpredictable; members cannot read it. */
  salt: string;
  /** Rises whenever rows are deleted: everybody fetches everything again. */
  generation: number;
  /** Counts changes, in a database that has no transaction ids. */
  clock: number;
}

/** The words of a lesson, as JSON; the id is a hash of them, so that nobody can change the words behind an id. */
interface WordsTable {
  project: string;
  id: string;
  text: string;
}

/** A failure group of one person on one machine: one row, in the month in which it was last seen. */
export interface SeenTable {
  /** A hash of the repository's address, or `*` for facts about tools, which hold in every project. */
  project: string;
  /** The fingerprint of the lesson. */
  key: string;
  /** The kind of machine or client for which it holds: `linux/bash`, `claude-code/2`; empty if it holds everywhere. */
  kind: string;
  person: string;
  machine: string;
  /** Year and month, such as 202611: the tables are partitioned by it. */
  month: number;
  words: string;
  /** `ready`: this machine tells it. `once`: it would, if it came up again. `over`: it no longer holds there. */
  state: string;
  /** The agents that were used, separated by commas. */
  agents: string;
  /** The version of hardwon that sent it. */
  sender: string;
  /** Zero once this machine no longer finds it. */
  occurrences: number;
  sessions: number;
  failed: number;
  succeeded: number;
  wasted_calls: number;
  wasted_minutes: number;
  first_at: number;
  last_at: number;
  /** Orders changes; see `TeamEngine.horizon`. */
  changed: number;
}

/** A machine that sent groups of a project: counting these takes no look at the groups. */
interface MachineTable {
  project: string;
  person: string;
  machine: string;
  /** When it sent the first one. */
  changed: number;
}

/** What came of showing a lesson, in one month on one machine. */
export interface OutcomeTable {
  project: string;
  key: string;
  person: string;
  machine: string;
  month: number;
  shown: number;
  stopped: number;
  followed: number;
  helped: number;
  mistakes: number;
  false_alarms: number;
  changed: number;
}

/** Sessions of the comparison with and without hooks, by their number of known failures. */
export interface ArmTable {
  project: string;
  person: string;
  machine: string;
  month: number;
  arm: string;
  failures: number;
  sessions: number;
  changed: number;
}

/** A decision of a person about a lesson. */
export interface DecisionTable {
  project: string;
  key: string;
  person: string;
  /** `own`: for this person. `team`: an owner decided for everybody. */
  scope: string;
  /** `confirmed`, `rejected` or `promoted`. */
  verdict: string;
  at: number;
  changed: number;
}

/** The most characters of the words of a lesson, printed. */
export const MOST_TEXT = 4_000;

/** The tables that are partitioned by month. */
export const MONTHLY = ['seen', 'outcome', 'arm'] as const;

/** Creates the tables. Never change a migration that was released: add another, which older clients must survive. */
const migrations: readonly ((db: Kysely<TeamTables>, isPostgres: boolean) => Promise<void>)[] = [createTables];

/** The version of the tables that this program knows. */
export const TEAM_VERSION = migrations.length;

/**
 * Creates the tables of a team, or brings them up to date; newer ones stay as they are.
 *
 * @param version that of the tables, 0 if there are none
 */
export async function migrateTeam(db: Kysely<TeamTables>, version: number, isPostgres: boolean): Promise<void> {
  for (const migration of migrations.slice(version)) await migration(db, isPostgres);
  if (version === 0)
    await db
      .insertInto('team')
      .values({
        id: 1,
        version: TEAM_VERSION,
        needs: 1,
        salt: randomBytes(16).toString('hex'),
        generation: 1,
        clock: 0,
      })
      .execute();
  else if (version < TEAM_VERSION) await db.updateTable('team').set({ version: TEAM_VERSION }).execute();
}

async function createTables({ schema }: Kysely<TeamTables>, isPostgres: boolean): Promise<void> {
  const byMonth = isPostgres ? sql`partition by range (month)` : sql``;
  await schema
    .createTable('team')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('needs', 'integer', (column) => column.notNull())
    .addColumn('salt', 'text', (column) => column.notNull())
    .addColumn('generation', 'bigint', (column) => column.notNull())
    .addColumn('clock', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('words')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('words_key', ['project', 'id'])
    .addCheckConstraint('words_size', sql`length(text) <= ${sql.lit(MOST_TEXT)}`)
    .execute();
  await schema
    .createTable('seen')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('agents', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('occurrences', 'integer', (column) => column.notNull())
    .addColumn('sessions', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('succeeded', 'integer', (column) => column.notNull())
    .addColumn('wasted_calls', 'integer', (column) => column.notNull())
    .addColumn('wasted_minutes', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('seen_key', ['project', 'key', 'kind', 'person', 'machine', 'month'])
    .addCheckConstraint('seen_state', sql`state in ('ready', 'once', 'over')`)
    .addCheckConstraint('seen_counts', sql`occurrences >= 0 and sessions >= 0 and first_at <= last_at`)
    .modifyEnd(byMonth)
    .execute();
  await schema.createIndex('seen_changed').on('seen').columns(['project', 'changed']).execute();
  await schema.createIndex('seen_person').on('seen').columns(['person']).execute();
  await schema
    .createTable('machine')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('machine_key', ['project', 'person', 'machine'])
    .execute();
  await schema.createIndex('machine_changed').on('machine').columns(['project', 'changed']).execute();
  await schema
    .createTable('outcome')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('shown', 'integer', (column) => column.notNull())
    .addColumn('stopped', 'integer', (column) => column.notNull())
    .addColumn('followed', 'integer', (column) => column.notNull())
    .addColumn('helped', 'integer', (column) => column.notNull())
    .addColumn('mistakes', 'integer', (column) => column.notNull())
    .addColumn('false_alarms', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('outcome_key', ['project', 'key', 'person', 'machine', 'month'])
    .modifyEnd(byMonth)
    .execute();
  await schema.createIndex('outcome_changed').on('outcome').columns(['project', 'changed']).execute();
  await schema
    .createTable('arm')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('month', 'integer', (column) => column.notNull())
    .addColumn('arm', 'text', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('sessions', 'integer', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('arm_key', ['project', 'arm', 'failures', 'person', 'machine', 'month'])
    .addCheckConstraint('arm_name', sql`arm in ('told', 'held-out')`)
    .modifyEnd(byMonth)
    .execute();
  await schema.createIndex('arm_changed').on('arm').columns(['project', 'changed']).execute();
  await schema
    .createTable('decision')
    .addColumn('project', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('changed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('decision_key', ['project', 'key', 'person', 'scope'])
    .addCheckConstraint('decision_scope', sql`scope in ('own', 'team')`)
    .addCheckConstraint('decision_verdict', sql`verdict in ('confirmed', 'rejected', 'promoted', 'withdrawn')`)
    .execute();
  await schema.createIndex('decision_changed').on('decision').columns(['project', 'changed']).execute();
}
