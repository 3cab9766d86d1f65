import { describe, expect, it } from 'vitest';
import type { LearnReport, ProjectReport, ReportedLesson } from '../../../src/app/learn/learn-report.ts';
import { type LearnViewOptions, viewLearn } from '../../../src/cli/learn/view.ts';
import { createPaint } from '../../../src/cli/views/paint.ts';

const options: LearnViewOptions = {
  paint: createPaint(false),
  columns: 80,
  home: '/home/ada',
  verbose: false,
  hasVerbose: true,
  now: new Date('2026-03-10T00:00:00Z'),
  next: {
    apply: 'APPLY',
    applyUser: 'APPLY USER',
    why: () => 'WHY',
    undo: () => 'UNDO',
    promote: () => 'hardwon promote',
    capture: () => 'CAPTURE',
  },
};

function show(change: Partial<ProjectReport>, more: Partial<LearnViewOptions> = {}): string {
  const project: ProjectReport = {
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
  const read = { files: 1, bytes: 0, badLines: 0, bad: [], unreadable: 0, agents: [] };
  const report: LearnReport = { schema: 1, at: '', read, projects: [project], notices: [] };
  return viewLearn(report, { ...options, ...more });
}

describe('what to do next', () => {
  it.each<[string, Partial<ProjectReport>, string]>([
    ['write it', {}, 'write it:     APPLY\nsee why:      WHY L-001\n'],
    ['take it back', { applied: true }, 'take it back: UNDO\nsee why:      WHY L-001\n'],
    ['nothing', { changes: [] }, 'Everything is written already: nothing to change.\nsee why:      WHY L-001\n'],
    [
      'settle what is refused',
      { refusals: ['/home/ada/harbour/CLAUDE.md:3: no'] },
      '! ~/harbour/CLAUDE.md:3: no\n\nNothing is written for this project until that is settled.\n',
    ],
    ['go to a folder that is there', { exists: false, changes: [] }, 'This folder is not on this machine'],
    ['go to a repository', { container: true, changes: [] }, 'This folder holds several repositories'],
    ['work on', { lessons: [], changes: [], figures: figures(10, 0) }, 'Nothing failed in these sessions'],
    ['wait', { lessons: [lesson({ status: 'watching', delivered: false })] }, 'Nothing recurs yet: what was seen once'],
    ['wait, without anything', { lessons: [], changes: [] }, 'Nothing recurs yet: no failure had a fix'],
    [
      'know that it is remembered',
      { figures: figures(0, 0), changes: [] },
      'in the logs of this machine: what is known of it\ncomes from memory. Nothing to change.',
    ],
    ['begin', { figures: figures(0, 0), lessons: [], changes: [] }, 'The sessions hold no tool calls'],
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
    expect(show({ refusals: ['no'] })).toContain('Would be written, if nothing stood against it:');
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
    expect(show({ changes: [memory] })).toContain('--verbose');
    expect(show({ changes: [memory] }, { verbose: true })).toContain('+secretly long');
    expect(show({ changes: [memory] }, { hasVerbose: false })).not.toContain('--verbose');
  });

  it('says why a ready lesson is not told', () => {
    const lessons = [
      lesson({}),
      lesson({ id: 'L-002', title: 'Second', delivered: false }),
      lesson({ id: 'L-003', delivered: false }),
    ];
    const text = show({ lessons, leftOut: ['L-003'] });
    expect(text).toContain('1 ready lesson did not fit into 1,500 tokens: L-003.');
    expect(text).toContain('1 ready lesson is below the confidence that was asked for: L-002.');
    expect(text).not.toContain('Second');
    expect(show({ lessons, leftOut: ['L-003'] }, { verbose: true })).toContain('Second');
  });

  it('says of each how many calls failed, and what was lost to them', () => {
    const evidence = [1, 2].map((n) => ({ agent: 'claude-code', session: `s${n}`, call: `c${n}`, at: '2026-03-02T08:00:00Z' }));
    const counted = lesson({ evidence, occurrences: 1200, sessions: 2, wastedCalls: 2301, wastedMinutes: 145, isNew: true });
    const backtest = { later: 5, shown: 4, falseAlarms: 1, calls: 2310 };
    const facts = (columns: number, own: ReportedLesson = counted) =>
      show({ lessons: [{ ...own, backtest }] }, { columns })
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
    expect(facts(120, { ...counted, evidence: said, wastedCalls: 0 })[0]).toContain('seen 1,200 times in 2 sessions, last');
  });

  it('does without a date that nobody wrote', () => {
    expect(show({ lessons: [lesson({ lastSeen: '', firstSeen: '' })] })).toContain(
      'high confidence, seen 2 times in 2 sessions\n',
    );
  });

  it('says what they would have been shown before, or that nothing can be said', () => {
    const line = (backtest: ReportedLesson['backtest'], status: ReportedLesson['status'] = 'ready') => {
      const text = show({ lessons: [lesson({ status, ...(backtest ? { backtest } : {}) })] }, { columns: 120, verbose: true });
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
    expect(show({ lessons: [lesson({}), lesson({ status: 'retired', delivered: false })] })).toContain('Retired: 1 lesson');
  });

  it('lets no line of a diff break out of it', () => {
    const diff = '--- a\n+++ b\n+one\u2028two\rthree\u001b[2J\n';
    const text = show({ changes: [{ path: '/c', name: 'CLAUDE.md', action: 'change', diff }] });
    expect(text).toContain('+one two three');
    expect(text).not.toContain('\u001b');
  });
});

function figures(calls: number, failures: number): ProjectReport['figures'] {
  return { sessions: 2, calls, failures, unflagged: 0, work: 0, rejected: 0, blocked: 0, byKind: {}, byAgent: {}, weeks: [] };
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
