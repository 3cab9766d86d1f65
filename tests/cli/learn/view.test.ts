import { describe, expect, it } from 'vitest';
import type { LearnReport, ProjectReport, ReportedLesson } from '../../../src/app/learn/learn-report.ts';
import { type LearnViewOptions, viewLearn } from '../../../src/cli/learn/view.ts';
import { createPaint } from '../../../src/cli/views/text.ts';
import { joinLines } from '../../e2e/stage.ts';

const options: LearnViewOptions = {
  paint: createPaint(false),
  columns: 80,
  home: '/home/ada',
  verbose: false,
  hasVerbose: true,
  now: new Date('2026-03-10T00:00:00Z'),
  next: {
    diff: 'DIFF',
    apply: 'APPLY',
    applyUser: 'APPLY USER',
    why: () => 'WHY',
    undo: () => 'UNDO',
    teach: (teacher) => `TEACH ${teacher}`,
    promote: () => 'hardwon promote',
    capture: () => 'CAPTURE',
  },
};

function show(change: Partial<ProjectReport>, more: Partial<LearnViewOptions> = {}): string {
  return showAll([change], more);
}

function showAll(
  changes: readonly Partial<ProjectReport>[],
  more: Partial<LearnViewOptions> = {},
  rest: Partial<LearnReport> = {},
): string {
  const read = { files: 1, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] };
  const report: LearnReport = { schema: 1, at: '', read, projects: changes.map(makeProject), notices: [], ...rest };
  return viewLearn(report, { ...options, ...more });
}

function makeProject(change: Partial<ProjectReport>): ProjectReport {
  return {
    id: 'harbour-1',
    name: 'harbour',
    root: '/home/ada/harbour',
    exists: true,
    container: false,
    folders: ['/home/ada/harbour'],
    agents: ['claude-code'],
    figures: figures(10, 2),
    lessons: [lesson({})],
    changes: [
      {
        path: '/home/ada/harbour/CLAUDE.md',
        name: 'CLAUDE.md',
        action: 'change',
        diff: '--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n',
      },
    ],
    tokens: 100,
    budget: 1500,
    leftOut: [],
    applied: false,
    refusals: [],
    notices: [],
    ...change,
  };
}

describe('what to do next', () => {
  it.each<[string, Partial<ProjectReport>, string]>([
    ['write it', {}, 'see the diff:  DIFF\nwrite it:      APPLY\nsee why:       WHY L-001\n'],
    ['undo it', { applied: true }, 'undo it:       UNDO\nsee why:       WHY L-001\n'],
    ['nothing', { changes: [] }, 'Everything is written already: nothing to change.\nsee why:       WHY L-001\n'],
    [
      'settle what is refused',
      { refusals: ['/home/ada/harbour/CLAUDE.md:3: no'] },
      '! ~/harbour/CLAUDE.md:3: no\n\nNothing is written for this project until that is fixed.\n',
    ],
    ['go to a folder that is there', { exists: false, changes: [] }, 'This folder is not on this machine'],
    ['go to a repository', { container: true, changes: [] }, 'This folder holds several repositories'],
    ['work on', { lessons: [], changes: [], figures: figures(10, 0) }, 'Nothing failed in these sessions'],
    ['wait', { lessons: [lesson({ status: 'watching', delivered: false })] }, 'Nothing recurs yet: lessons seen once'],
    ['wait, without anything', { lessons: [], changes: [] }, 'Nothing recurs yet: no failure had a fix'],
    [
      'know that it is remembered',
      { figures: figures(0, 0), changes: [] },
      'in the logs of this machine: its lessons come from\nmemory. Nothing to change.',
    ],
    ['begin', { figures: figures(0, 0), lessons: [], changes: [] }, 'The sessions contain no tool calls'],
  ])('%s', (_what, change, answer) => {
    expect(show(change)).toContain(answer);
  });

  it('is not said where nothing of the user is shown', () => {
    const { next: _, ...without } = options;
    const text = viewLearn(
      {
        schema: 1,
        at: '',
        read: { files: 0, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] },
        projects: [],
        notices: ['x'],
      },
      without,
    );
    expect(text).toBe('! x\n');
  });

  it('does not tell to write what would be refused', () => {
    expect(show({ refusals: ['no'] })).not.toContain('APPLY');
    expect(show({ refusals: ['no'] })).toContain('Would be written if nothing prevented it:');
  });
});

