import { describe, expect, it } from 'vitest';
import type { NewLesson } from '../../src/lessons/distil.ts';
import { findEverywhere } from '../../src/lessons/everywhere.ts';
import { call, mine } from './story.ts';

const unknownFlag = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' } as const;
const guess = (session: string) => [call(session, 1, { command: 'gh pr diff 1 --stat' }, unknownFlag)];

/** What a project teaches whose sessions these are. */
async function teach(...sessions: Parameters<typeof mine>) {
  const { lessons } = await mine(...sessions);
  return { lessons: lessons as NewLesson[], seenOnce: lessons.map(({ fingerprint }) => fingerprint) };
}

describe('what holds in several projects', () => {
  it('is counted over all of them: once in each of two is twice', async () => {
    const found = findEverywhere([await teach(guess('s1')), await teach(guess('s2')), await teach()]);
    expect(found).toMatchObject([
      { status: 'ready', confidence: 'medium', occurrences: 2, sessions: 2, reach: 'general' },
    ]);
    expect(found[0]?.evidence.map(({ session }) => session)).toEqual(['s1', 's2']);
    expect(found[0]?.guidance).toContain('--stat');
  });

  it('is not what one project alone shows, however often', async () => {
    expect(findEverywhere([await teach(guess('s1'), guess('s2'), guess('s3')), await teach()])).toEqual([]);
  });

  it('is not what is watched for another reason than its count', async () => {
    const watched = { ...(await teach(guess('s1'))), seenOnce: [] };
    expect(findEverywhere([watched, await teach(guess('s2'))])).toEqual([]);
  });

  it('is no fact of a project', async () => {
    const moved = (session: string) => [
      call(session, 1, { path: '/srv/orchard/src/seed.ts' }, { outcome: 'failed', output: 'File does not exist.' }),
      call(session, 2, { path: '/srv/orchard/src/db/seed.ts' }),
    ];
    const taught = await teach(moved('s1'), moved('s2'));
    expect(taught.lessons).toHaveLength(1);
    expect(findEverywhere([taught, taught])).toEqual([]);
  });

  it("is no rule of one agent's own tools", async () => {
    const notRead = {
      tool: 'edit',
      name: 'Edit',
      outcome: 'failed',
      output: 'File has not been read yet. Read it first.',
    } as const;
    const slip = (session: string) => [
      call(session, 1, { command: 'cat a.ts' }, { output: 'a' }),
      call(session, 2, { path: '/srv/orchard/a.ts', oldText: 'a', newText: 'b' }, notRead),
    ];
    const taught = await teach(slip('s1'), slip('s2'), slip('s3'));
    expect(taught.lessons).toMatchObject([{ kind: 'tool-use', status: 'ready' }]);
    expect(findEverywhere([taught, taught])).toEqual([]);
  });
});
