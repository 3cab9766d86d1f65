import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { LessonMiner } from '../../src/lessons/lesson-miner.ts';
import { mineSession } from '../../src/lessons/mine-session.ts';
import { call, mine, roots } from './story.ts';

const unknownFlag = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' } as const;
const missing = { outcome: 'failed', output: 'File does not exist.' } as const;

describe('status', () => {
  it('is watching at first sight and ready in the second session', async () => {
    const first = [call('s1', 1, { command: 'gh pr diff 1 --stat' }, unknownFlag)];
    const second = [call('s2', 1, { command: 'gh pr diff 2 --stat' }, unknownFlag)];
    expect((await mine(first)).lessons.map((lesson) => [lesson.status, lesson.confidence])).toEqual([
      ['watching', 'low'],
    ]);
    expect((await mine(first, second)).lessons.map((lesson) => [lesson.status, lesson.confidence])).toEqual([
      ['ready', 'medium'],
    ]);
  });

  it('counts tries in a row as one sighting', async () => {
    const calls = [1, 2, 3].map((seq) => call('s1', seq, { command: 'gh pr diff 7 --stat' }, unknownFlag));
    const [lesson] = (await mine(calls)).lessons;
    expect([lesson?.status, lesson?.occurrences]).toEqual(['watching', 3]);
  });

  it('is ready when another call breaks a rule that the tool has stated', async () => {
    const calls = [1, 2].map((seq) => call('s1', seq, { command: `quayctl diff ${seq} --stat` }, unknownFlag));
    expect((await mine(calls)).lessons[0]?.status).toBe('ready');
  });

  it('waits for another session where the tool is one that everybody has', async () => {
    const calls = [1, 2].map((seq) => call('s1', seq, { command: `gh pr diff ${seq} --stat` }, unknownFlag));
    expect((await mine(calls)).lessons[0]?.status).toBe('watching');
  });

  it('waits for another session where the fix is inferred', async () => {
    const missingModule = {
      outcome: 'failed',
      exitCode: 1,
      output: "ModuleNotFoundError: No module named 'polars'",
    } as const;
    const calls = ['load', 'check'].flatMap((name, index) => [
      call('s1', index * 2, { command: `python3 tools/${name}.py` }, missingModule),
      call('s1', index * 2 + 1, { command: `uv run python tools/${name}.py` }),
    ]);
    expect((await mine(calls)).lessons.map(({ status, occurrences }) => [status, occurrences])).toEqual([
      ['watching', 2],
    ]);
  });

  it('is ready within one session when the mistake comes back much later', async () => {
    const far = [
      call('s1', 1, { command: 'quayctl diff 1 --stat' }, unknownFlag),
      call('s1', 80, { command: 'quayctl diff 2 --stat' }, unknownFlag),
    ];
    expect((await mine(far)).lessons[0]?.status).toBe('ready');
  });

  describe('retires what is wrong', () => {
    const shown = { output: 'a.ts | 2 +-', outputLength: 11 };
    const wrongly = (day: number, command: string, result: Partial<Call> = unknownFlag) => [
      call(`s${day}`, 1, { command }, result),
    ];
    const statusAfter = async (command: string, result: Partial<Call> = shown) => {
      const later = [5, 6].map((day) => call(`s${day}`, 1, { command }, result));
      const failed = [1, 2].map((day) => wrongly(day, 'gh pr diff 1 --stat'));
      return (await mine(...failed, ...later.map((one) => [one]))).lessons[0]?.status;
    };

    it('when the very form has worked twice since', async () => {
      expect(await statusAfter('gh pr diff 2 --stat')).toBe('retired');
    });

    it.each<[string, string, Partial<Call>?]>([
      ['a status that a pipe swallowed', 'gh pr diff 2 --stat | head'],
      ['a status that the next command replaced', 'gh pr diff 2 --stat; git status'],
      ['a fallback that may have worked instead', 'gh pr diff 2 --stat || git diff --stat'],
      ['an empty answer', 'gh pr diff 2 --stat', { output: '', outputLength: 0 }],
      ['another folder', 'cd web && gh pr diff 2 --stat'],
      ['another machine', 'gh pr diff 2 --stat', { ...shown, cwd: '/home/mia/orchard' }],
    ])('not by %s', async (_, command, result = shown) => {
      const failed = [1, 2].map((day) =>
        wrongly(day, 'gh pr diff 1 --stat', { ...unknownFlag, cwd: '/home/ada/orchard' }),
      );
      const later = [5, 6].map((day) => wrongly(day, command, { cwd: '/home/ada/orchard', ...result }));
      expect((await mine(...failed, ...later)).lessons[0]?.status).toBe('ready');
    });

    it('not by a success of one of the things that a lesson joins', async () => {
      const refused = (day: number, flag: string) =>
        wrongly(day, `lampctl trim ${flag}`, { outcome: 'failed', exitCode: 1, output: `unknown flag: ${flag}` });
      const failed = [refused(1, '--deep'), refused(2, '--deep'), refused(3, '--wide'), refused(4, '--wide')];
      const works = (flag: string) => [5, 6].map((day) => wrongly(day, `lampctl trim ${flag}`, shown));
      const [joined] = (await mine(...failed)).lessons;
      expect(joined).toMatchObject({ status: 'ready', guidance: expect.stringContaining('--wide') });
      const [left] = (await mine(...failed, ...works('--deep'))).lessons;
      expect(left).toMatchObject({ status: 'ready', guidance: expect.not.stringContaining('--deep') });
      const both = [...works('--deep'), ...[7, 8].map((day) => wrongly(day, 'lampctl trim --wide', shown))];
      expect((await mine(...failed, ...both)).lessons[0]?.status).toBe('retired');
    });

    it('when the place that it is about is gone', async () => {
      const large = {
        outcome: 'failed',
        output: 'File content (51200 tokens) exceeds maximum allowed tokens (25000).',
      } as const;
      const failed = [1, 2].map((day) => [call(`s${day}`, 1, { path: '/srv/orchard/harvest.json' }, large)]);
      const teach = (isThere: boolean) => {
        const experience = new LessonMiner();
        for (const calls of failed)
          experience.add(
            mineSession(
              { agent: 'claude-code', session: calls[0]?.session ?? '', calls, messages: [], statements: [] },
              roots,
            ),
          );
        return experience.teach({ isThere: () => isThere, declares: () => undefined }).distilled[0]?.lesson;
      };
      expect(teach(true)).toMatchObject({ kind: 'large-file', status: 'ready' });
      expect(teach(false)).toMatchObject({ kind: 'large-file', status: 'retired' });
    });
  });

  it('is retired when a path that was missing exists since', async () => {
    const failures = [1, 2].map((day) => [call(`s${day}`, 1, { path: '/srv/orchard/src/seed.ts' }, missing)]);
    const later = [call('s5', 1, { path: '/srv/orchard/src/seed.ts' })];
    expect((await mine(...failures)).lessons[0]?.status).toBe('watching');
    expect((await mine(...failures, later)).lessons[0]?.status).toBe('retired');
  });

  it('stays watching where nobody knows what to do instead', async () => {
    const unknown = [1, 2].map((day) => [call(`s${day}`, 1, { path: '/srv/orchard/src/seed.ts' }, missing)]);
    const [lesson] = (await mine(...unknown)).lessons;
    expect([lesson?.status, lesson?.occurrences]).toEqual(['watching', 2]);
    const known = unknown.map((calls, index) => [
      ...calls,
      call(`s${index + 1}`, 2, { path: '/srv/orchard/src/db/seed.ts' }),
    ]);
    expect((await mine(...known)).lessons[0]?.status).toBe('ready');
  });

  it('stays watching when the form mostly works', async () => {
    const lacks = { outcome: 'failed', output: "ModuleNotFoundError: No module named 'polars'" } as const;
    const mistakes = [1, 2].map((day) => [
      call(`s${day}`, 1, { command: 'python3 load.py' }, lacks),
      call(`s${day}`, 2, { command: 'uv run python load.py' }),
      ...[3, 4, 5, 6].map((seq) => call(`s${day}`, seq, { command: 'python3 other.py' })),
    ]);
    expect((await mine(...mistakes)).lessons[0]?.status).toBe('watching');
  });
});

