import { Socket } from 'node:net';
import pg from 'pg';
import { systemError } from '../shared/errors.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Environment } from '../shared/surroundings.ts';
import { explainTeamError } from './explain-error.ts';
import type { TeamPlace } from './team-url.ts';

/** Nobody waits longer for a server that does not answer. */
const CONNECT_MS = 5_000;
const STATEMENT_MS = 60_000;
/** A connection on which nothing arrives for so long is dead: the server ends every statement before. */
const SILENCE_MS = 90_000;
/** Two senders may meet: the loser of a deadlock or of a conflict tries again. */
const ATTEMPTS = 4;

/** The only connection of this process to a team's database. Its tables are found without naming their schema. */
export class TeamConnection {
  readonly #client: pg.Client;
  readonly #place: TeamPlace;

  private constructor(client: pg.Client, place: TeamPlace) {
    this.#client = client;
    this.#place = place;
  }

  /** Throws an AppError that says whether the database could not be reached or did not let us in. */
  static async open(place: TeamPlace, env: Environment, silence: number = SILENCE_MS): Promise<TeamConnection> {
    const client = new pg.Client({
      ...optionsFor(place, env),
      connectionTimeoutMillis: CONNECT_MS,
      // Without this, a network that swallows everything would keep a sync waiting for ever, and others for its lock.
      stream: () => {
        const socket = new Socket();
        return socket.setTimeout(silence, () => socket.destroy());
      },
      options: `-c search_path=hardwon,pg_temp -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${STATEMENT_MS}`,
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
    return new TeamConnection(client, place);
  }

  async query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#client.query<Row>(text, values && [...values]);
    } catch (error) {
      throw explainTeamError(error, this.#place);
    }
  }

  /** Runs work in one transaction. With `isReading` it changes nothing, and sees one state of the database throughout. */
  async transaction<T>(work: () => Promise<T>, isReading = false): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.query(isReading ? 'begin isolation level repeatable read read only' : 'begin');
        const result = await work();
        await this.query('commit');
        return result;
      } catch (error) {
        await this.#client.query('rollback').catch(() => {});
        const code = error instanceof Error && 'code' in error ? error.code : undefined;
        const isPassing = code === '40001' || code === '40P01';
        if (!isPassing || attempt === ATTEMPTS) throw error;
        await new Promise((done) => setTimeout(done, 50 * 2 ** attempt * (0.5 + Math.random())));
      }
    }
  }

  close(): Promise<void> {
    return this.#client.end().catch(() => {});
  }
}

function optionsFor(place: TeamPlace, env: Environment): pg.ClientConfig {
  const { host, port, user, database, tls, rootCertificate } = place;
  const password = place.password ?? env.PGPASSWORD;
  const ca = tls === 'verify' && rootCertificate !== undefined ? { ca: readCertificate(rootCertificate) } : {};
  const ssl = tls === 'off' ? false : { rejectUnauthorized: tls === 'verify', ...ca };
  return { host, port, user, database, password, ssl };
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
