import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TeamEngine } from './engine.ts';
import { type JoinedGroup, joinGroups, listTouched } from './join.ts';
import {
  ARM_KEY,
  DECISION_KEY,
  OUTCOME_COUNTS,
  OUTCOME_KEY,
  own,
  put,
  putMachines,
  putSeen,
  putWords,
  removeMachines,
} from './put-rows.ts';
import {
  type ArmTable,
  type DecisionTable,
  MONTHLY,
  type OutcomeTable,
  type SeenTable,
  type TeamTables,
} from './schema.ts';
import {
  countPeople,
  type GroupName,
  type JoinedArm,
  type JoinedDecision,
  type JoinedOutcome,
  joinArms,
  joinDecisions,
  joinOutcomes,
  listDecided,
  type ProjectSize,
} from './totals.ts';

/** A row as a machine sends it: who sends it, and in which order, the store knows. */
type Sent<T> = Omit<T, 'person' | 'changed'>;
export type SentSeen = Sent<SeenTable>;
export type SentOutcome = Sent<OutcomeTable>;
export type SentArm = Sent<ArmTable>;
export type SentDecision = Sent<DecisionTable>;
export type SentWords = TeamTables['words'];

/** Rows that are sent together, in one transaction. */
export interface Parcel {
  words: readonly SentWords[];
  seen: readonly SentSeen[];
  outcomes: readonly SentOutcome[];
  arms: readonly SentArm[];
  decisions: readonly SentDecision[];
}

/** What is fetched: everything, or what changed since the last time. What changed comes with its new totals. */
export interface Fetched {
  isWhole: boolean;
  generation: number;
  /** To be given next time. */
  horizon: number;
  groups: JoinedGroup[];
  /** Groups that changed: those that are not in `groups` are gone, or have too few finders by now. */
  touched: GroupName[];
  words: SentWords[];
  /** Groups about which somebody decided: those that are not in `decisions` have no decision any more. */
  decided: GroupName[];
  decisions: JoinedDecision[];
  outcomes: JoinedOutcome[];
  arms: JoinedArm[];
  sizes: ProjectSize[];
}

/** What to fetch. */
export interface FetchRequest {
  projects: readonly string[];
  /** The kinds of machine and client that concern this machine, besides the empty one. */
  kinds: readonly string[];
  /** The number of people who have to find a group before it is sent to others. */
  people: number;
  /** The state of the last time, if there was one. */
  since?: { horizon: number; generation: number };
}

/** The tables with rows of people, but for `machine`, which follows from `seen`. */
const OWNED = ['seen', 'outcome', 'arm', 'decision'] as const;

/** How often rows are sent of which an owner prunes the month at the same moment. */
const ATTEMPTS = 10;

/** Whose rows are meant: those of a person, of a project, or of a person in a project. */
interface Chosen {
  person?: string;
  project?: string;
}