describe('one screen', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    lesson({
      id: `L-${String(index + 1).padStart(3, '0')}`,
      title: `Use \`uv run python scripts/${'long-'.repeat(30)}${index}.py\``,
      delivered: index < 20,
      occurrences: index + 1,
      ...(index > 50 ? { status: 'watching' as const } : {}),
    }),
  );
  const crowded: Partial<ProjectReport> = {
    lessons: many,
    leftOut: many.slice(20, 50).map(({ id }) => id),
    notices: [`/home/ada/harbour/CLAUDE.local.md: git does not ignore it${', and more is to be said'.repeat(4)}`],
    withoutHooks: true,
    noted: 3,
  };

  it.each([80, 120])('holds a project with many lessons at %i columns', (columns) => {
    const lines = show(crowded, { columns }).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    const named = lines.filter((line) => line.startsWith('  L-'));
    expect(named.length).toBeGreaterThanOrEqual(3);
    expect(lines).toContain(`  and ${51 - named.length} more (--verbose)`);
  });

  it('is not kept to when more is asked for', () => {
    expect(show(crowded, { verbose: true }).match(/^ {2}L-/gm)).toHaveLength(60);
  });
});

describe('several projects', () => {
  const project = (name: string, change: Partial<ProjectReport> = {}): Partial<ProjectReport> => ({
    name,
    root: `/home/ada/${name}`,
    lessons: [lesson({ isNew: true, wastedCalls: name.length })],
    ...change,
  });

  it('are a line each, with the lessons that lost most, and every next step once', () => {
    const known = project('quay', { lessons: [lesson({ wastedCalls: 500 })], changes: [] });
    const text = showAll([
      project('tide', { figures: figures(40, 10), withoutHooks: true, noted: 2 }),
      project('lantern', {
        lessons: [lesson({ isNew: true, wastedCalls: 90, title: 'Use `lit`' }), lesson({ status: 'watching' })],
      }),
      known,
      project('orchard', { exists: false, changes: [], noted: 1 }),
    ]);
    expect(text).toBe(`4 projects, 8 sessions: 16 of 70 calls failed (22.9%)
  project  new  ready  watched  failed calls
  lantern    1      1        1  2 of 10 (20.0%)
  orchard    1      1        0  2 of 10 (20.0%)       not here
  tide       1      1        0  10 of 40 (25.0%)
  and 1 without news

Ready: 4 lessons; without them 601 calls were lost
  L-001 Use \`lit\`                                                    lantern  2×
  L-001 Use \`uv run python\`                                          tide     2×
  L-001 Use \`uv run python\`                                          quay     2×
  L-001 Use \`uv run python\`                                          orchard  2×

Would be written with --apply: 2 files in 2 projects.
Nothing can be written for 1 project that is not on this machine (see --join).
see the diff:  DIFF
write it:      APPLY
see why:       WHY L-001
install hooks: hardwon install
review notes:  CAPTURE (and in 1 more project)
`);
  });

  const title = `Use \`uv run python scripts/${'long-'.repeat(30)}.py\``;
  const crowd = Array.from({ length: 30 }, (_, n) =>
    project(`${'a-long-name-'.repeat(n % 4)}${n}`, {
      lessons: Array.from({ length: 20 }, () => lesson({ title, isNew: true, occurrences: 12_345, wastedCalls: n })),
      notices: [`/home/ada/${n}/CLAUDE.local.md: git does not ignore it`],
      figures: figures(1_234_567, 123_456),
      withoutHooks: true,
      noted: n,
      exists: n % 5 > 0,
    }),
  );
  const shared = { ...lesson({ title }), isNew: true };
  const everywhere = { lessons: Array.from({ length: 9 }, () => shared), changes: [], applied: false, notices: [] };

  it.each([80, 120])('fit on one screen, however many, at %i columns', (columns) => {
    const lines = showAll(crowd, { columns }, { everywhere }).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('  L-001')).length).toBeGreaterThanOrEqual(3);
    const named = lines.filter((line) => /^ {2}\S+ +20 +20 +0 {2}123,456 of/.test(line));
    expect(named.length).toBeGreaterThanOrEqual(3);
    expect(lines).toContain(`  and ${30 - named.length} more (--verbose)`);
  });

  it('are shown in full with --verbose and --diff, and every next step once', () => {
    for (const more of [{ verbose: true }, { showsDiff: true }]) {
      const text = showAll(crowd, more);
      expect(text.match(/^(?:\S+| ) ~\/[\w-]+$/gm)).toHaveLength(30);
      expect(text.match(/APPLY/g)).toHaveLength(1);
      expect(text.match(/hardwon install/g)).toHaveLength(1);
    }
  });

  it.each<[string, Partial<ProjectReport>, string]>([
    ['written', { applied: true }, 'Written: 2 files in 2 projects.\nundo it:       UNDO (and in 1 more project)\n'],
    ['written before', { changes: [], lessons: [lesson({})] }, 'Everything is written already: nothing to change.\n'],
    ['without a lesson', { changes: [], lessons: [] }, 'Nothing recurs yet: no failure had a fix'],
    [
      'without a failure',
      { changes: [], lessons: [], figures: figures(9, 0) },
      'Nothing failed in these sessions: there',
    ],
    [
      'folders of projects',
      { container: true, changes: [] },
      'Nothing is written for 2 folders that hold several repositories.\n',
    ],
    ['refused', { refusals: ['no'] }, '! no\nNothing is written for 2 projects until that is fixed.\nsee why:'],
  ])('say that they are %s', (_state, change, answer) => {
    expect(showAll([project('tide', change), project('quay', change)])).toContain(answer);
  });
});

