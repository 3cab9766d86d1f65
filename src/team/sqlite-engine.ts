import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../sessions/sqlite.ts';
import { createBuilder } from '../sessions/sqlite-dialect.ts';
import type { TeamEngine } from './engine.ts';
import { MONTHLY, migrateTeam, type TeamTables } from './schema.ts';

/**
 * The last transaction on each file. Those of one process run one after the other: SQLite waits for others by blocking the thread,
 * also that of the one for which it waits.
 */
const queues = new Map<string, Promise<unknown>>();

/**
 * Opens a team's database in a file, for people who share a machine and for trying it out. There are no roles: anyone who can
 * write the file can change everything.
 */
export async function openSqliteTeam(path: string, person = userInfo().username): Promise<TeamEngine> {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
  const database = openDatabase(path);
  // Unlike an index, it cannot be rebuilt.
  database.exec('pragma synchronous = normal');
  const db = createBuilder<TeamTables>(database);
  const transaction = <T>(work: (db: Kysely<TeamTables>) => Promise<T>): Promise<T> => {
    const run = async () => {
      database.exec('begin immediate');
      try {
        const result = await work(db);
        database.exec('commit');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    };
    const mine = (queues.get(path) ?? Promise.resolve()).then(run);
    queues.set(
      path,
      mine.catch(() => {}),
    );
    return mine;
  };
  await transaction((own) => migrate(own));
  return {
    transaction,
    async load(_own, table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      const names = columns.map((name) => `"${name}"`).join(', ');
      database.exec(`drop table if exists incoming_${table}; create temp table incoming_${table} (${names})`);
      const insert = database.prepare(
        `insert into incoming_${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
      );
      for (const row of rows)
        insert.run(...columns.map((name) => (row as Record<string, string | number>)[name] ?? null));
    },
    async mark(own) {
      await own
        .updateTable('team')
        .set((expression) => ({ clock: expression('clock', '+', 1) }))
        .execute();
      return sql<number>`(select clock from team)`;
    },
    async horizon(own) {
      const { clock } = await own.selectFrom('team').select('clock').executeTakeFirstOrThrow();
      return clock + 1;
    },
    async me() {
      const { salt } = await db.selectFrom('team').select('salt').executeTakeFirstOrThrow();
      return createHash('sha256').update(`${salt}${person}`).digest('hex').slice(0, 16);
    },
    async prepareMonths() {},
    isMonthGone: () => false,
    async dropMonths(own, before) {
      let rows = 0;
      for (const table of MONTHLY) {
        const gone = await own.deleteFrom(table).where('month', '<', before).executeTakeFirst();
        rows += Number(gone.numDeletedRows);
      }
      return rows;
    },
    async dropWords(own) {
      const gone = await own.deleteFrom('words').where(isUnused()).executeTakeFirst();
      return Number(gone.numDeletedRows);
    },
    async close() {
      database.close();
    },
  };
}

function isUnused() {
  return sql<boolean>`not exists (select 1 from seen where seen.project = words.project and seen.words = words.id)`;
}

async function migrate(db: Kysely<TeamTables>): Promise<void> {
  const { rows } = await sql`select 1 from sqlite_master where name = 'team'`.execute(db);
  const version =
    rows.length === 0 ? 0 : (await db.selectFrom('team').select('version').executeTakeFirstOrThrow()).version;
  await migrateTeam(db, version, false);
}