function isChosen({ person, project }: Chosen): RawBuilder<boolean> {
  const conditions = [
    ...(person === undefined ? [] : [sql`person = ${person}`]),
    ...(project === undefined ? [] : [sql`project = ${project}`]),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The queries on a team's database. */
export class TeamStore {
  readonly #engine: TeamEngine;

  constructor(engine: TeamEngine) {
    this.#engine = engine;
  }

  me(): Promise<string> {
    return this.#engine.me();
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  /** Returns the state of the database. */
  state(): Promise<{ version: number; needs: number; generation: number; horizon: number }> {
    return this.#engine.transaction(
      async (db) => ({
        ...(await db.selectFrom('team').select(['version', 'needs', 'generation']).executeTakeFirstOrThrow()),
        horizon: await this.#engine.horizon(db),
      }),
      { isReading: true },
    );
  }

  /** Stores rows of the connected person. The same rows may be sent again: they replace themselves. */
  async send(parcel: Parcel): Promise<void> {
    const { seen, outcomes, arms } = parcel;
    const months = [...new Set([...seen, ...outcomes, ...arms].map(({ month }) => month))];
    for (let attempt = 1; ; attempt++) {
      // Not in the same transaction: a new month locks its tables, and others would wait in a circle.
      await this.#engine.prepareMonths(months);
      try {
        return await this.#store(parcel);
      } catch (error) {
        if (attempt === ATTEMPTS || !this.#engine.isMonthGone(error)) throw error;
      }
    }
  }

  async #store({ words, seen, outcomes, arms, decisions }: Parcel): Promise<void> {
    const me = await this.me();
    await this.#engine.transaction(async (db) => {
      const changed = await this.#engine.mark(db);
      if (words.length > 0) {
        await this.#engine.load(db, 'words', words);
        await putWords(db);
      }
      if (seen.length > 0) {
        await this.#engine.load(db, 'seen', own(seen, me));
        await putSeen(db, me, changed);
        await putMachines(db, changed);
      }
      if (outcomes.length > 0) {
        await this.#engine.load(db, 'outcome', own(outcomes, me));
        await put(db, 'outcome', OUTCOME_KEY, OUTCOME_COUNTS, changed);
      }
      if (arms.length > 0) {
        await this.#engine.load(db, 'arm', own(arms, me));
        await put(db, 'arm', ARM_KEY, ['sessions'], changed);
      }
      if (decisions.length > 0) {
        await this.#engine.load(db, 'decision', own(decisions, me));
        await put(db, 'decision', DECISION_KEY, ['verdict', 'at'], changed);
      }
    });
  }

  /** Returns what the team knows about some projects, as far as it changed and as enough people, or this person, found it. */
  async fetch({ projects, kinds, people, since }: FetchRequest): Promise<Fetched> {
    const me = await this.me();
    const read = async (db: Kysely<TeamTables>): Promise<Fetched> => {
      const horizon = await this.#engine.horizon(db);
      const { generation } = await db.selectFrom('team').select('generation').executeTakeFirstOrThrow();
      // A horizon that fell belongs to another database, restored from a copy.
      const isKnown = since !== undefined && since.generation === generation && since.horizon <= horizon;
      const from = isKnown ? since.horizon : 0;
      const state = { isWhole: !isKnown, generation, horizon };
      if (projects.length === 0)
        return {
          ...state,
          groups: [],
          touched: [],
          words: [],
          decided: [],
          decisions: [],
          outcomes: [],
          arms: [],
          sizes: [],
        };
      const asked = { projects, from };
      const touched = isKnown ? await listTouched(db, { ...asked, people, me }) : undefined;
      const { groups, words } = await joinGroups(db, { projects, kinds, people, me }, touched);
      const decided = isKnown ? await listDecided(db, asked) : [];
      return {
        ...state,
        groups,
        touched: touched ?? [],
        words,
        decided,
        decisions: isKnown && decided.length === 0 ? [] : await joinDecisions(db, asked),
        outcomes: await joinOutcomes(db, asked),
        arms: await joinArms(db, asked),
        sizes: await countPeople(db, asked),
      };
    };
    return this.#engine.transaction(read, { isReading: true });
  }

  /** Returns those of some projects in which anybody found a group, facts about tools and machines first. */
  async findProjects(key: string, projects: readonly string[]): Promise<string[]> {
    const rows = await this.#engine.transaction(
      (db) =>
        db
          .selectFrom('seen')
          .select('project')
          .distinct()
          .where('project', 'in', projects)
          .where('key', '=', key)
          .where('occurrences', '>', 0)
          .orderBy('project')
          .execute(),
      { isReading: true },
    );
    return rows.map(({ project }) => project);
  }

  /** Lists who sent something: pseudonyms, and how much. */
  async people(): Promise<{ person: string; machines: number; groups: number; last_at: number }[]> {
    return this.#engine.transaction(
      (db) =>
        db
          .selectFrom('seen')
          .select(({ fn }) => [
            'person',
            fn.count<number>('machine').distinct().as('machines'),
            fn.countAll<number>().as('groups'),
            fn.max<number>('last_at').as('last_at'),
          ])
          .groupBy('person')
          .orderBy('person')
          .execute(),
      { isReading: true },
    );
  }

  /** Counts what `forget` would delete. */
  countRows(which: Chosen): Promise<number> {
    return this.#count(OWNED, isChosen(which));
  }

  /** Counts what `prune` would delete. */
  countOlder(before: number): Promise<number> {
    return this.#count(MONTHLY, sql<boolean>`month < ${before}`);
  }

  #count(tables: readonly (keyof TeamTables)[], which: RawBuilder<boolean>): Promise<number> {
    return this.#engine.transaction(
      async (db) => {
        let total = 0;
        for (const table of tables) {
          const { rows } = await sql<{
            rows: number;
          }>`select count(*) as rows from ${sql.table(table)} where ${which}`.execute(db);
          total += rows[0]?.rows ?? 0;
        }
        return total;
      },
      { isReading: true },
    );
  }

  /** Lists the words that groups of one machine of the connected person use and that are gone, with their project. */
  async missingWords(machine: string): Promise<{ project: string; id: string }[]> {
    const me = await this.me();
    return this.#engine.transaction(
      (db) =>
        db
          .selectFrom('seen')
          .select(['project', 'words as id'])
          .distinct()
          .where('person', '=', me)
          .where('machine', '=', machine)
          .where(
            sql<boolean>`not exists (select 1 from words where words.project = seen.project and words.id = seen.words)`,
          )
          .orderBy('project')
          .orderBy('id')
          .execute(),
      { isReading: true },
    );
  }

  /** Deletes what people or projects sent, and the words that nobody else uses. Returns the number of rows of people. */
  forget(which: Chosen): Promise<number> {
    return this.#remove(async (db) => {
      let rows = 0;
      for (const table of OWNED) {
        const removed = await db.deleteFrom(table).where(isChosen(which)).executeTakeFirst();
        rows += Number(removed.numDeletedRows);
      }
      return rows;
    });
  }

  /** Deletes groups that nobody saw since a month, and outcomes of the months before it. Returns the number of rows. */
  prune(before: number): Promise<number> {
    return this.#remove((db) => this.#engine.dropMonths(db, before));
  }

  /** Deletes rows and what depends on them. In one transaction: otherwise, nobody might be told that something is gone. */
  #remove(work: (db: Kysely<TeamTables>) => Promise<number>): Promise<number> {
    return this.#engine.transaction(async (db) => {
      const rows = await work(db);
      await removeMachines(db);
      const words = await this.#engine.dropWords(db);
      if (rows + words > 0) await startAnew(db);
      return rows;
    });
  }
}

/** Makes everybody fetch everything again, because deleted rows leave no trace. */
async function startAnew(db: Kysely<TeamTables>): Promise<void> {
  await db
    .updateTable('team')
    .set((expression) => ({ generation: expression('generation', '+', 1) }))
    .execute();
}
