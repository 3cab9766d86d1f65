import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Host, printJson, surroundingsOf } from '../../app/surroundings.ts';
import { now } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { type Served, type ServeOptions, servePage } from '../../web/serve.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { UiFlags } from './command.ts';

const USUAL_PORT = 4170;

/** Runs `hardwon ui`. */
export async function runUi(flags: UiFlags, host: Host): Promise<void> {
  const { port, host: address, token, readOnly = false } = flags;
  // The server runs for days, so each answer uses the current time.
  const present = () => ({ ...surroundingsOf(host), now: now(host.env) });
  const options: Omit<ServeOptions, 'port'> = {
    readOnly,
    here: present,
    request: () => requestOf(optionsOf(flags), present()),
    pageFolder: join(host.dist, 'page'),
    backtest: [process.execPath, process.argv[1] ?? '', 'backtest', '--all', '--json', ...passedOn(flags)],
    ...(address === undefined ? {} : { host: address }),
    ...(token === undefined ? {} : { token }),
  };
  const served = await servePage({ ...options, port: port ?? USUAL_PORT }).catch((error: unknown) => {
    // Another program uses the default port: choose any other, unless a port was requested.
    if (port !== undefined || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    return servePage({ ...options, port: 0 });
  });
  // Set up before the link is printed: a reader of it may end the server at once.
  const stopped = untilStopped();
  if (flags.json) printJson(host, { schema: 1, address: served.address, link: served.link, token: served.token, readOnly });
  else tell(served, readOnly, host);
  if (flags.open && !flags.json) openBrowser(served.link, host);
  await stopped;
  await served.close();
}

function optionsOf({ agent, claudeDir, agentDir, join, config }: UiFlags): Parameters<typeof requestOf>[0] {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(claudeDir === undefined ? {} : { claudeDir }),
    ...(agentDir === undefined ? {} : { agentDir }),
    ...(join === undefined ? {} : { join }),
    ...(config === undefined ? {} : { config }),
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

function tell({ link }: Served, readOnly: boolean, here: Host): void {
  const { paint } = chooseCanvas(here.stdout, here);
  const note = readOnly
    ? 'It shows everything and changes nothing.'
    : 'Anyone with this link can read your sessions and change lessons.';
  here.stdout.write(`${paint.bold(link)}\n${paint.dim(`${note} Ctrl-C ends it.`)}\n`);
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
