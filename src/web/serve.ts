import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { type ServerType, serve } from '@hono/node-server';
import { type LearnRequest, withConfig } from '../app/configured-request.ts';
import { lazyRedactor } from '../sessions/lazy-redactor.ts';
import { AppError } from '../shared/errors.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import { readKnowledge } from '../team/knowledge.ts';
import { buildApp } from './app.ts';
import { BacktestDesk } from './backtest-desk.ts';
import { makeToken } from './guard.ts';
import { PART_AFTER, StepwiseMaker } from './make-picture.ts';
import { loadPage } from './page-files.ts';
import { Dashboard } from './picture.ts';
import { basisOf } from './proof.ts';
import { ThreadedMaker } from './threaded-maker.ts';
import { Watch } from './watch.ts';
import { listWatched } from './watched-folders.ts';

/** Options for serving the page. */
export interface ServeOptions {
  /** The address to listen on; defaults to 127.0.0.1. Any other address needs a token. */
  host?: string;
  /** 0 chooses any free port. */
  port: number;
  /** The token of the server; generated if absent. */
  token?: string;
  readOnly: boolean;
  /** Returns the surroundings, read again for each request because time passes. */
  here: () => Surroundings;
  /** Returns the request for reading, with all options of the command line. */
  request: () => Omit<LearnRequest, 'project' | 'all' | 'apply' | 'force' | 'fresh'>;
  /** The folder with the built page. */
  pageFolder: string;
  /** The command line of a backtest, which runs in a separate process. */
  backtest: readonly string[];
}

/** A running server. */
export interface Served {
  /** The URL without the token. */
  address: string;
  /** The URL to open, with the token. */
  link: string;
  token: string;
  picture: Dashboard;
  /** Resolves when everything was read once and the folders are watched. */
  watching: Promise<void>;
  close(): Promise<void>;
}

/** Shorter tokens can be guessed. */
const SHORTEST_TOKEN = 16;

/** Serves the page and the API. It responds at once, while the data to show is still being read. */
export async function servePage(options: ServeOptions): Promise<Served> {
  const { here, request } = options;
  const host = options.host ?? '127.0.0.1';
  refuseOpenHost(host, options.token);
  const token = options.token ?? makeToken();
  const everything = () => ({ ...request(), all: true, apply: false, force: false, fresh: false });
  const configured = () => withConfig(everything());
  // An error in the configuration is reported at the start, not on the page.
  const { allowed, team } = await configured();
  const maker = new StepwiseMaker(configured, { hasOwn: true, partAfter: PART_AFTER });
  const thread = new URL('picture-thread.mjs', import.meta.url);
  // A thread starts from a script, which only a build has.
  const picture = new Dashboard(existsSync(thread) ? new ThreadedMaker(thread, everything, maker) : maker);
  const desk = new BacktestDesk(findOwnFolders(here()).cache, options.backtest, here().env, () => picture.touch());
  await desk.load();
  picture.onChange(() => {
    if (picture.isReady && !picture.isPartial) desk.keepUp(basisOf(picture.shown));
  });
  let hosts: string[] = [];
  const app = buildApp({
    picture,
    desk,
    page: loadPage(options.pageFolder),
    guard: { token, hosts: () => hosts, readOnly: options.readOnly },
    here,
    redact: lazyRedactor(allowed),
    team: () => readKnowledge(findOwnFolders(here()).data, team?.url),
    request,
  });
  const { server, port } = await listen(app.fetch, host, options.port);
  hosts = namesOf(host, port);
  const watch = new Watch({
    folders: async () => listWatched(await configured(), picture.isReady ? picture.shown : undefined),
    onChange: () => picture.refresh(),
  });
  const started = picture.refresh().then(() => watch.start());
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    address,
    link: `${address}/#token=${encodeURIComponent(token)}`,
    token,
    picture,
    watching: started,
    async close() {
      watch.close();
      await desk.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await picture.close();
      await started;
      watch.close();
    },
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function refuseOpenHost(host: string, token: string | undefined): void {
  if (token !== undefined && (token.length < SHORTEST_TOKEN || /\s/.test(token)))
    throw new AppError('usage', `--token must have at least ${SHORTEST_TOKEN} characters and no spaces.`, {
      hint: 'Make one with: openssl rand -hex 32',
    });
  if (isLoopback(host) || token !== undefined) return;
  throw new AppError('usage', `--host ${host} opens the page to other machines, so it needs --token.`, {
    hint: 'The connection is not encrypted. An ssh tunnel to the port is safer and needs neither option.',
  });
}

/** Returns the host names under which a browser reaches this server. */
function namesOf(host: string, port: number): string[] {
  const bracket = (name: string) => (name.includes(':') ? `[${name}]` : name);
  const everywhere = host === '0.0.0.0' || host === '::' ? [hostname(), ...listAddresses()] : [];
  const names = [host, '127.0.0.1', 'localhost', '::1', ...everywhere].map(bracket);
  return [...new Set(names)].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** Returns the addresses of this machine, because a server that listens on all of them is reached under each. */
function listAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
}

/** Milliseconds for which an idle connection is kept open. */
const PATIENCE = 120_000;

async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  host: string,
  port: number,
): Promise<{ server: ServerType; port: number }> {
  return new Promise((done, fail) => {
    const server = serve({ fetch, hostname: host, port }, (info) => done({ server, port: info.port }));
    // During the first read of the logs, seconds may pass between two responses: a request on a connection closed in the meantime
    // would fail.
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = PATIENCE;
    server.once('error', (cause: NodeJS.ErrnoException) => fail(explain(cause, host, port)));
  });
}

function explain(cause: NodeJS.ErrnoException, host: string, port: number): AppError {
  if (cause.code === 'EADDRINUSE')
    return new AppError('conflict', `Port ${port} is in use.`, {
      hint: 'Choose another one with --port, or use --port 0 for any free port.',
      cause,
    });
  if (cause.code === 'EACCES')
    return new AppError('usage', `You do not have permission to use port ${port}.`, {
      hint: 'Choose one above 1023.',
      cause,
    });
  return new AppError('usage', `The server cannot listen on ${host}:${port}: ${cause.message}`, { cause });
}
