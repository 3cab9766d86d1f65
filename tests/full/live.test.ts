import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { countTimes, files, lessons, mistakes } from './support/mistakes.ts';

/** What hooks say is what reaches the model of a real client: learned from its own sessions, before the same call is made again. */
function proveLive(client: Client, options: { readsFiles: boolean }): void {
  describe(`hooks of ${client.agent}`, () => {
    const [script, path] = lessons;
    let stage: ClientStage;
    beforeAll(async () => {
      stage = await makeClientStage(files);
      await stage.work(client, ...mistakes);
      await stage.work(client, ...mistakes);
      expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
      expect(await stage.run('install', client.agent, '--user', '--apply')).toMatchObject({ code: 0 });
    });
    afterAll(() => stage.clear());

    it('warn of the same call, once, with what works', async () => {
      const { asked, refused } = await stage.work(
        client,
        { shell: 'npm run lint' },
        { shell: 'npm run lint' },
        { shell: 'npm run lint:all' },
      );
      expect(refused).toEqual([]);
      const note = `hardwon note from 2 past failures (L-001): ${script?.guidance}`;
      // Its own file has told it already, so nothing is said at the start.
      expect(asked.map(({ context }) => countTimes(context, note))).toEqual([0, 1, 1, 1]);
      expect(asked[0]?.context).not.toContain('Notes of hardwon');
    });

    // Codex has no tool for it: it reads by the shell.
    if (options.readsFiles) {
      it('warn of a file that is elsewhere', async () => {
        const { asked } = await stage.work(client, { read: 'berths.json' }, { read: 'config/berths.json' });
        const note = `hardwon note from 2 past failures (L-002): ${path?.guidance}`;
        expect(asked.map(({ context }) => countTimes(context, note))).toEqual([0, 1, 1]);
      });
    }

    it('count what was shown and what came of it', async () => {
      const { lessons: learned } = await stage.learn();
      const [first] = learned.filter(({ id }) => id === 'L-001');
      expect(first?.live).toMatchObject({ shown: 1 });
    });

    it('say at the start what no file tells', async () => {
      await stage.write(client.contextFile, '# Harbour\n');
      const { asked } = await stage.work(client, { shell: 'npm run lint:all' });
      expect(asked[0]?.context).toContain('Notes of hardwon from past failures of this project');
      expect(countTimes(asked[0]?.context, script?.guidance ?? '')).toBe(1);
    });
  });
}

proveLive(claudeCode, { readsFiles: true });
proveLive(trustingHooks(codex), { readsFiles: false });
