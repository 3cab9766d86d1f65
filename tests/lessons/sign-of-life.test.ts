import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { call, mine } from './story.ts';

const missing = { outcome: 'failed', output: 'File does not exist.' } as const;
const read = (
  session: string,
  seq: number,
  path: string,
  end: Partial<Call> = { output: 'export interface Berth {}' },
) => call(session, seq, { path }, { tool: 'read', name: 'Read', ...end });
const shell = (session: string, seq: number, command: string, end: Partial<Call> = {}) =>
  call(session, seq, { command }, end);

/** The told guidance of these sessions. */
async function told(...sessions: Call[][]): Promise<string[]> {
  const { lessons } = await mine(...sessions);
  return lessons.filter(({ status }) => status === 'ready').map(({ guidance }) => guidance);
}

describe('a path that is recommended', () => {
  const guess = (session: string) => [
    read(session, 1, 'src/berth.ts', missing),
    read(session, 2, 'src/model/berth.ts'),
  ];
  const lesson = 'Use `src/model/berth.ts`: `src/berth.ts` does not exist.';

  it.each([
    ['removed', [shell('s3', 1, 'git rm src/model/berth.ts', { output: "rm 'src/model/berth.ts'" })]],
    ['removed with its folder', [shell('s3', 1, 'rm -r src/model')]],
    ['moved away', [shell('s3', 1, 'git mv src/model/berth.ts src/quays/pier.ts')]],
    ['found missing', [read('s3', 1, 'src/model/berth.ts', missing)]],
  ])('is not told when it was %s since', async (_how, since) => {
    expect(await told(guess('s1'), guess('s2'))).toEqual([lesson]);
    const { lessons } = await mine(guess('s1'), guess('s2'), since);
    // Retired, and not left out: memory may tell it.
    expect(lessons.filter(({ guidance }) => guidance === lesson)).toMatchObject([{ status: 'retired' }]);
  });

  it.each([
    ['was read again', [shell('s3', 1, 'rm src/model/berth.ts'), read('s3', 2, 'src/model/berth.ts')]],
    ['was moved there', [shell('s3', 1, 'git mv src/quays/pier.ts src/model/berth.ts')]],
    [
      'could not be removed',
      [shell('s3', 1, 'rm src/model/berth.ts', { outcome: 'failed', exitCode: 1, output: 'denied' })],
    ],
  ])('is told when it %s', async (_how, since) => {
    expect(await told(guess('s1'), guess('s2'), since)).toContain(lesson);
  });
});

describe('a command that is recommended', () => {
  const red = { outcome: 'failed', exitCode: 1, output: 'ERROR:  relation "berths" does not exist' } as const;
  const seed = (session: string) => [
    shell(session, 1, 'npm test', red),
    shell(session, 2, 'bash scripts/seed-berths.sh', { output: 'seeded' }),
    shell(session, 3, 'npm test', { output: '14 passed' }),
  ];
  const lesson = expect.stringContaining('Run `bash scripts/seed-berths.sh` before `npm test`');

  it('is not told when its script was removed since', async () => {
    expect(await told(seed('s1'), seed('s2'))).toEqual([lesson]);
    expect(await told(seed('s1'), seed('s2'), [shell('s3', 1, 'rm -r scripts')])).toEqual([]);
  });
});
