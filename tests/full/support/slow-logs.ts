import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../../e2e/stage.ts';

/**
 * Logs of an agent that an adapter reads: the first one takes a second. Then come empty ones, each of which gives the page an occasion to show
 * more; on a slow machine it shows one session at a time. The next log with a session waits.
 */
export interface SlowLogs {
  sessions: number;
  /** Lets the second session be read, and all that follow. */
  release(): Promise<void>;
}

const SESSIONS = 4;
const EMPTY = 25;
const CALLS = 3;

/** So large that a bar shows each of them: a megabyte. */
const FILLER = 'x'.repeat(1_000_000);

/** Adds such logs to a home, of sessions in the project of the stage. */
export async function addSlowLogs({ home, project }: Stage): Promise<SlowLogs> {
  const folder = join(home, '.torch');
  const config = join(home, '.config/hardwon');
  const gate = join(home, 'release');
  await Promise.all([folder, config].map((path) => mkdir(path, { recursive: true })));
  for (let number = 1; number <= SESSIONS; number++) {
    const log = { cwd: project, day: `2026-03-0${number}`, calls: CALLS, filler: FILLER };
    await writeFile(join(folder, `torch-${number}.json`), JSON.stringify(log));
  }
  for (let number = 0; number < EMPTY; number++) await writeFile(join(folder, `torch-1-${number}.json`), '{}');
  await writeFile(join(config, 'torch.mjs'), adapterOf(gate));
  await writeFile(join(config, 'hardwon.config.json'), JSON.stringify({ adapters: ['./torch.mjs'] }));
  return { sessions: SESSIONS, release: () => writeFile(gate, '') };
}

/** An adapter as docs/adapters.md describes them. */
function adapterOf(gate: string): string {
  return `
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const agent = {
  name: 'torch',
  title: 'Torch',
  version: 1,
  variables: [],
  reads: [],
  root: ({ home, folders }) => folders?.torch ?? join(home, '.torch'),
  async discover(places) {
    const root = agent.root(places);
    const names = (await readdir(root).catch(() => [])).sort((a, b) => parseInt(a.slice(6)) - parseInt(b.slice(6)) || a.length - b.length);
    return Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs, ino } = await stat(join(root, name));
        return { agent: 'torch', path: join(root, name), session: basename(name, '.json'), size, mtimeMs, inode: ino };
      }),
    );
  },
  async read(file) {
    if (file.session === 'torch-1') await wait(1000);
    else if (file.session.startsWith('torch-1-')) {
      await wait(400);
      return { calls: [], messages: [], sessions: [], bad: [], offset: file.size, lines: 1 };
    } else while (!existsSync(${JSON.stringify(gate)})) await wait(20);
    const { cwd, day, calls } = JSON.parse(await readFile(file.path, 'utf8'));
    const at = (seq) => Date.parse(day + 'T09:00:00Z') + seq * 60_000;
    const list = Array.from({ length: calls }, (_, seq) => ({
      ...{ id: file.session + '-' + seq, agent: 'torch', session: file.session, seq, at: at(seq), cwd },
      ...{ tool: 'shell', name: 'shell', input: { command: 'make berth-' + seq }, output: seq === 1 ? 'make: *** No rule to make target' : 'ok' },
      ...{ outcome: seq === 1 ? 'failed' : 'ok', exitCode: seq === 1 ? 2 : 0, outputLength: 2 },
    }));
    const facts = { session: file.session, cwds: [cwd], remotes: [], startedAt: at(0), endedAt: at(calls) };
    const messages = [{ session: file.session, seq: 0, at: at(0), text: 'Light ' + file.session }];
    return { calls: list, messages, sessions: [facts], bad: [], offset: file.size, lines: 1 };
  },
};
`;
}
