import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../shared/errors.ts';
import { type Served, type ServeOptions, servePage } from '../web/serve.ts';
import type { UiFlags } from './commands/ui.ts';
import { requestOf } from './run-learn.ts';
import { printJson, type Surroundings, surroundings } from './surroundings.ts';
import { chooseCanvas } from './views/text.ts';

const USUAL_PORT = 4170;

/** Runs `hardwon ui`. */
export async function runUi(flags: UiFlags): Promise<void> {
  const { port, host, token, readOnly = false } = flags;
  const options: Omit<ServeOptions, 'port'> = {
    readOnly,
    here: surroundings,
    request: () => requestOf(optionsOf(flags), surroundings()),
    pageFolder: findPage(),
    backtest: [process.execPath, process.argv[1] ?? '', 'backtest', '--all', '--json', ...passedOn(flags)],
    ...(host === undefined ? {} : { host }),
    ...(token === undefined ? {} : { token }),
  };
  const served = await servePage({ ...options, port: port ?? USUAL_PORT }).catch((error: unknown) => {
    // Somebody else has the usual port: any other will do, unless one was asked for.
    if (port !== undefined || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    return servePage({ ...options, port: 0 });
  });
  const here = surroundings();
  // Before the link is told: who has it may end the server at once.
  const stopped = untilStopped();
  if (flags.json) printJson({ schema: 1, address: served.address, link: served.link, token: served.token, readOnly });
  else tell(served, readOnly, here);
  if (flags.open && !flags.json) openBrowser(served.link, here);
  await stopped;
  await served.close();
}

/** Where the page lies beside the program; chunks of it lie beside its entry. */
function findPage(): string {
  const beside = fileURLToPath(new URL('page', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../dist/page', import.meta.url));
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

/** The options by which another command reads the same sessions. */
function passedOn({ agent = [], claudeDir, agentDir = [], join = [], config }: UiFlags): string[] {
  return [
    ...agent.flatMap((name) => ['--agent', name]),
    ...(claudeDir === undefined ? [] : ['--claude-dir', claudeDir]),
    ...agentDir.flatMap((pair) => ['--agent-dir', pair]),
    ...join.flatMap((glob) => ['--join', glob]),
    ...(config === undefined ? [] : ['--config', config]),
  ];
}

function tell({ link }: Served, readOnly: boolean, here: Surroundings): void {
  const { paint } = chooseCanvas(process.stdout, here);
  const note = readOnly
    ? 'It shows everything and changes nothing.'
    : 'Who has this link can read your sessions and change lessons.';
  process.stdout.write(`${paint.bold(link)}\n${paint.dim(`${note} Ctrl-C ends it.`)}\n`);
}

function openBrowser(link: string, { env }: Surroundings): void {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', link]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', link]
        : ['xdg-open', link];
  if (program === 'xdg-open' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const child = spawn(program ?? '', args, { stdio: 'ignore', detached: true });
  // The link is printed: whoever has no such program opens it by hand.
  child.on('error', () => {});
  child.unref();
}

/** Until Ctrl-C, or until whoever started it wants it to end. A second one ends it at once. */
function untilStopped(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });
}
