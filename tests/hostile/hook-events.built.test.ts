import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, NOW, type Stage } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { takeTree } from '../e2e/tree.ts';
import { runHook } from '../support/run.ts';
import { listHostileEvents } from './hook-events.ts';
import { isLong, sample } from './length.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(oneLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
});
afterAll(clearStages);

describe('hook events that no client sends', () => {
  it('are ended with 0, without a word on stderr, and change nothing of the project', async () => {
    const before = await takeTree(stage.project);
    const events = sample(listHostileEvents(stage.project), 30);
    expect(events.length).toBeGreaterThan(isLong ? 400 : 20);
    for (const { about, event, agent, stdin } of events) {
      const { code, stdout, stderr } = await runHook(event, {
        home: stage.home,
        cwd: stage.project,
        agent,
        stdin,
        now: NOW,
      });
      expect({ about, event, agent, code, stderr }).toEqual({ about, event, agent, code: 0, stderr: '' });
      if (stdout !== '') expect(() => JSON.parse(stdout), `${about}: ${stdout.slice(0, 200)}`).not.toThrow();
    }
    expect(await takeTree(stage.project)).toEqual(before);
    expect(existsSync(join(stage.project, 'ran'))).toBe(false);
  }, 900_000);
});