describe('rules that the tools of an agent state', () => {
  const fails = {
    tool: 'edit',
    name: 'Edit',
    outcome: 'failed',
    output: 'File has not been read yet. Read it first.',
  } as const;
  const slip = (session: string) => call(session, 2, { path: '/srv/orchard/a.ts', oldText: 'a', newText: 'b' }, fails);
  const shown = (session: string) => call(session, 1, { command: 'cat a.ts' }, { output: 'a' });
  const sessions = ['s1', 's2', 's3'];
  const statuses = async (...mined: Parameters<typeof mine>) =>
    (await mine(...mined)).lessons.map(({ status, occurrences }) => [status, occurrences]);

  it('are not repeated without a reason that holds here', async () => {
    expect(await statuses(...sessions.map((session) => [slip(session)]))).toEqual([['watching', 3]]);
  });

  it('are told with what goes wrong here, from the third time on', async () => {
    const slips = sessions.map((session) => [shown(session), slip(session)]);
    expect(await statuses(...slips.slice(1))).toEqual([['watching', 2]]);
    expect(await statuses(...slips)).toEqual([['ready', 3]]);
  });
});
describe('contradictions', () => {
  const lacks = { outcome: 'failed', output: "ModuleNotFoundError: No module named 'polars'" } as const;
  const there = (day: number) => [
    call(`s${day}`, 1, { command: 'python3 a.py' }, lacks),
    call(`s${day}`, 2, { command: 'uv run python a.py' }),
  ];
  const back = (day: number) => [
    call(`s${day}`, 1, { command: 'uv run python a.py' }, lacks),
    call(`s${day}`, 2, { command: 'python3 a.py' }),
  ];

  it('drop both sides when neither is much the stronger', async () => {
    expect((await mine(there(1), there(2), back(3), back(4))).lessons).toEqual([]);
  });

  it('keep the side that has three times the evidence', async () => {
    const titles = (await mine(there(1), there(2), there(3), back(4))).lessons.map((lesson) => lesson.title);
    expect(titles).toEqual(['Use `uv run python`, not `python3`']);
  });
});

