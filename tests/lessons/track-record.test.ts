import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import type { TrackRecord } from '../../src/lessons/track-record.ts';
import { call, mine } from './story.ts';

const unknownFlag = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' } as const;
const mistake = (day: number, seq = 1): Call => call(`s${day}`, seq, { command: 'gh pr diff 1 --stat' }, unknownFlag);

async function recordOf(...sessions: Call[][]): Promise<TrackRecord | undefined> {
  const { lessons, records } = await mine(...sessions);
  return records[lessons[0]?.fingerprint ?? ''];
}

describe('the record of a lesson', () => {
  it('has nothing later at first', async () => {
    expect(await recordOf([mistake(1)])).toMatchObject({ later: 0, shown: 0, calls: 0, falseAlarms: 0 });
  });

  it('counts failures after the first session, and those after the one that made it ready', async () => {
    expect(await recordOf([mistake(1)], [mistake(2)], [mistake(3), mistake(3, 2)], [mistake(4)])).toMatchObject({
      later: 4,
      shown: 3,
      calls: 3,
    });
  });

  it('counts calls that the trigger matched in vain since it was ready', async () => {
    const shown = { output: 'a.ts | 2 +-', outputLength: 11 };
    const works = call('s4', 1, { command: 'gh pr diff 9 --stat' }, shown);
    const before = call('s1', 5, { command: 'gh pr diff 9 --stat' }, shown);
    const other = call('s4', 2, { command: 'git status' });
    expect(await recordOf([mistake(1), before], [mistake(2)], [mistake(3)], [works, other])).toEqual({
      later: 2,
      shown: 1,
      falseAlarms: 1,
      calls: 3,
      trigger: { matches: 5, failed: 3, sessions: 3 },
    });
  });

  it('does not count a search that found nothing as one that worked', async () => {
    const missing = { outcome: 'failed', output: 'Path does not exist: lib' } as const;
    const search = (day: number, result: Partial<Call>) => [
      call(`s${day}`, 1, { path: '/srv/orchard/src/a.ts' }),
      call(`s${day}`, 2, { path: '/srv/orchard/lib', pattern: 'pear' }, { tool: 'search', name: 'Grep', ...result }),
    ];
    const empty = { output: 'No files found' };
    const { lessons, records } = await mine(search(1, missing), search(2, missing), search(3, empty), search(4, empty));
    const [lesson] = lessons;
    // Nor does it prove that the folder is there.
    expect(lesson?.trigger).toMatchObject({ rule: 'Read(lib/**)', succeeded: 0 });
    expect(records[lesson?.fingerprint ?? '']).toMatchObject({ falseAlarms: 0 });
  });

  it('does not show it in a session that began before it was ready', async () => {
    expect(await recordOf([mistake(1)], [mistake(2)], [mistake(3)], [mistake(20)])).toMatchObject({
      later: 3,
      shown: 2,
    });
    // The second session goes on for six days: the lesson is ready when the third is over, which began before.
    const long = [mistake(2), call('s2', 9000, { command: 'git status' })];
    expect(await recordOf([mistake(1)], long, [mistake(3)], [mistake(20)])).toMatchObject({ later: 3, shown: 1 });
  });

  it('needs as many sightings as the lesson does', async () => {
    const fails = {
      tool: 'edit',
      name: 'Edit',
      outcome: 'failed',
      output: 'File has not been read yet. Read it first.',
    } as const;
    const slip = (day: number) => [
      call(`s${day}`, 1, { command: 'cat a.ts' }, { output: 'a' }),
      call(`s${day}`, 2, { path: '/srv/orchard/a.ts', oldText: 'a', newText: 'b' }, fails),
    ];
    const record = await recordOf(slip(1), slip(2), slip(3), slip(4));
    // A rule that the tool states itself is repeated once three calls show why it is broken here.
    expect(record).toMatchObject({ later: 3, shown: 1 });
  });
});
