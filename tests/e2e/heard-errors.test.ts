import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage } from './stage.ts';

afterAll(clearStages);

const flagged = '{id: a1, shell: tide pack --north, fails: "error: profile north is not defined in tides.toml"}';
const hidden =
  '{id: b1, shell: tide pack --all 2>&1 | tail -5, prints: "packing\\nerror: profile north is not defined in tides.toml"}';

const story = (...sessions: string[]) => `sessions:\n${sessions.map((one) => `  - calls:\n      - ${one}\n`).join('')}`;

async function countFailures(...sessions: string[]) {
  const stage = await makeStage(story(...sessions));
  const first = await stage.learn();
  // The second time from what was kept of each session.
  await stage.tell(story(...sessions, '{id: c1, shell: make, prints: ok}'));
  return [first, await stage.learn()].map(({ figures }) => [figures.failures, figures.unflagged]);
}

describe('a failure that another session tells of', () => {
  it('is counted whichever session comes first, and again from what is kept', async () => {
    expect(await countFailures(flagged, hidden)).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect(await countFailures(hidden, flagged)).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect(await countFailures(hidden, '{id: a2, shell: make, prints: ok}')).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });
});
