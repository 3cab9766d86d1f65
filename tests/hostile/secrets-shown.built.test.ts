import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from '../e2e/stage.ts';
import { allLogWriters } from '../support/log-writers/index.ts';
import { endServers } from '../web/served.ts';
import { isLong } from './length.ts';
import { hideLogFolders, plantEverywhere, writePlanted } from './planting.ts';
import { plantedSecrets, Survivors } from './secrets.ts';
import { gatherSinks } from './sinks.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

/** One secret of each kind in each field of a log, three times over: what recurs becomes a lesson, and is told everywhere. */
describe('planted secrets come out nowhere', () => {
  const planted = plantedSecrets(20261117);
  const kinds = [...new Map(planted.map((secret) => [secret.kind, secret])).values()];

  it.each(
    (isLong ? allLogWriters : allLogWriters.slice(0, 3)).map((writer, index) => [writer.agent, writer, index] as const),
  )('%s', async (_agent, writer, index) => {
    const stage = await makeStage();
    const some = isLong ? kinds : kinds.filter((_kind, place) => place % 24 === index);
    const sessions = plantEverywhere(some).flatMap((session) =>
      [1, 2, 3].map((day) => ({
        ...session,
        // Folders that are secrets stay what they are; the others are the project.
        ...(session.cwd === '/home/ada/harbour' ? { cwd: stage.project } : {}),
        start: session.start.replace('2026-03-09', `2026-03-0${day}`),
        steps: session.steps.map((step) =>
          'id' in step ? { ...step, id: `${step.id} ${day} ${session.start}` } : step,
        ),
      })),
    );
    await writePlanted(stage.home, writer, sessions);
    const sinks = await gatherSinks(stage, { mcp: true });
    const shown = sinks.all.map(({ name, text }) => ({
      name,
      text: name.includes('sessions.db') ? hideLogFolders(text) : text,
    }));
    const survivors = new Survivors(some);
    // What was planted did arrive there.
    for (const place of ['sessions.db', 'page /api/sessions/'])
      expect(shown.some(({ name, text }) => name.includes(place) && text.includes('[redacted:'))).toBe(true);
    const leaks = shown.flatMap(({ name, text }) =>
      survivors.find(text).map(({ kind, at }) => `${kind} in ${name}: …${text.slice(Math.max(0, at - 80), at + 40)}`),
    );
    expect(leaks).toEqual([]);
  });

  it('of all kinds are in nothing that a teacher is sent, however much it may read', async () => {
    const stage = await makeStage();
    const [writer] = allLogWriters;
    if (!writer) throw new Error('there are logs to write');
    const sessions = plantEverywhere(planted).map((session) =>
      session.cwd === '/home/ada/harbour' ? { ...session, cwd: stage.project } : session,
    );
    await writePlanted(stage.home, writer, sessions);
    const { stdout: listed } = await stage.run(['cases', '--json']);
    const { cases } = JSON.parse(listed) as { cases: { id: string }[] };
    const { stdout: question } = await stage.run(['cases', '--prompt', '--tokens', '9000000']);
    const texts = [listed, question];
    for (const { id } of cases.slice(0, isLong ? 30 : 3))
      for (const how of [[], ['--json']]) texts.push((await stage.run(['cases', id, ...how])).stdout);
    expect(planted.length).toBeGreaterThanOrEqual(300);
    expect(question.match(/\[redacted:/g)?.length).toBeGreaterThan(3 * planted.length);
    const survivors = new Survivors(planted);
    expect(texts.flatMap((text) => survivors.find(hideLogFolders(text)))).toEqual([]);
  });
});
