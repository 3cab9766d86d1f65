import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SingleDriver } from '../shared/single-driver.ts';

/** Opens kysely on an open database. */
export function createBuilder<T>(database: DatabaseSyncInstance): Kysely<T> {
  const connection = new Connection(database);
  return new Kysely<T>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SingleDriver(connection),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** The only connection to the file, with its prepared statements. */
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

  /**
   * Returns all rows at once. Not by `iterate()`: the package frees an unreferenced statement even while its rows are being read,
   * and any code may run between two rows of a generator.
   */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}