describe('lessons', () => {
  it('hides the diff of memory until it is asked for', () => {
    const memory = {
      path: '/m',
      name: '.memory/harness-learnings.md',
      action: 'create' as const,
      diff: '+++ memory\n+secretly long\n',
    };
    expect(show({ changes: [memory] })).not.toContain('secretly long');
    expect(show({ changes: [memory] }, { showsDiff: true })).not.toContain('secretly long');
    expect(show({ changes: [memory] }, { showsDiff: true })).toContain('(--verbose shows all of .memory/)');
    expect(show({ changes: [memory] }, { verbose: true })).toContain('+secretly long');
    expect(show({ changes: [memory] }, { showsDiff: true, hasVerbose: false })).not.toContain('--verbose');
  });

  it('says why a ready lesson is not told', () => {
    const lessons = [
      lesson({}),
      lesson({ id: 'L-002', title: 'Second', delivered: false }),
      lesson({ id: 'L-003', delivered: false }),
    ];
    const text = show({ lessons, leftOut: ['L-003'] });
    expect(text).toContain('L-003 does not fit into 1,500 tokens. L-002 is below the confidence asked for.');
    const verbose = show({ lessons, leftOut: ['L-003'] }, { verbose: true });
    expect(verbose).toContain('1 ready lesson did not fit into 1,500 tokens: L-003.');
    expect(verbose).toContain('1 ready lesson is below the confidence that was asked for: L-002.');
    expect(verbose).toContain('Second');
  });

  it('says of each how many calls failed, and what was lost to them', () => {
    const evidence = [1, 2].map((n) => ({
      agent: 'claude-code',
      session: `s${n}`,
      call: `c${n}`,
      at: '2026-03-02T08:00:00Z',
    }));
    const counted = lesson({
      evidence,
      occurrences: 1200,
      sessions: 2,
      wastedCalls: 2301,
      wastedMinutes: 145,
      isNew: true,
    });
    const backtest = { later: 5, shown: 4, falseAlarms: 1, calls: 2310 };
    const facts = (columns: number, own: ReportedLesson = counted) =>
      show({ lessons: [{ ...own, backtest }] }, { columns, verbose: true })
        .split('\n')
        .filter((line) => line.startsWith('        '))
        .map((line) => line.trim());
    expect(facts(120)).toEqual([
      'high confidence, 1,200 failed calls in 2 sessions, last 8 days ago, new; lost 2,301 calls and 145 minutes',
      'backtest: would have been shown before 4 of 5 later failures; 1 false alarm in 2,310 calls',
    ]);
    expect(facts(80)).toEqual([
      'high confidence, 1,200 failed calls in 2 sessions, last 8 days ago, new',
      'lost 2,301 calls and 145 minutes; backtest: would have been shown before',
      '4 of 5 later failures; 1 false alarm in 2,310 calls',
    ]);
    expect(facts(120, { ...counted, occurrences: 1, wastedCalls: 1, wastedMinutes: 0 })[0]).toBe(
      'high confidence, 1 failed call, last 8 days ago, new; lost 1 call and less than a minute',
    );
    const { wastedMinutes: _unknown, ...remembered } = counted;
    expect(facts(120, remembered).join()).not.toContain('lost');
    const said = [{ agent: 'claude-code', session: 's1', message: 'm1', at: '2026-03-02T08:00:00Z' }];
    expect(facts(120, { ...counted, evidence: said, wastedCalls: 0 })[0]).toContain(
      'seen 1,200 times in 2 sessions, last',
    );
  });

  it('does without a date that nobody wrote', () => {
    expect(show({ lessons: [lesson({ lastSeen: '', firstSeen: '' })] }, { verbose: true })).toContain(
      'high confidence, seen 2 times in 2 sessions\n',
    );
  });

  it('says what they would have been shown before, or that nothing can be said', () => {
    const line = (backtest: ReportedLesson['backtest'], status: ReportedLesson['status'] = 'ready') => {
      const text = show(
        { lessons: [lesson({ status, ...(backtest ? { backtest } : {}) })] },
        { columns: 120, verbose: true },
      );
      return /backtest: (.*)/.exec(text)?.[1];
    };
    expect(line({ later: 5, shown: 4, falseAlarms: 1, calls: 2310 })).toBe(
      'would have been shown before 4 of 5 later failures; 1 false alarm in 2,310 calls',
    );
    expect(line({ later: 1, shown: 0, calls: 0 })).toBe('would have been shown before 0 of 1 later failure');
    expect(line({ later: 0, shown: 0, falseAlarms: 0, calls: 90 })).toBe('not enough data');
    expect(line({ later: 3, shown: 0, calls: 0 }, 'watching')).toBeUndefined();
    expect(line(undefined)).toBeUndefined();
  });

  it('counts the retired ones', () => {
    const lessons = [lesson({}), lesson({ status: 'retired', delivered: false })];
    expect(show({ lessons })).toContain('\n1 lesson no longer true.\n');
    expect(show({ lessons }, { verbose: true })).toContain('Retired: 1 lesson');
  });

  it('lets no line of a diff break out of it', () => {
    const diff = '--- a\n+++ b\n+one\u2028two\rthree\u001b[2J\n';
    const text = show({ changes: [{ path: '/c', name: 'CLAUDE.md', action: 'change', diff }] }, { showsDiff: true });
    expect(text).toContain('+one two three');
    expect(text).not.toContain('\u001b');
  });
});

