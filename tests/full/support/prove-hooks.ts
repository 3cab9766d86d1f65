import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookScope } from '../../../src/agents/hook-installer.ts';
import type { Client } from './client.ts';
import { type ClientStage, makeClientStage } from './client-stage.ts';
import { files } from './mistakes.ts';

/** What is to be shown of an agent's hooks. */
export interface HookProof {
  client: Client;
  scope: HookScope;
  /** The settings file, from the home folder or the project. */
  file: string;
  /** What the user has in it: a hook of their own that is given a command. Absent: there is no file. */
  settings?: (command: string) => string;
  /** The events of a session with a good call, a failing one and a file that is missing, in order. */
  events: readonly string[];
  /** Events that may come or not. */
  loose?: readonly string[];
  /** Whether the client runs no hooks at all. */
  isDistrusted?: boolean;
}

/** Installs hooks, and lets the real client show that it starts them, and that it starts nothing after `uninstall`. */
export function proveHooks({
  client,
  scope,
  file,
  settings,
  events,
  loose = [],
  isDistrusted = false,
}: HookProof): void {
  describe(`hooks of ${client.agent} for the ${scope}${isDistrusted ? ', which are not trusted' : ''}`, () => {
    let stage: ClientStage;
    let path: string;
    let before: string | undefined;
    beforeAll(async () => {
      stage = await makeClientStage(files);
      path = join(scope === 'user' ? stage.home : stage.project, file);
      before = settings?.(`echo theirs >> ${JSON.stringify(join(stage.home, 'theirs'))}`);
      await mkdir(dirname(path), { recursive: true });
      if (before !== undefined) await writeFile(path, before);
      await writeMarkers(stage.home);
    });
    afterAll(() => stage.clear());

    it(`are ${isDistrusted ? 'not started' : 'started, with the event on stdin, beside those of the user'}`, async () => {
      const installed = await stage.run('install', client.agent, `--${scope}`, '--apply');
      expect(installed).toMatchObject({ code: 0, stderr: '' });
      await work(stage, client);
      const started = (await readStarts(stage.home)).filter(({ args }) => !loose.includes(args[0] ?? ''));
      expect(started.map(({ args }) => args)).toEqual(events.map((event) => [event, client.agent]));
      for (const { stdin } of started)
        if (scope === 'project')
          expect(stdin).toMatchObject({ hook_event_name: expect.any(String), cwd: stage.project });
      const others = (await read(join(stage.home, 'theirs')))?.split('\n').length ?? 0;
      expect(others > 0).toBe(before !== undefined && !isDistrusted);
    });

    it('are as if they were not there where hardwon is gone', async () => {
      if (scope === 'user') {
        // Another release was installed elsewhere, and removed.
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replaceAll(/[^ "]*\/dist\/hook\.js/g, '/opt/gone/dist/hook.js'));
      }
      await writeFile(join(stage.home, 'started'), '');
      const { asked } = await work(stage, client, { isGone: true });
      expect(await readStarts(stage.home)).toEqual([]);
      expect(asked.at(-1)?.context).toContain('no findings');
      expect(JSON.stringify(asked.map(({ context }) => context))).not.toMatch(/hardwon-hook|hook\.js/);
    });

    it('are gone after uninstall, and the settings are what they were', async () => {
      expect(await stage.run('install', client.agent, `--${scope}`, '--apply')).toMatchObject({ code: 0 });
      expect(await stage.run('uninstall', client.agent, `--${scope}`, '--apply')).toMatchObject({ code: 0 });
      expect(await read(path)).toBe(before);
      await work(stage, client);
      expect(await readStarts(stage.home)).toEqual([]);
    });
  });
}

/** One good call, one that fails, and a file that is not there. */
function work(stage: ClientStage, client: Client, { isGone = false } = {}) {
  const bin = join(stage.home, 'bin');
  const marked: Client = {
    ...client,
    environment: (place) => ({
      ...client.environment(place),
      ...(isGone
        ? {}
        : { PATH: `${bin}${delimiter}${process.env.PATH}`, NODE_OPTIONS: `--import=${join(bin, 'marker.mjs')}` }),
    }),
  };
  return stage.work(marked, { shell: 'npm run lint:all' }, { shell: 'npm run lint' }, { read: 'berths.json' });
}

interface Start {
  args: string[];
  stdin?: unknown;
}

/** `hardwon-hook` on the PATH that writes down how it was started; and a module that does the same for the hook of the user, inside it. */
async function writeMarkers(home: string): Promise<void> {
  const bin = join(home, 'bin');
  const log = JSON.stringify(join(home, 'started'));
  await mkdir(bin);
  const program = `#!${process.execPath}
const fs = require('node:fs');
const stdin = JSON.parse(fs.readFileSync(0, 'utf8'));
fs.appendFileSync(${log}, JSON.stringify({ args: process.argv.slice(2), stdin }) + '\\n');
`;
  await writeFile(join(bin, 'hardwon-hook'), program);
  await chmod(join(bin, 'hardwon-hook'), 0o755);
  const marker = `import fs from 'node:fs';
if (/[\\\\/]dist[\\\\/]hook\\.js$/.test(process.argv[1] ?? ''))
  fs.appendFileSync(${log}, JSON.stringify({ args: process.argv.slice(2) }) + '\\n');
`;
  await writeFile(join(bin, 'marker.mjs'), marker);
  await appendFile(join(home, 'started'), '');
}

async function readStarts(home: string): Promise<Start[]> {
  const text = await readFile(join(home, 'started'), 'utf8');
  await writeFile(join(home, 'started'), '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Start);
}

function read(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
