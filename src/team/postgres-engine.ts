import { once } from 'node:events';
import { Socket } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { systemError } from '../shared/errors.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { SingleDriver } from '../shared/single-driver.ts';
import type { Environment } from '../shared/surroundings.ts';
import type { TeamEngine } from './engine.ts';
import { explainTeamError } from './explain-error.ts';
import type { TeamTables } from './schema.ts';
import type { TeamPlace } from './team-url.ts';

/** The schema in which all tables are. */
const TEAM_SCHEMA = 'hardwon';

/** Nobody waits longer for a server that does not answer. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 60_000;
/** A connection on which nothing arrives for so long is dead: the server ends every statement before. */
const SILENCE_MS = 90_000;
/** Two senders may meet: the loser of a deadlock or of a conflict tries again. */
const ATTEMPTS = 4;

type PostgresPlace = Extract<TeamPlace, { type: 'postgres' }>;

/** Connects to a team's database. Throws an AppError that says whether it could not be reached or did not let us in. */
export async function openPostgresTeam(
  place: PostgresPlace,
  env: Environment,
  silence: number = SILENCE_MS,
): Promise<TeamEngine> {
  const client = new pg.Client({
    ...optionsFor(place, env),
    connectionTimeoutMillis: CONNECT_MS,
    // Without this, a network that swallows everything would keep a sync waiting for ever, and others for its lock.
    stream: () => {
      const socket = new Socket();
      return socket.setTimeout(silence, () => socket.destroy());
    },
    options: `-c search_path=${TEAM_SCHEMA},pg_temp -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${STATEMENT_MS}`,
    application_name: 'hardwon',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // A connection that breaks while nothing is asked must not end the process: the next query says so.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw explainTeamError(error, place);
  }
  const db = new Kysely<TeamTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new SingleDriver(new Connection(client)),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw explainTeamError(error, place);
    }
  };
  let known: Promise<string> | undefined;
  return {
    transaction: (work, { isReading = false } = {}) =>
      explained(() => retry(() => runTransaction(client, () => work(db), isReading))),
    async load(_db, table, rows) {
      const columns = Object.keys(rows[0] ?? {});
      const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
      await client.query(
        `create temp table incoming_${table} on commit drop as select ${names} from ${TEAM_SCHEMA}.${table} with no data`,
      );
      const stream = client.query(copyStreams.from(`copy incoming_${table} (${names}) from stdin`));
      const ended = once(stream, 'finish');
      // An error while it waits for the stream to drain is thrown there; this promise then fails unobserved, which would end the process.
      ended.catch(() => {});
      for (const row of rows) if (!stream.write(copyLine(row, columns))) await once(stream, 'drain');
      stream.end();
      await ended;
    },
    async mark() {
      return sql<number>`pg_current_xact_id()::text::bigint`;
    },
    async horizon(own) {
      const { rows } = await sql<{ horizon: number }>`
        select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon`.execute(own);
      return rows[0]?.horizon ?? 0;
    },
    me() {
      known ??= explained(
        async () => (await client.query<{ me: string }>('select hardwon.me() as me')).rows[0]?.me ?? '',
      );
      return known;
    },
    async prepareMonths(months) {
      if (months.length > 0) await explained(() => client.query('select hardwon.prepare_months($1::int[])', [months]));
    },
    isMonthGone: (error) =>
      // A row without a partition; unlike a row that is refused, it violates no constraint that has a name.
      error instanceof pg.DatabaseError && error.code === '23514' && error.constraint === undefined,
    async dropMonths(own, before) {
      const { rows } = await sql<{ rows: number }>`select hardwon.drop_months(${before}) as rows`.execute(own);
      return rows[0]?.rows ?? 0;
    },
    async dropWords(own) {
      const { rows } = await sql<{ rows: number }>`select hardwon.drop_words() as rows`.execute(own);
      return rows[0]?.rows ?? 0;
    },
    close: () => client.end().catch(() => {}),
  };
}

/** Returns the options for a connection. */
function optionsFor(place: PostgresPlace, env: Environment): pg.ClientConfig {
  const { host, port, user, database, tls, rootCertificate } = place;
  const password = place.password ?? env.PGPASSWORD;
  const ca = tls === 'verify' && rootCertificate !== undefined ? { ca: readCertificate(rootCertificate) } : {};
  return {
    host,
    port,
    user,
    database,
    password,
    ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verify', ...ca },
  };
}

function readCertificate(path: string): string {
  try {
    return readRegularSync(path).toString('utf8');
  } catch (error) {
    throw systemError('unreadable', `Cannot read the certificate ${path}`, error);
  }
}

/** Counts and times fit into numbers; without this, they would be texts. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown);
}

async function runTransaction<T>(client: pg.Client, work: () => Promise<T>, isReading: boolean): Promise<T> {
  await client.query(isReading ? 'begin isolation level repeatable read read only' : 'begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isPassing = code === '40001' || code === '40P01';
      if (!isPassing || attempt === ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, 50 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Returns a row in the text format of COPY. */
function copyLine(row: object, columns: readonly string[]): string {
  const values = columns.map((name) => {
    const value = (row as Record<string, string | number | null>)[name];
    return value === null || value === undefined
      ? '\\N'
      : String(value)
          .replace(/[\\\t\n\r]/g, escapeCopy)
          .replaceAll('\0', '');
  });
  return `${values.join('\t')}\n`;
}

function escapeCopy(character: string): string {
  return { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }[character] ?? character;
}

/** The connection as kysely sees it. */
class Connection implements DatabaseConnection {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, rowCount } = await this.#client.query(text, [...parameters]);
    return { rows: rows as Row[], numAffectedRows: rowCount === null ? undefined : BigInt(rowCount) };
  }

  /** Returns all rows at once: answers are small. */
  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}
