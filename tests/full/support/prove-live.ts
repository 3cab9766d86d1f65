import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookScope } from '../../../src/agents/hook-installer.ts';
import { openClient } from '../../support/mcp-client.ts';
import type { Client } from './client.ts';
import { type ClientStage, makeClientStage } from './client-stage.ts';
import { allow, files, POISON, PROVEN, withPrograms, work, writeProof } from './live-project.ts';
import { countTimes, lessons } from './mistakes.ts';
import type { Session } from './run-session.ts';

/** What differs between clients. */
export interface LiveTraits {
  /** Whether it has a tool for reading. */
  readsFiles: boolean;
  /** Where its hooks are installed. */
  scope: HookScope;
}

/**
 * The whole way with a real client: it fails and recovers, hardwon learns from what it wrote, and the next session is told before it does
 * the same again, then stopped, then corrected. What is asserted is what reached its model.
 */
export function proveLive(real: Client, { readsFiles, scope }: LiveTraits): void {
  describe(`hooks of ${real.agent}`, () => {
    const [script, path] = lessons;
    let stage: ClientStage;
    let client: Client;
    /** How often an order was in what the model read after the tool that gives them. */
    let orders: number;
    beforeAll(async () => {
      stage = await makeClientStage(files);
      client = await withPrograms(real, stage);
      const { asked } = await stage.work(client, ...work);
      orders = countTimes(asked[5]?.context, POISON);
      await stage.work(client, ...work);
      await writeProof(stage);
      expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
      expect(await stage.run('install', client.agent, `--${scope}`, '--apply')).toMatchObject({ code: 0 });
    }, 240_000);
    afterAll(() => stage.clear());

    /** A lesson that two sessions taught, and what is said of it. */
    const findLesson = async (guidance: string | undefined) => {
      const { id } = (await stage.learn()).lessons.find((lesson) => lesson.guidance === guidance) ?? {};
      return { id, note: `hardwon note from 2 past failures (${id}): ${guidance}` };
    };

    it('warn of the same call, once, with what works', async () => {
      const steps = [{ shell: 'npm run lint' }, { shell: 'npm run lint' }, { shell: 'npm run lint:all' }];
      const { asked, refused } = await stage.work(client, ...steps);
      expect(refused).toEqual([]);
      const { id, note } = await findLesson(script?.guidance);
      // Its own file has told it already, so nothing is said at the start.
      expect(asked.map(({ context }) => countTimes(context, note))).toEqual([0, 1, 1, 1]);
      expect(asked[0]?.context).not.toContain('Notes of hardwon');
      expect((await stage.learn()).lessons.find((lesson) => lesson.id === id)?.live).toMatchObject({ shown: 1 });
    });

    if (readsFiles) {
      it('warn of a file that is elsewhere', async () => {
        const { asked } = await stage.work(client, { read: 'berths.json' }, { read: 'config/berths.json' });
        const { note } = await findLesson(path?.guidance);
        expect(asked.map(({ context }) => countTimes(context, note))).toEqual([0, 1, 1]);
      });
    }

    it('take no word of what a tool prints, of its errors and of names', async () => {
      expect(orders).toBeGreaterThan(0);
      const { asked } = await stage.work(client, { shell: 'node scripts/tide.mjs --fast' });
      expect(asked[1]?.context).toContain('hardwon note from 2 past failures');
      // As often as without hooks: in the output itself, and in no note about it.
      expect(countTimes(asked[1]?.context, POISON)).toBe(orders);
      for (const [name, text] of await readWritten(stage, client)) expect(text, name).not.toContain(POISON);
      const server = await openClient({ home: stage.home, cwd: stage.project });
      const questions = {
        check_known_issues: { error: "error: unknown option '--fast'" },
        memory_view: {},
        consult: {},
      };
      for (const [name, input] of Object.entries(questions)) {
        const { text, isError } = await server.call(name, input);
        expect({ name, isError, isPoisoned: text.includes(POISON) }).toEqual({
          name,
          isError: false,
          isPoisoned: false,
        });
      }
      await server.close();
    });

    it('say at the start what no file tells', async () => {
      await stage.write(client.contextFile, '# Harbour\n');
      const { asked } = await stage.work(client, { shell: 'npm run lint:all' });
      expect(asked[0]?.context).toContain('Notes of hardwon from past failures of this project');
      expect(countTimes(asked[0]?.context, script?.guidance ?? '')).toBe(1);
    });

    const STOPPED = 'Stopped by a hardwon note from ';
    const countStops = ({ asked }: Session) => asked.map(({ context }) => countTimes(context, STOPPED));
    const python = { shell: 'python3 tools/tide.py' };

    it('stop the first call that a proven lesson is about, let it pass when it is sent again, and leave others alone', async () => {
      const session = await stage.work(client, { shell: 'echo quay' }, python, python, {
        shell: 'uv run python tools/tide.py',
      });
      const { asked } = session;
      expect(countStops(session)).toEqual([0, 0, 1, 1, 1]);
      expect(countTimes(asked[1]?.context, 'hardwon')).toBe(countTimes(asked[0]?.context, 'hardwon'));
      expect(asked[2]?.context).toContain(PROVEN);
      expect(asked[2]?.context).not.toContain('ModuleNotFoundError');
      expect(asked[3]?.context).toContain('ModuleNotFoundError');
      expect(asked[4]?.context).toContain('loaded by uv: run python tools/tide.py');
    });

    it('let the right form pass at once, and count that it was heeded', async () => {
      const session = await stage.work(client, python, { shell: 'uv run python tools/tide.py' });
      expect(countStops(session)).toEqual([0, 1, 1]);
      expect(session.asked[2]?.context).toContain('loaded by uv: run python tools/tide.py');
      const { id } = await findLesson(PROVEN);
      const { live } = (await stage.learn()).lessons.find((lesson) => lesson.id === id) ?? {};
      expect(live?.followed).toBeGreaterThan(0);
    });

    it('keep silent where what they answer from is removed midway', async () => {
      expect(countStops(await stage.work(client, python))).toEqual([0, 1]);
      for (const folder of ['.cache/hardwon', '.local/share/hardwon'])
        await rm(join(stage.home, folder), { recursive: true, force: true });
      const { asked } = await stage.goOn(client, python);
      expect(asked.at(-1)?.context).toContain('ModuleNotFoundError');
      expect(countTimes(asked.at(-1)?.context, STOPPED)).toBe(countTimes(asked[0]?.context, STOPPED));
    });

    it('send what works where that is allowed, until it fails', async () => {
      const { id = '' } = await findLesson(PROVEN);
      await allow(stage, { lessons: { [id]: 'rewrite' } });
      const steps = ['python3 tools/tide.py', 'python3 tools/broken.py', 'python3 tools/tide.py --again'];
      const { asked } = await stage.work(client, ...steps.map((shell) => ({ shell })));
      expect(asked[1]?.context).toContain('loaded by uv: run python tools/tide.py');
      expect(asked[1]?.context).not.toContain('changes no more calls');
      expect(countTimes(asked[2]?.context, 'The lesson rewrites no more calls')).toBe(1);
      expect(asked[2]?.context).not.toContain('ModuleNotFoundError');
      expect(asked[3]?.context).toContain('ModuleNotFoundError');
      expect(asked[3]?.context).not.toContain('--again\\nloaded');
    });

    it('stop no more calls for a lesson that stopped one which went well', async () => {
      await rm(join(stage.home, '.local/share/hardwon/live/contradictions.ndjson'), { force: true });
      await allow(stage, {});
      const right = { shell: 'python3 tools/right.py' };
      const session = await stage.work(client, right, right);
      expect(countStops(session)).toEqual([0, 1, 1]);
      expect(session.asked[2]?.context).toContain('it runs here');
      expect(countStops(await stage.work(client, python))).toEqual([0, 0]);
    });
  });
}

/** What hardwon wrote: lessons, context files, and all that hooks keep. */
async function readWritten({ home, project }: ClientStage, { contextFile }: Client): Promise<[string, string][]> {
  const folders = [
    join(project, '.memory'),
    join(home, '.local/share/hardwon/live'),
    join(home, '.cache/hardwon/live'),
  ];
  const paths = [join(project, contextFile)];
  for (const folder of folders)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) paths.push(join(entry.parentPath, entry.name));
  return Promise.all(paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, 'latin1')]));
}
