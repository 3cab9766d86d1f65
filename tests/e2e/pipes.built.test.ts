import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../support/mcp-client.ts';
import { runHook } from '../support/run.ts';
import { clearStages, makeStage, NOW, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

/** What can stand in the place of a file, and would be waited for or read for ever. */
const PLACED: Record<string, (path: string) => void> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a device': (path) => symlinkSync('/dev/zero', path),
  'a link to itself': (path) => symlinkSync(path, path),
};

let stage: Stage;
let paths: string[];

beforeAll(async () => {
  stage = await makeStage(oneLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
  expect(await stage.run(['install', 'all', '--apply'])).toMatchObject({ code: 0 });
  expect(await stage.run(['install', 'all', '--project', '--apply'])).toMatchObject({ code: 0 });
  await askHooks(stage, 'first');
  const own = ['.cache', '.local', '.config', 'harbour'].map((name) => join(stage.home, name));
  const found = await Promise.all(own.map((folder) => listFiles(folder)));
  // Besides those that there are: those that are looked for.
  const looked = [
    '.mcp.json',
    'hardwon.config.json',
    '.hardwon.yaml',
    'CLAUDE.local.md',
    'AGENTS.md',
    '.memory/tool-memory.yaml',
  ]
    .concat([
      '.memory/learned/fixes.yaml',
      'package.json',
      '.gemini/settings.json',
      '.git/HEAD',
      '.git/config',
      '.gitignore',
    ])
    .map((name) => join(stage.project, name));
  paths = [...new Set([...found.flat().filter((path) => !/[\\/](?:\.git|code-)/.test(path)), ...looked])].sort();
}, 60_000);
afterAll(clearStages);

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function askHooks(on: Stage, session: string): Promise<void> {
  const common = { home: on.home, cwd: on.project, agent: 'claude-code', now: NOW };
  const call = { tool_name: 'Bash', tool_input: { command: 'python3 load.py' }, tool_use_id: session };
  for (const [event, fields] of Object.entries({
    'session-start': { source: 'startup' },
    'pre-tool-use': call,
    stop: {},
  })) {
    const stdin = JSON.stringify({ session_id: session, cwd: on.project, ...fields });
    const { code, stderr } = await runHook(event, { ...common, stdin });
    expect({ event, code, stderr }).toEqual({ event, code: 0, stderr: '' });
  }
}

/** Puts something into the place of files while `work` goes on. */
async function replaced(
  files: readonly string[],
  place: (path: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (const path of files) {
    if (existsSync(path)) renameSync(path, `${path}.aside`);
    mkdirSync(dirname(path), { recursive: true });
    place(path);
  }
  try {
    await work();
  } finally {
    for (const path of files) {
      rmSync(path, { force: true });
      if (existsSync(`${path}.aside`)) renameSync(`${path}.aside`, path);
    }
  }
}

describe.skipIf(process.platform === 'win32')('in the place of any file', () => {
  it('a pipe holds up neither a hook nor what looks into it', async () => {
    expect(paths.map((path) => relative(stage.home, path))).toEqual(
      expect.arrayContaining([
        'harbour/.memory/harness-learnings.md',
        'harbour/CLAUDE.md',
        '.local/share/hardwon/live/journal.ndjson',
        expect.stringMatching(/^\.cache\/hardwon\/live\/.*/),
      ]),
    );
    for (const path of paths) {
      await replaced([path], PLACED['a pipe'] ?? (() => undefined), async () => {
        await askHooks(stage, path);
        // It ends, whatever it has to say.
        if (path.startsWith(stage.project)) await stage.run(['consult']);
      });
    }
  }, 180_000);

  it.each(Object.keys(PLACED))(
    '%s holds up no command',
    async (what) => {
      const inProject = paths.filter((path) => path.startsWith(stage.project));
      const others = paths.filter((path) => !path.startsWith(stage.project) && !path.includes('.cache'));
      for (const files of [inProject, others]) {
        await replaced(files, PLACED[what] ?? (() => undefined), async () => {
          await askHooks(stage, `${what} ${files.length}`);
          for (const args of [
            ['learn'],
            ['learn', '--apply'],
            ['consult'],
            ['doctor'],
            ['agents'],
            ['memory'],
            ['debug', 'x'],
            ['stats'],
          ])
            await stage.run(args);
          const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW });
          await server.call('consult').catch(() => undefined);
          await server.close();
        });
      }
    },
    180_000,
  );
});
