import { createRequire } from 'node:module';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from './schema.ts';
import type { Prepared, Store, Value } from './store.ts';

// By require, because the package's own ES module loads twice as long: 11 ms against 6.
const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite') as typeof import('@photostructure/sqlite');

/** How long a writer waits for another process: one batch takes some 50 ms. */
const PATIENCE_MS = 15_000;

/** Opens or creates a database file; `:memory:` is one that is forgotten. Throws what SQLite says. */
export function openSqlite(path: string): Store {
  const database = new DatabaseSync(path, { timeout: PATIENCE_MS });
  try {
    // Readers and one writer at a time. Not synced: what a power cut destroys is rebuilt from the logs.
    database.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -8000');
  } catch (error) {
    database.close();
    throw error;
  }
  const connection = new Connection(database);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SingleDriver(connection),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  let last: Promise<unknown> = Promise.resolve();
  return {
    db,
    prepare: (query) => prepare(database, query.compile()),
    transaction(work) {
      // There is one connection: transactions of this process come one after the other.
      const mine = last.then(() => runTransaction(database, work));
      last = mine.catch(() => {});
      return mine;
    },
    readVersion: () => Number(Object.values(database.prepare('pragma user_version').get() ?? {})[0] ?? 0),
    writeVersion: (version) => database.exec(`pragma user_version = ${Math.trunc(version)}`),
    close: () => database.close(),
  };
}

async function runTransaction<T>(database: DatabaseSyncInstance, work: () => Promise<T>): Promise<T> {
  database.exec('begin immediate');
  try {
    const result = await work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function prepare(database: DatabaseSyncInstance, query: CompiledQuery): Prepared {
  const statement = database.prepare(query.sql);
  statement.setReturnArrays(true);
  return {
    run: (values) => Number(statement.run(...values).changes),
    all: (values) => statement.all(...values) as Value[][],
  };
}

/** The one connection to the file, with the statements that it has seen. */
class Connection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance;
  readonly #statements = new Map<string, { statement: StatementSyncInstance; hasRows: boolean }>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    let known = this.#statements.get(sql);
    if (known === undefined) {
      const statement = this.#database.prepare(sql);
      known = { statement, hasRows: statement.columns().length > 0 };
      this.#statements.set(sql, known);
    }
    if (known.hasRows) return { rows: known.statement.all(...parameters) as Row[] };
    const { changes } = known.statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(query.sql).iterate(...query.parameters)) yield { rows: [row as Row] };
  }
}

class SingleDriver implements Driver {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  // Transactions are the store's: it also keeps them apart from those of other processes.
  async beginTransaction(): Promise<void> {
    throw new Error('use transaction() of the store');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
