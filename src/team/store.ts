import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';
import { TeamConnection } from './connection.ts';
import { isOffline } from './explain-error.ts';
import { TEAM_VERSION } from './init-tables.ts';
import { type JoinedGroup, joinGroups, listTouched } from './join.ts';
import { put, putSeen, putWords } from './put-rows.ts';
import type { Parcel, SentWords } from './rows.ts';
import { readTeamUrl } from './team-url.ts';
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

/** Whose rows are meant: those of a person, of a project, or of a person in a project. */
interface Chosen {
  person?: string;
  project?: string;
}

const IS_CHOSEN = '($1::text is null or person = $1) and ($2::text is null or project = $2)';

/** The tables with rows of people, but for `machine`, which follows from `seen`. */
const OWNED = ['seen', 'outcome', 'arm', 'decision'];
/** The tables that are partitioned by month. */
const MONTHLY = ['seen', 'outcome', 'arm'];

/** How often rows are sent of which an owner prunes the month at the same moment. */
const SEND_ATTEMPTS = 10;
/** A full server frees a connection within a moment. */
const OPEN_ATTEMPTS = 4;

/** Connects to the database of a team. */
export async function openTeam(url: string, env: Environment): Promise<TeamStore> {
  const place = readTeamUrl(url);
  for (let attempt = 1; ; attempt++) {
    try {
      return await check(new TeamStore(await TeamConnection.open(place, env)));
    } catch (error) {
      if (attempt === OPEN_ATTEMPTS || !isFull(error)) throw error;
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Refuses tables that only a newer version understands. Newer tables that say nothing of the kind can be used. */
async function check(store: TeamStore): Promise<TeamStore> {
  const { needs } = await store.state().catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  if (needs <= TEAM_VERSION) return store;
  await store.close();
  throw new AppError('conflict', "The team's database needs a newer hardwon.", {
    hint: 'Update it: npm install --global hardwon',
  });
}

function isFull(error: unknown): boolean {
  const cause = isOffline(error) && error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === '53300' || cause.code === '57P03');
}

/** The queries on a team's database. */
export class TeamStore {
  readonly #db: TeamConnection;
  #me?: Promise<string>;

  constructor(db: TeamConnection) {
    this.#db = db;
  }

  /** Returns the pseudonym of the person who is connected. */
  me(): Promise<string> {
    this.#me ??= this.#db.query<{ me: string }>('select hardwon.me() as me').then(({ rows }) => rows[0]?.me ?? '');
    return this.#me;
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  /**
   * Returns the state of the database. Below the horizon, every change is visible by now. What is fetched next time has this mark or a
   * higher one: nothing that was committed late is missed, and something may come twice.
   */
  async state(): Promise<{ needs: number; generation: number; horizon: number }> {
    const { rows } = await this.#db.query<{ needs: number; generation: number; horizon: number }>(
      'select needs, generation, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon from team',
    );
    return rows[0] ?? { needs: 0, generation: 0, horizon: 0 };
  }

  /** Stores rows of the connected person. The same rows may be sent again: they replace themselves. */
  async send(parcel: Parcel): Promise<void> {
    const { words, seen, outcomes, arms, decisions } = parcel;
    const months = [...new Set([...seen, ...outcomes, ...arms].map(({ month }) => month))];
    const me = await this.me();
    for (let attempt = 1; ; attempt++) {
      // Not in the same transaction: a new month locks its tables, and others would wait in a circle.
      if (months.length > 0) await this.#db.query('select hardwon.prepare_months($1::int[])', [months]);
      try {
        return await this.#db.transaction(async () => {
          await putWords(this.#db, words);
          await putSeen(this.#db, seen, me);
          await put(this.#db, 'outcome', outcomes, me);
          await put(this.#db, 'arm', arms, me);
          await put(this.#db, 'decision', decisions, me);
        });
      } catch (error) {
        if (attempt === SEND_ATTEMPTS || !isMonthGone(error)) throw error;
        // An owner who prunes again and again must not meet every attempt.
        await wait(attempt * 20 * Math.random());
      }
    }
  }

  /** Returns what the team knows about some projects, as far as it changed and as enough people, or this person, found it. */
  async fetch({ projects, kinds, people, since }: FetchRequest): Promise<Fetched> {
    const me = await this.me();
    const read = async (): Promise<Fetched> => {
      const { generation, horizon } = await this.state();
      // A horizon that fell belongs to another database, restored from a copy.
      const isKnown = since !== undefined && since.generation === generation && since.horizon <= horizon;
      const asked = { projects, from: isKnown ? since.horizon : 0 };
      const touched = isKnown ? await listTouched(this.#db, { ...asked, people, me }) : undefined;
      const { groups, words } = await joinGroups(this.#db, { projects, kinds, people, me }, touched);
      const decided = isKnown ? await listDecided(this.#db, asked) : [];
      return {
        isWhole: !isKnown,
        generation,
        horizon,
        groups,
        touched: touched ?? [],
        words,
        decided,
        decisions: isKnown && decided.length === 0 ? [] : await joinDecisions(this.#db, asked),
        outcomes: await joinOutcomes(this.#db, asked),
        arms: await joinArms(this.#db, asked),
        sizes: await countPeople(this.#db, asked),
      };
    };
    return this.#db.transaction(read, true);
  }

  /** Returns those of some projects in which anybody found a group, facts about tools and machines first. */
  async findProjects(key: string, projects: readonly string[]): Promise<string[]> {
    const { rows } = await this.#db.query<{ project: string }>(
      'select distinct project from seen where project = any($1) and key = $2 and occurrences > 0 order by project',
      [projects, key],
    );
    return rows.map(({ project }) => project);
  }

  /** Lists who sent something: pseudonyms, and how much. */
  async people(): Promise<{ person: string; machines: number; groups: number; last_at: number }[]> {
    const { rows } = await this.#db.query<{ person: string; machines: number; groups: number; last_at: number }>(
      `select person, count(distinct machine) as machines, count(*) as groups, max(last_at) as last_at
       from seen group by person order by person`,
    );
    return rows;
  }

  /** Counts what `forget` would delete. */
  countRows({ person, project }: Chosen): Promise<number> {
    return this.#count(OWNED, IS_CHOSEN, [person, project]);
  }

  /** Counts what `prune` would delete. */
  countOlder(before: number): Promise<number> {
    return this.#count(MONTHLY, 'month < $1', [before]);
  }

  async #count(tables: readonly string[], condition: string, values: readonly unknown[]): Promise<number> {
    const counts = tables.map((table) => `(select count(*) from ${table} where ${condition})`);
    const { rows } = await this.#db.query<{ rows: number }>(`select ${counts.join(' + ')} as rows`, values);
    return rows[0]?.rows ?? 0;
  }

  /** Lists the words that groups of one machine of the connected person use and that are gone, with their project. */
  async missingWords(machine: string): Promise<{ project: string; id: string }[]> {
    const { rows } = await this.#db.query<{ project: string; id: string }>(
      `select distinct project, words as id from seen where person = $1 and machine = $2
         and not exists (select 1 from words where words.project = seen.project and words.id = seen.words)
       order by project, id`,
      [await this.me(), machine],
    );
    return rows;
  }

  /** Deletes what people or projects sent, and the words that nobody else uses. Returns the number of rows of people. */
  forget({ person, project }: Chosen): Promise<number> {
    return this.#remove(async () => {
      let rows = 0;
      for (const table of OWNED)
        rows += (await this.#db.query(`delete from ${table} where ${IS_CHOSEN}`, [person, project])).rowCount ?? 0;
      return rows;
    });
  }

  /** Deletes groups that nobody saw since a month, and outcomes of the months before it. Returns the number of rows. */
  prune(before: number): Promise<number> {
    return this.#remove(async () => {
      const { rows } = await this.#db.query<{ rows: number }>('select hardwon.drop_months($1) as rows', [before]);
      return rows[0]?.rows ?? 0;
    });
  }

  /** Deletes rows and what depends on them. In one transaction: otherwise, nobody might be told that something is gone. */
  #remove(work: () => Promise<number>): Promise<number> {
    return this.#db.transaction(async () => {
      const gone = await work();
      await this.#db.query(`delete from machine where not exists (select 1 from seen where seen.project = machine.project
        and seen.person = machine.person and seen.machine = machine.machine)`);
      const { rows } = await this.#db.query<{ words: number }>('select hardwon.drop_words() as words');
      // Makes everybody fetch everything again, because deleted rows leave no trace.
      if (gone + (rows[0]?.words ?? 0) > 0) await this.#db.query('update team set generation = generation + 1');
      return gone;
    });
  }
}

/** Whether a month was pruned after it had been prepared: then a row has no partition, and violates no constraint that has a name. */
function isMonthGone(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23514' && error.constraint === undefined;
}
