import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, Step } from './client.ts';
import { type ClientStage, makeClientStage, type Session } from './client-stage.ts';

const files = {
  'package.json': JSON.stringify({ name: 'harbour', private: true, scripts: { 'lint:all': 'node scripts/lint.mjs' } }),
  'scripts/lint.mjs': "console.log('no findings');\n",
  'config/berths.json': '{ "free": [3, 5] }\n',
};

/** What the model does in each of two sessions: two mistakes, each followed by what works. */
const mistakes: Step[] = [
  { shell: 'npm run lint' },
  { shell: 'npm run lint:all' },
  { read: 'berths.json' },
  { read: 'config/berths.json' },
];

/** What must be learned from them, and the calls that must stand behind it. */
const lessons = [
  {
    kind: 'command',
    guidance: 'There is no script or target `lint` for `npm`; use `lint:all`.',
    failed: { input: /npm run lint$/, output: /Missing script: "lint"/ },
    fix: { input: /npm run lint:all$/ },
  },
  {
    kind: 'path',
    guidance: '`config/berths.json` is the right path; `berths.json` does not exist.',
    failed: { input: /(?<!config.)berths\.json$/, output: /not found|not exist|no such file/i },
    // What a read gave is not kept for every agent.
    fix: { input: /config.berths\.json$/ },
  },
];

/** The whole way with a real client: it fails in two sessions, hardwon learns from what it wrote, and the third session is told. */
export function proveClient(client: Client): void {
  describe(client.agent, () => {
    let stage: ClientStage;
    const sessions: Session[] = [];
    beforeAll(async () => {
      stage = await makeClientStage(client, files);
    });
    afterAll(() => stage.clear());

    it('goes through two sessions, each with the same two mistakes', async () => {
      sessions.push(await stage.work(...mistakes), await stage.work(...mistakes));
      expect(sessions.map(({ refused }) => refused)).toEqual([[], []]);
      for (const lesson of lessons) for (const { asked } of sessions) expect(asked[0]?.context).not.toContain(lesson.guidance);
    });

    it('has written what is needed to learn from them', async () => {
      const report = await stage.learn();
      expect(report.figures).toMatchObject({ sessions: 2, calls: 8, failures: 4 });
      const expected = lessons.map(({ kind, guidance }) => ({ kind, guidance, status: 'ready', occurrences: 2, sessions: 2 }));
      expect(report.lessons).toMatchObject(expected);
      expect(new Set(report.lessons.flatMap(({ evidence }) => evidence.map(({ session }) => session))).size).toBe(2);
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
      const { asked } = await stage.goOn({ shell: 'npm run lint:all' });
      expect(asked[0]?.context).toContain('no findings');
      const { figures, lessons: learned } = await stage.learn();
      expect(figures).toMatchObject({ sessions: 2, calls: 9, failures: 4 });
      expect(learned).toMatchObject(lessons.map(({ guidance }) => ({ guidance, status: 'ready', occurrences: 2, sessions: 2 })));
    });

    const { contextFile } = client;
    if (contextFile === undefined) return;

    it('sends the lessons to its model after --apply', async () => {
      expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
      const written = await stage.read(contextFile);
      for (const { guidance } of lessons) expect(written).toContain(guidance);
      const { asked } = await stage.work({ shell: 'npm run lint:all' });
      for (const { guidance } of lessons) expect(asked[0]?.context).toContain(guidance);
    });

    it('learns nothing more from a session without mistakes', async () => {
      const { figures, changes } = await stage.learn();
      expect(figures).toMatchObject({ sessions: 3, calls: 10, failures: 4 });
      expect(changes).toEqual([]);
    });
  });
}
