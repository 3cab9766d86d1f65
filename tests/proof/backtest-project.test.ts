import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { addPlacebo, backtestProject } from '../../src/proof/backtest-project.ts';
import { sumUp } from '../../src/proof/figures.ts';
import { call } from '../lessons/story.ts';
import { inputOf, quietDay, walk, wrongFlag } from './walk.ts';

const missing = { outcome: 'failed', output: 'File does not exist.' } as const;

describe('what would have been shown', () => {
  it('is told and warned from the session on that follows the second sighting', async () => {
    // Learned from: 1. Replayed: 2 to 5, each with what the ones before it taught.
    const { figures, learnedFrom, cases } = await walk([1, 2, 3, 4, 5].map(wrongFlag));
    expect(learnedFrom).toBe(1);
    expect(figures).toMatchObject({
      sessions: 4,
      calls: 8,
      failures: 4,
      known: 4,
      told: 3,
      warned: 3,
      shown: 3,
      general: 3,
    });
    expect(cases.map(({ outcome, told, warned }) => [outcome, told, warned])).toEqual([
      ['missed', false, false],
      ['shown', true, true],
      ['shown', true, true],
      ['shown', true, true],
    ]);
  });

  it('agrees with the fix that the later session found, or does not', async () => {
    const other = [
      call(
        's4',
        1,
        { command: 'gh pr diff 4 --stat' },
        { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' },
      ),
      call('s4', 2, { command: 'gh pr diff 4 --patch' }),
    ];
    const { figures } = await walk([wrongFlag(1), wrongFlag(2), wrongFlag(3), other]);
    expect(figures).toMatchObject({ shown: 2, fixed: 2, agreed: 1 });
  });

  it('is not told where the budget has no room, and still warned of', async () => {
    const { figures, folds } = await walk([1, 2, 3, 4].map(wrongFlag), { budget: 0 });
    expect(figures).toMatchObject({ known: 3, told: 0, warned: 2, shown: 2, tokensPerSession: 0 });
    expect(folds.at(-1)?.lessons.map(({ isDelivered }) => isDelivered)).toEqual([false]);
  });

  it('counts the calls, minutes and tokens up to the fix, and calls between once', async () => {
    const day = (number: number, pause = 0): Call[] => {
      const session = `s${number}`;
      const fails = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat', outputLength: 400 } as const;
      return [
        call(session, 1, { command: 'gh pr diff 1 --stat' }, fails),
        call(session, 2, { command: 'gh pr diff 1 --stat' }, fails),
        call(session, 3 + pause, { command: 'gh pr diff 1 --name-only' }),
      ];
    };
    const quick = (await walk([day(1), day(2), day(3)])).figures;
    expect(quick).toMatchObject({ shown: 2, lostCalls: 2, lostMinutes: 2 });
    // Two calls, each of 19 characters sent, 4 of the tool's name and 400 answered.
    expect(quick.lostTokens).toBe(2 * Math.ceil((19 + 4 + 400) / 4));
    // Who comes back after an hour was away for most of it.
    expect((await walk([day(1), day(2), day(3, 60)])).figures).toMatchObject({ lostCalls: 2, lostMinutes: 11 });
  });

  it('is told and not warned of where the trigger matched more calls that worked', async () => {
    const lacks = { outcome: 'failed', exitCode: 1, output: "ModuleNotFoundError: No module named 'polars'" } as const;
    const day = (number: number) => [
      call(`s${number}`, 1, { command: 'python3 load.py' }, lacks),
      call(`s${number}`, 2, { command: 'uv run python load.py' }),
      call(`s${number}`, 3, { command: 'python3 plain.py' }),
      call(`s${number}`, 4, { command: 'python3 plain.py' }),
    ];
    const { figures } = await walk([day(1), day(2), day(3)]);
    expect(figures).toMatchObject({ known: 2, told: 1, warned: 0, unwarnable: 1, shown: 1, falseAlarms: 0 });
  });

  it('is about guesses below a folder that is not there, also about new ones', async () => {
    const guess = (day: number, name: string) => [
      call(`s${day}`, 1, { path: `/srv/orchard/lib/trees/${name}` }, missing),
      call(`s${day}`, 2, { path: `/srv/orchard/src/${name}` }),
    ];
    const { figures } = await walk([
      guess(1, 'apple.ts'),
      guess(2, 'pear.ts'),
      guess(3, 'plum.ts'),
      guess(4, 'quince.ts'),
    ]);
    // The guess on the second day is known, too, though nothing was ready to be told yet.
    expect(figures).toMatchObject({
      failures: 3,
      known: 3,
      told: 2,
      warned: 2,
      shown: 2,
      general: 0,
      fixed: 2,
      agreed: 2,
    });
  });
});

describe('a lesson about a complaint that recurs', () => {
  // No session alone can tell that the word in front is what is wrong.
  const wrapped = (day: number, task: string): Call[] => [
    call(
      `s${day}`,
      1,
      { command: `rig pnpm run ${task}` },
      { outcome: 'failed', exitCode: 2, output: "error: unrecognized subcommand 'pnpm'\n\nUsage: rig <COMMAND>" },
    ),
    call(`s${day}`, 2, { command: `pnpm run ${task}` }),
  ];

  it('is about later failures with the same complaint', async () => {
    const { figures } = await walk([wrapped(1, 'check'), wrapped(2, 'pack'), wrapped(3, 'audit'), wrapped(4, 'stage')]);
    expect(figures).toMatchObject({ known: 3, told: 2, warned: 2, otherReasons: 0 });
  });
});

describe('the content of files', () => {
  // The index keeps no content; the logs have it.
  const day = (number: number): Call[] => {
    const path = '/srv/orchard/src/tree.ts';
    const mismatch = { outcome: 'failed', output: 'String to replace not found in file.' } as const;
    const edit = { tool: 'edit', name: 'Edit' } as const;
    return [
      call(`s${number}`, 1, { path }),
      call(`s${number}`, 2, { path, oldText: '\tprune(branch);', newText: '\tcut(branch);' }, { ...edit, ...mismatch }),
      call(`s${number}`, 3, { path, oldText: '\t\tprune(branch);', newText: '\t\tcut(branch);' }, edit),
    ];
  };
  const texts = (id: string) => {
    if (id.endsWith('-1'))
      return { input: '{"file_path":"/srv/orchard/src/tree.ts"}', output: '     1\u2192\t\tprune(branch);' };
    // A text that is a tab short is in the file all the same, unless a line stands before it.
    const old = id.endsWith('-2') ? 'if (dry)\n\tprune(branch);' : '\t\tprune(branch);';
    return {
      input: JSON.stringify({ file_path: '/srv/orchard/src/tree.ts', old_string: old, new_string: 'cut' }),
      output: '',
    };
  };

  it('is read again from the logs where a lesson asks for it', async () => {
    // Told from the third time on.
    const input = inputOf([1, 2, 3, 4, 5].map(day));
    const blind = await backtestProject(input);
    expect(sumUp(blind.tallies, false)).toMatchObject({ told: 2, warned: 0 });
    const { tallies } = await backtestProject({ ...input, recall: async ({ id }) => texts(id) });
    expect(sumUp(tallies, false)).toMatchObject({ told: 2, warned: 2, falseAlarms: 0 });
  });
});

describe('the content of files that Codex patches', () => {
  const path = '/srv/orchard/src/tree.ts';
  const refused = 'apply_patch verification failed: Failed to find expected lines in src/tree.ts:\nprune(branch);';
  const day = (number: number): Call[] => {
    const codex = { agent: 'codex', cwd: '/srv/orchard' };
    const patch = { ...codex, tool: 'edit', name: 'apply_patch' } as const;
    const wrong = { ...patch, outcome: 'failed', output: refused } as const;
    return [
      call(`s${number}`, 1, { command: "sed -n '1,200p' src/tree.ts" }, { ...codex, name: 'exec_command' }),
      call(`s${number}`, 2, { command: 'cat src/tree.ts' }, { ...codex, name: 'exec_command' }),
      call(`s${number}`, 3, { path, oldText: 'plant(seed)' }, wrong),
      call(`s${number}`, 4, { path, oldText: 'plant(seed)' }, patch),
    ];
  };
  const place = (text: string) => `@@\n-${text}\n+cut();\n`;
  const recall = async ({ id }: { id: string }) => {
    if (id.endsWith('-1') || id.endsWith('-2'))
      return {
        input: '{}',
        output: 'Exit code: 0\nWall time: 0.1 seconds\nOutput:\nplant(seed);\nwater();\nprune (branch);\n',
      };
    const second = id.endsWith('-3') ? 'prune(branch);' : 'prune (branch);';
    const patch = `*** Begin Patch\n*** Update File: src/tree.ts\n${place('plant(seed);')}${place(second)}*** End Patch`;
    // Some versions send it as it is, some as JSON.
    return { input: id.startsWith('s4') ? patch : JSON.stringify(patch), output: '' };
  };

  it('is what the shell printed, and each place of a patch is looked for in it', async () => {
    const input = inputOf([1, 2, 3, 4, 5].map(day));
    const { tallies, folds } = await backtestProject({ ...input, recall });
    expect(folds.at(-1)?.lessons.map(({ lesson }) => lesson.trigger?.when)).toEqual(['old text is not in the file']);
    expect(sumUp(tallies, false)).toMatchObject({ warned: 2, falseAlarms: 0 });
    expect(sumUp((await backtestProject(input)).tallies, false)).toMatchObject({ warned: 0, falseAlarms: 0 });
  });
});

describe('a lesson about what the tools of one agent refuse', () => {
  it('is no alarm for another agent, whose hooks do not say it', async () => {
    const edits = (day: number, agent: string, result: Partial<Call> = {}): Call[] => [
      call(`s${day}`, 1, { command: 'cat src/tree.ts' }, { agent, output: 'oak' }),
      call(
        `s${day}`,
        2,
        { path: '/srv/orchard/src/tree.ts', oldText: 'oak', newText: 'elm' },
        { tool: 'edit', name: 'Edit', agent, ...result },
      ),
    ];
    const refused = {
      outcome: 'failed',
      output: 'File has not been read yet. Read it first before writing to it.',
    } as const;
    const days = [
      edits(1, 'claude-code', refused),
      edits(2, 'claude-code', refused),
      edits(3, 'claude-code', refused),
      edits(4, 'claude-code', refused),
      edits(5, 'opencode'),
      edits(6, 'claude-code'),
    ];
    const { figures, cases } = await walk(days);
    expect(figures).toMatchObject({ warned: 1, falseAlarms: 1 });
    expect(cases.filter(({ outcome }) => outcome === 'worked').map((one) => one.call.id)).toEqual(['s6-2']);
  });
});

describe('a rule that newer versions of an agent no longer have', () => {
  const edits = (day: number, outcome: 'failed' | 'ok', count = 1): Call[] => [
    call(`s${day}`, 1, { command: 'cat src/tree-0.ts' }, { output: 'a' }),
    ...Array.from({ length: count }, (_, index) =>
      call(
        `s${day}`,
        index + 2,
        { path: `/srv/orchard/src/tree-${index}.ts`, oldText: 'a', newText: 'b' },
        {
          tool: 'edit',
          name: 'Edit',
          ...(outcome === 'ok'
            ? {}
            : { outcome, output: 'File has not been read yet. Read it first before writing to it.' }),
        },
      ),
    ),
  ];
  const days = [
    edits(1, 'failed'),
    edits(2, 'failed'),
    edits(3, 'failed'),
    edits(4, 'ok', 20),
    edits(5, 'ok', 20),
    edits(6, 'ok'),
  ];

  it('is replayed until the version that ends it', async () => {
    const input = inputOf(days);
    const spans = input.spans.map((span, index) => ({ ...span, version: index < 3 ? '2.1.0' : '2.2.0' }));
    const { folds } = await backtestProject({ ...input, spans });
    expect(folds.at(-2)?.lessons).toHaveLength(1);
    expect(folds.at(-1)?.lessons).toHaveLength(0);
  });
});

describe('what would have been stopped', () => {
  const days = [1, 2, 3, 4, 5, 6].map(wrongFlag);

  it('is the first such call of a session once five have failed; the way to the fix is saved, and later ones', async () => {
    const fails = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' } as const;
    const long = [
      call('s7', 1, { command: 'gh pr diff 7 --stat' }, fails),
      call('s7', 2, { command: 'gh pr diff 7 --stat' }, fails),
      call('s7', 3, { command: 'gh pr diff 7 --name-only' }),
    ];
    // Stopped are the sixth day, which was repaired at once, and the seventh.
    expect((await walk([...days, long])).figures).toMatchObject({ stops: 2, stopsSaved: 1, wrongStops: 0 });
    expect((await walk(days.slice(0, 5))).figures).toMatchObject({ stops: 0, stopsSaved: 0, wrongStops: 0 });
  });

  it('is counted as a loss where the call worked, and its lesson stops no other', async () => {
    const works = (day: number) => quietDay(day, ['gh pr diff 9 --stat', 'gh pr diff 9']);
    const { figures } = await walk([...days, works(7), works(8), wrongFlag(9)]);
    expect(figures).toMatchObject({ stops: 1, wrongStops: 1 });
  });
});

describe('what is counted apart', () => {
  it('is an alarm that was not heard before in the session', async () => {
    const works = quietDay(4, ['gh pr diff 9 --stat', 'gh pr diff 8 --stat', 'gh pr diff 7 --stat']);
    const { figures } = await walk([wrongFlag(1), wrongFlag(2), wrongFlag(3), works]);
    expect(figures).toMatchObject({ falseAlarms: 1 });
  });

  it('is a call that a trigger matched and that worked', async () => {
    const works = quietDay(4, ['gh pr diff 9 --stat', 'gh pr diff 9']);
    const { figures, cases } = await walk([wrongFlag(1), wrongFlag(2), wrongFlag(3), works]);
    expect(figures).toMatchObject({ calls: 6, falseAlarms: 1, otherReasons: 0, falseAlarmsPer1000: 166.67 });
    expect(cases.filter(({ outcome }) => outcome === 'worked').map((one) => one.call.id)).toEqual(['s4-1']);
  });

  it('is a call that a trigger matched and that failed for another reason', async () => {
    const away = [
      call(
        's4',
        1,
        { command: 'gh pr diff 9 --stat' },
        { outcome: 'failed', exitCode: 4, output: 'gh: command not found' },
      ),
    ];
    const { figures } = await walk([wrongFlag(1), wrongFlag(2), wrongFlag(3), away]);
    expect(figures).toMatchObject({ falseAlarms: 0, otherReasons: 1, shown: 1 });
  });

  it('is what a check says about the code under work', async () => {
    const red = (day: number) => [
      call(
        `s${day}`,
        1,
        { command: 'npm test' },
        { outcome: 'failed', exitCode: 1, output: 'Tests  1 failed | 2 passed (3)' },
      ),
    ];
    const { figures } = await walk([red(1), red(2), red(3)]);
    // The third day is told that the tests were red before anybody had changed anything.
    expect(figures).toMatchObject({ failures: 0, known: 0, work: 2, workKnown: 2, workShown: 1 });
  });
});

describe('the ceiling', () => {
  const strange = (day: number, text: string) => [
    call(`s${day}`, 1, { command: './prune.sh' }, { outcome: 'failed', exitCode: 3, output: text }),
  ];

  it('counts causes that nothing explains, by their signature', async () => {
    const { figures } = await walk([
      strange(1, 'ladder too short: 3 m'),
      strange(2, 'ladder too short: 5 m'),
      strange(3, 'no shears'),
    ]);
    expect(figures).toMatchObject({ failures: 2, known: 1, shown: 0 });
  });

  it('does not count a failure that says nothing', async () => {
    const { figures } = await walk([strange(1, ''), strange(2, ''), strange(3, 'Error: exit code 3')]);
    expect(figures).toMatchObject({ failures: 2, known: 0 });
  });

  it('takes a search without a hit for a mistake only where its folder was never there', async () => {
    const search = (day: number, path: string) => [
      call(`s${day}`, 1, { path: '/srv/orchard/src/apple.ts' }),
      call(`s${day}`, 2, { path, pattern: 'pear' }, { tool: 'search', name: 'Grep', output: 'No files found' }),
    ];
    const honest = await walk([1, 2, 3].map((day) => search(day, '/srv/orchard/src')));
    expect(honest.figures).toMatchObject({ failures: 0, known: 0 });
    const wrong = await walk([1, 2, 3].map((day) => search(day, '/srv/orchard/lib')));
    expect(wrong.figures).toMatchObject({ failures: 2, known: 2 });
  });

  it('counts only sessions that were over when this one began', async () => {
    // The first session goes on until the third day; the second began before it ended.
    const long = [...wrongFlag(1), call('s1', 3000, { command: 'git status' })];
    const { figures } = await walk([long, wrongFlag(2), wrongFlag(5)]);
    expect(figures).toMatchObject({ failures: 2, known: 1 });
  });

  it('knows a file by its place in the repository, however it is written', async () => {
    const guess = (day: number, path: string, cwd: string) => [
      call(
        `s${day}`,
        1,
        { path },
        { outcome: 'failed', output: 'EISDIR: illegal operation on a directory, read', cwd },
      ),
    ];
    const { figures } = await walk([
      guess(1, '/srv/orchard/src/trees', '/srv/orchard'),
      guess(2, 'trees', '/srv/orchard/src'),
    ]);
    expect(figures.known).toBe(1);
  });
});

describe('the future', () => {
  it('does not leak into what was known: a session after it changes nothing before it', async () => {
    const days = [wrongFlag(1), wrongFlag(2), quietDay(3), wrongFlag(4)];
    const split = { choice: { split: new Date('2026-03-04T09:00:00Z') } };
    const without = await walk(days, split);
    const later: Call[][] = [
      wrongFlag(20),
      quietDay(21, ['gh pr diff 1 --stat', 'gh pr diff 2 --stat', 'gh pr diff 3 --stat']),
    ];
    const planted = await walk([...days, ...later], split);
    expect(planted.folds).toHaveLength(1);
    expect(planted.folds[0]?.lessons.map(({ lesson }) => lesson)).toEqual(
      without.folds[0]?.lessons.map(({ lesson }) => lesson),
    );
    expect(planted.folds[0]?.tokens).toBe(without.folds[0]?.tokens);
    expect(planted.tallies.slice(0, without.tallies.length)).toEqual(without.tallies);
  });

  it('does not leak out of a session that is not over yet', async () => {
    // It shows the mistake twice, but goes on until after the cut.
    const open = [
      ...wrongFlag(1),
      call(
        's1',
        90,
        { command: 'gh pr diff 1 --stat' },
        { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' },
      ),
      call('s1', 9000, { command: 'git status' }),
    ];
    const { folds, figures } = await walk([open, quietDay(2), wrongFlag(3)], {
      choice: { split: new Date('2026-03-04T00:00:00Z') },
    });
    expect(folds[0]?.lessons).toEqual([]);
    expect(figures).toMatchObject({ failures: 1, known: 0 });
  });
});

describe('comparisons', () => {
  it('name what a list of the most frequent errors would have held', async () => {
    const { figures } = await walk([1, 2, 3].map(wrongFlag));
    // One sighting is enough for the list; a lesson needs two.
    expect(figures).toMatchObject({ known: 2, listed: 2, told: 1 });
    expect((await walk([1, 2, 3].map(wrongFlag), { budget: 0 })).figures.listed).toBe(0);
  });

  it('show a project the lessons of another one', async () => {
    const flags = inputOf([1, 2, 3, 4].map(wrongFlag));
    const paths = inputOf([1, 2, 3, 4].map((day) => [call(`s${day}`, 1, { path: '/srv/orchard/gate.ts' }, missing)]));
    const [ours, theirs, alike] = [
      await backtestProject(flags),
      await backtestProject(paths),
      await backtestProject(flags),
    ];
    await addPlacebo(flags, ours, theirs.folds);
    expect(sumUp(ours.tallies, true)).toMatchObject({ shown: 2, placebo: 0 });
    await addPlacebo(flags, alike, alike.folds);
    expect(sumUp(alike.tallies, true)).toMatchObject({ shown: 2, placebo: 2 });
  });

  it('say how many failures as many triggers would hit by chance', async () => {
    const { figures } = await walk([1, 2, 3].map(wrongFlag));
    // In the last session one of two calls was matched, and one of two failed.
    expect(figures.chance).toBe(0.5);
  });
});

describe('figures', () => {
  it('never exceed what they are a part of, and are the same each time', async () => {
    const flag = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --stat' } as const;
    const step = fc.constantFrom(
      { input: { command: 'gh pr diff 1 --stat' }, result: flag },
      { input: { command: 'gh pr diff 1 --stat' }, result: {} },
      { input: { command: 'gh pr diff 1 --name-only' }, result: {} },
      { input: { path: '/srv/orchard/lib/gate.ts' }, result: missing },
      { input: { path: '/srv/orchard/src/gate.ts' }, result: {} },
      {
        input: { command: 'npm test' },
        result: { outcome: 'failed', exitCode: 1, output: '1 failed, 2 passed' } as const,
      },
      { input: { command: 'git push' }, result: { outcome: 'rejected', output: 'no' } as const },
    );
    const session = fc.array(step, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(session, { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 0, max: 400 }),
        async (told, budget) => {
          const sessions = told.map((steps, day) =>
            steps.map(({ input, result }, seq) => call(`s${day}`, seq, input, result)),
          );
          const { figures } = await walk(sessions, { budget });
          const { known, shown } = figures;
          expect(known).toBeLessThanOrEqual(figures.failures);
          expect(shown).toBeLessThanOrEqual(known);
          expect(Math.max(figures.told, figures.warned)).toBeLessThanOrEqual(shown);
          expect(figures.told + figures.warned).toBeGreaterThanOrEqual(shown);
          expect(figures.listed).toBeLessThanOrEqual(known);
          expect(figures.fixed).toBeLessThanOrEqual(shown);
          expect(figures.agreed).toBeLessThanOrEqual(figures.fixed);
          expect(figures.workShown).toBeLessThanOrEqual(figures.workKnown);
          expect(figures.falseAlarms + figures.otherReasons + figures.warned).toBeLessThanOrEqual(figures.calls);
          expect((await walk(sessions, { budget })).figures).toEqual(figures);
        },
      ),
      { numRuns: 60 },
    );
  });
});
