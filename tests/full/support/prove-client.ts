import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type ClientStage, makeClientStage } from './client-stage.ts';
import { countTimes, files, lessons, mistakes } from './mistakes.ts';

/** The whole way with a real client: it fails in two sessions, hardwon learns from what it wrote, and the third session is told. */
export function proveClient(client: Client): void {
  describe(client.agent, () => {
    let stage: ClientStage;
    beforeAll(async () => {
      stage = await makeClientStage(files);
    });
    afterAll(() => stage.clear());

    it('goes through two sessions with the same mistakes, and reaches for nothing but its model', async () => {
      for (const { asked, refused } of [await stage.work(client, ...mistakes), await stage.work(client, ...mistakes)]) {
        expect(refused).toEqual([]);
        for (const { guidance } of lessons) expect(countTimes(asked[0]?.context, guidance)).toBe(0);
      }
    });

    it('has written what is needed to learn from them', async () => {
      const report = await stage.learn();
      expect(report.agents).toEqual([client.agent]);
      expect(report.figures).toMatchObject({ sessions: 2, calls: 8, failures: 4 });
      const expected = lessons.map(({ kind, guidance }) => ({
        kind,
        guidance,
        status: 'ready',
        occurrences: 2,
        sessions: 2,
      }));
      expect(report.lessons).toMatchObject(expected);
    });

    it('has written what shows the evidence', async () => {
      for (const [index, lesson] of lessons.entries()) {
        const calls = await stage.recall(`L-00${index + 1}`);
        expect(calls).toHaveLength(2);
        for (const { failed, fix } of calls) {
          expect(failed.input).toMatch(lesson.failed.input);
          expect(failed.output).toMatch(lesson.failed.output);
          expect(fix.input).toMatch(lesson.fix.input);
        }
      }
    });

    it('takes up a session again, and each call counts once', async () => {
      const { asked } = await stage.goOn(client, { shell: 'npm run lint:all' });
      expect(asked[0]?.context).toContain('no findings');
      const { figures, lessons: learned } = await stage.learn();
      expect(figures).toMatchObject({ sessions: 2, calls: 9, failures: 4 });
      expect(learned).toMatchObject(
        lessons.map(({ guidance }) => ({ guidance, status: 'ready', occurrences: 2, sessions: 2 })),
      );
    });

    it('sends each lesson to its model, once, after --apply', async () => {
      expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
      const written = await stage.read(client.contextFile);
      const { asked } = await stage.work(client, { shell: 'npm run lint:all' });
      for (const { guidance } of lessons) {
        expect(countTimes(written, guidance)).toBe(1);
        expect(countTimes(asked[0]?.context, guidance)).toBe(1);
      }
    });

    it('gives nothing to learn in a session without mistakes', async () => {
      const { figures, changes } = await stage.learn();
      expect(figures).toMatchObject({ sessions: 3, calls: 10, failures: 4 });
      expect(changes).toEqual([]);
    });
  });
}