function figures(calls: number, failures: number): ProjectReport['figures'] {
  return {
    sessions: 2,
    calls,
    failures,
    unflagged: 0,
    work: 0,
    rejected: 0,
    blocked: 0,
    byKind: {},
    byAgent: {},
    weeks: [],
  };
}

function lesson(change: Partial<ReportedLesson>): ReportedLesson {
  return {
    id: 'L-001',
    fingerprint: 'f',
    kind: 'environment',
    title: 'Use `uv run python`',
    pattern: '',
    guidance: 'Run it.',
    scope: [],
    reach: 'project',
    status: 'ready',
    confidence: 'high',
    occurrences: 2,
    sessions: 2,
    wastedCalls: 0,
    firstSeen: '2026-03-01',
    lastSeen: '2026-03-02',
    evidence: [],
    delivered: true,
    deliveredIn: ['CLAUDE.md'],
    isNew: false,
    ...change,
  };
}

describe('what recurs without a lesson', () => {
  it('stands at the end, with the agent at work as the teacher', () => {
    const unexplained = { cases: 14, calls: 212, minutes: 51, tokens: 18_344 };
    const line =
      '14 failures recur without a lesson (212 calls, 51 minutes). Let an agent explain them: TEACH codex (about 18,000 tokens)';
    expect(joinLines(show({ unexplained, agents: ['codex', 'claude-code'] }))).toContain(line);
    expect(show({ unexplained, agents: ['pi'] })).toContain('TEACH claude');
    expect(show({ unexplained }, { isTaught: true })).not.toContain('recur');
    expect(show({ unexplained: { ...unexplained, cases: 0 } })).not.toContain('recur');
  });
});
