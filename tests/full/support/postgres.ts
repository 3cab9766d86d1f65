import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { canRun, installPackages } from './install-packages.ts';

const run = promisify(execFile);

/** Before all tests: installs PostgreSQL from the system's packages, and fails where it is missing. */
export async function setup(): Promise<void> {
  if (findPrograms() === undefined) await installPackages('postgresql', 'openssl');
  needPrograms();
}

function needPrograms(): string {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not here. Install it: apt-get install postgresql');
  return programs;
}

/** Returns the folder of initdb and pg_ctl: Debian keeps them out of the way. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(existsSync(debian)
      ? readdirSync(debian)
          .sort()
          .reverse()
          .map((version) => join(debian, version, 'bin'))
      : []),
    '/opt/homebrew/opt/postgresql/bin',
    '/usr/local/bin',
    '/usr/bin',
  ];
  return folders.find((folder) => canRun(join(folder, 'initdb')) && canRun(join(folder, 'pg_ctl')));
}

/** A server of its own, in a temporary folder. */
export interface PostgresServer {
  port: number;
  /** Returns the address of a database as its administrator, or as somebody who may log in. */
  url(database: string, user?: string): string;
  /** Runs a statement as the administrator. */
  query(database: string, text: string): Promise<pg.QueryResult>;
  /** Ends all processes of the server at once, as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on loopback. It refuses to run as root, so root starts it as the user postgres. */
export async function startPostgres(more: readonly string[] = []): Promise<PostgresServer> {
  const programs = needPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'hardwon-postgres-'));
  const data = join(folder, 'data');
  const account = process.getuid?.() === 0 ? await findAccount() : undefined;
  mkdirSync(data);
  chmodSync(data, 0o700);
  if (account) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const options = { cwd: folder, ...(account ?? {}) };
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'admin', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    options,
  );
  const port = await findPort();
  let server: ReturnType<typeof spawn> | undefined;
  const url = (database: string, user = 'admin') => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const start = async () => {
    const settings = [
      'fsync=on',
      'max_connections=300',
      'shared_buffers=64MB',
      `unix_socket_directories=${folder}`,
      ...more,
    ];
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
    for (let waited = 0; ; waited++) {
      try {
        await ask(url('postgres'), 'select 1');
        return;
      } catch (error) {
        if (waited > 300) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await ended;
  };
  await start();
  return {
    port,
    url,
    query: (database, text) => ask(url(database), text),
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Makes an empty database with people who may log in. */
export async function makeDatabase(server: PostgresServer): Promise<string> {
  const name = `team_${randomBytes(6).toString('hex')}`;
  await server.query('postgres', `create database ${name}`);
  return name;
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function findAccount(): Promise<{ uid: number; gid: number }> {
  const { stdout } = await run('getent', ['passwd', 'postgres']);
  const [, , uid, gid] = stdout.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
