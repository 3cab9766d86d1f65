import { expect, it } from 'vitest';
import { oneAtATime } from '../../src/page/one-at-a-time.ts';

/** Work that ends when it is told to. */
function makeWork() {
  const runs: { end: () => void; fail: () => void }[] = [];
  const run = oneAtATime(() => new Promise<void>((end, fail) => runs.push({ end, fail: () => fail(new Error('no')) })));
  return { runs, run };
}

it('who asks while it runs gets the next run, which all of them share', async () => {
  const { runs, run } = makeWork();
  const first = run();
  const [second, third] = [run(), run()];
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  const fourth = run();
  runs[1]?.end();
  await Promise.all([second, third]);
  await Promise.resolve();
  expect(runs).toHaveLength(3);
  runs[2]?.end();
  await fourth;
});

it('goes on after a run that failed', async () => {
  const { runs, run } = makeWork();
  const first = run();
  const second = run();
  runs[0]?.fail();
  await expect(first).rejects.toThrow('no');
  await Promise.resolve();
  runs[1]?.end();
  await second;
  expect(runs).toHaveLength(2);
});
