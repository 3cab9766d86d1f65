import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Host, printJson, surroundingsOf } from '../../app/surroundings.ts';
import { now } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { type Served, type ServeOptions, servePage } from '../../web/serve.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { UiFlags } from './command.ts';
import { makeHookedHome } from './hooked-home.ts';

const USUAL_PORT = 4170;

/** Runs `hardwon ui`. */
export async function runUi(flags: UiFlags, host: Host): Promise<void> {
  if (!flags.demo) return serve(flags, host);
  refuseOwnSessions(flags);
  const { home, project, remove } = await makeHookedHome(host);
  try {
    // Nothing that belongs to the user is read or written: no configuration, no logs, no index.
    const env = {
      HOME: home,
      USERPROFILE: home,
      ...pick(host.env, ['HARDWON_NOW', 'NO_COLOR', 'DISPLAY', 'WAYLAND_DISPLAY']),
    };
    await serve(flags, { ...host, home, cwd: project, env });
  } finally {
    await remove();
  }
}

/** Serves the page until it is stopped. */
async function serve(flags: UiFlags, host: Host): Promise<void> {
  const { port, host: address, token, readOnly = false } = flags;
  // The server runs for days, so each answer uses the current time.
  const present = () => ({ ...surroundingsOf(host), now: now(host.env) });
  const options: Omit<ServeOptions, 'port'> = {
    readOnly,
    here: present,
    request: () => requestOf(optionsOf(flags), present()),
    pageFolder: join(host.dist, 'page'),
    backtest: [process.execPath, process.argv[1] ?? '', 'backtest', '--all', '--json', ...passedOn(flags)],
    host: address,
    token,
  };
  const served = await servePage({ ...options, port: port ?? USUAL_PORT }).catch((error: unknown) => {
    // Another program uses the default port: choose any other, unless a port was requested.
    if (port !== undefined || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    return servePage({ ...options, port: 0 });
  });
  // Set up before the link is printed: a reader of it may end the server at once.
  const stopped = untilStopped();
  if (flags.json)
    printJson(host, { schema: 1, address: served.address, link: served.link, token: served.token, readOnly });
  else tell(served, flags, host);
  if (flags.open && !flags.json) openBrowser(served.link, host);
  await stopped;
  await served.close();
}

/** The example sessions are the only ones of the demo. */
function refuseOwnSessions({ claudeDir, agentDir, join, config }: UiFlags): void {
  if (claudeDir === undefined && agentDir === undefined && join === undefined && config === undefined) return;
  throw new AppError('usage', '--demo reads the bundled example sessions and nothing else.', {
    hint: 'Leave out --demo, or the options that name your own folders.',
  });
}

function pick(env: Host['env'], names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

function optionsOf({ agent, claudeDir, agentDir, join, config }: UiFlags): Parameters<typeof requestOf>[0] {
  return {
    agent,
    claudeDir,
    agentDir,
    join,
    config,
  };
}

/** Returns the options with which another command reads the same sessions. */
function passedOn({ agent = [], claudeDir, agentDir = [], join = [], config }: UiFlags): string[] {
  return [
    ...agent.flatMap((name) => ['--agent', name]),
    ...(claudeDir === undefined ? [] : ['--claude-dir', claudeDir]),
    ...agentDir.flatMap((pair) => ['--agent-dir', pair]),
    ...join.flatMap((glob) => ['--join', glob]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
}

const EXAMPLES = 'This is the demo: example sessions in a temporary folder. Your own files are not touched.';

function tell({ link }: Served, { readOnly, demo }: UiFlags, here: Host): void {
  const { paint } = chooseCanvas(here.stdout, here);
  const note = readOnly
    ? 'Anyone with this link can read your sessions. The page changes nothing.'
    : 'Anyone with this link can read your sessions and change lessons.';
  here.stdout.write(`${paint.bold(link)}\n${paint.dim(`${demo ? EXAMPLES : note} Press Ctrl+C to stop.`)}\n`);
}

function openBrowser(link: string, { env }: Host): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', link]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', link]
        : ['xdg-open', link];
  if (program === 'xdg-open' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  // The link is printed: a user without such a program opens it by hand.
  child.on('error', () => {});
  child.unref();
}

/** Resolves on Ctrl-C, or when the parent process ends the server. A second signal ends it at once. */
function untilStopped(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
}