describe('fingerprints', () => {
  it('are equal for the same lesson of other sessions, and differ between lessons', async () => {
    const stat = (day: number) => [call(`s${day}`, 1, { command: 'gh pr diff 1 --stat' }, unknownFlag)];
    const [one] = (await mine(stat(1), stat(2))).lessons;
    const [other] = (await mine(stat(7), stat(8))).lessons;
    const [path] = (await mine([call('s1', 1, { path: '/srv/orchard/src/x.ts' }, missing)])).lessons;
    expect(one?.fingerprint).toBe(other?.fingerprint);
    expect(path?.fingerprint).not.toBe(one?.fingerprint);
  });
});

describe('figures', () => {
  it('tell failures, work, refusals and what carried no flag apart', async () => {
    const { figures } = await mine([
      call('s1', 1, { command: 'npm test' }, { outcome: 'failed', output: '1 failed, 2 passed' }),
      call('s1', 2, { command: 'golint --old ./... | head' }, { output: 'unknown flag: --old' }),
      call('s1', 3, { command: 'git push' }, { outcome: 'rejected' }),
      call('s1', 4, { command: 'cat x' }, { outcome: 'blocked', output: 'Use the Read tool' }),
      call('s1', 5, { command: 'grep x y' }, { outcome: 'failed', exitCode: 1 }),
      call('s1', 6, { command: 'ls' }),
    ]);
    expect(figures).toMatchObject({
      sessions: 1,
      calls: 6,
      failures: 2,
      work: 1,
      unflagged: 1,
      rejected: 1,
      blocked: 1,
    });
    expect(figures.byKind).toEqual({ 'bad-flag': 1, 'test-failed': 1 });
  });
});
