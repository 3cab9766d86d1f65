import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { type Memory, parseMemory, renderMemory } from '../../src/memory/memory.ts';
import { mergeLessons } from '../../src/memory/merge.ts';
import { isToldByHooks } from '../../src/memory/told-how.ts';
import { makeEvidence, makeLesson } from './lessons.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const learn = (text: string | undefined, lessons: Lesson[]) => mergeLessons(parseMemory(text, 'm.md'), lessons, NOW);
const textOf = (result: { memory: Memory }) => renderMemory(result.memory);

describe('mergeLessons on an empty memory', () => {
  it('starts the file from the template and writes the format', () => {
    const trigger = { rule: 'Bash(python3 *)', failed: 3, succeeded: 1 };
    const result = learn(undefined, [
      makeLesson({ trigger }),
      makeLesson({ fingerprint: 'x', title: 'Other', scope: [] }),
    ]);
    expect(result).toMatchObject({ added: ['L-001', 'L-002'], updated: [], keptFromMemory: [] });
    const text = textOf(result);
    expect(text).toMatch(/^# Harness learnings\n/);
    expect(text).toContain('<!-- hardwon: next L-003 -->\n\n## L-001: Python runs through uv\n');
    expect(text.slice(text.indexOf('## L-001'), text.indexOf('- Written'))).toBe(`## L-001: Python runs through uv
- Phase: implement
- Dimension: maintainability
- Scope: scripts/**
- Pattern: \`python3\` failed 3 times: no module named requests
- Guidance: Use \`uv run python\`, not \`python3\`.
- Confidence: medium
- Occurrences: 3
- First seen: 2026-02-01
- Last seen: 2026-02-03
- Added: 2026-03-01
- Kind: environment
- Trigger: Bash(python3 *) [failed 3, succeeded 1]
- Status: ready
- Reach: project
- Sessions: 2
- Wasted calls: 4
- Fingerprint: environment python3
- Evidence: 3 calls
  claude-code/s1#toolu_1>toolu_1b@2026-02-01T08:00:00.000Z
  claude-code/s0#toolu_2>toolu_2b@2026-02-02T08:00:00.000Z
  claude-code/s1#toolu_3>toolu_3b@2026-02-03T08:00:00.000Z
`);
    expect(result.lessons.map((lesson) => [lesson.id, lesson.firstSeen])).toEqual([
      ['L-001', '2026-02-01T08:00:00.000Z'],
      ['L-002', '2026-02-01T08:00:00.000Z'],
    ]);
  });

  it('makes no file of nothing', () => {
    expect(textOf(learn(undefined, []))).toBe('');
    expect(textOf(learn(undefined, [makeLesson({ status: 'retired' })]))).toBe('');
  });
});

describe('mergeLessons on a known memory', () => {
  it('changes nothing when it finds the same again', () => {
    const many = Array.from({ length: 30 }, (_, n) => makeEvidence(n + 1));
    const lessons = [makeLesson(), makeLesson({ fingerprint: 'many', evidence: many, occurrences: 30, sessions: 9 })];
    const first = textOf(learn(undefined, lessons));
    const again = learn(first, lessons);
    expect(textOf(again)).toBe(first);
    expect(again).toMatchObject({ added: [], updated: [], keptFromMemory: [] });
    expect(again.memory.entries[0]?.edited).toEqual([]);
  });

  it('keeps what did not come up again, as it was', () => {
    const first = textOf(learn(undefined, [makeLesson(), makeLesson({ fingerprint: 'gone', status: 'watching' })]));
    const again = learn(first, [makeLesson()]);
    expect(textOf(again)).toBe(first);
    expect(again.keptFromMemory).toEqual(['L-002']);
    expect(again.lessons.map((lesson) => lesson.status)).toEqual(['ready', 'watching']);
  });

  it('counts on when the old logs are gone, and shrinks nothing', () => {
    const first = textOf(
      learn(undefined, [makeLesson({ occurrences: 3, sessions: 3, wastedCalls: 9, confidence: 'high' })]),
    );
    const later = makeLesson({
      evidence: [makeEvidence(3), makeEvidence(9, { session: 'new' })],
      occurrences: 2,
      sessions: 2,
      wastedCalls: 1,
      confidence: 'low',
      status: 'watching',
      pattern: '`python3` failed 2 times',
      firstSeen: makeEvidence(3).at,
      lastSeen: makeEvidence(9).at,
    });
    const [lesson] = learn(first, [later]).lessons;
    expect(lesson).toMatchObject({
      occurrences: 4,
      sessions: 3,
      wastedCalls: 9,
      confidence: 'high',
      status: 'ready',
      firstSeen: '2026-02-01',
    });
    expect(lesson?.pattern).toContain('failed 3 times');
    expect(lesson?.lastSeen).toBe(makeEvidence(9).at);
    expect(lesson?.evidence.map((pointer) => pointer.call)).toEqual(['toolu_1', 'toolu_2', 'toolu_3', 'toolu_9']);
  });

  it('never counts a call twice though only the newest are listed', () => {
    const all = Array.from({ length: 30 }, (_, n) => makeEvidence(n + 1));
    const first = textOf(learn(undefined, [makeLesson({ evidence: all, occurrences: 30 })]));
    const old = makeLesson({ evidence: all.slice(0, 12), occurrences: 12 });
    expect(learn(first, [old]).lessons[0]?.occurrences).toBe(30);
    const grown = makeLesson({ evidence: [...all.slice(0, 12), makeEvidence(31), makeEvidence(32)], occurrences: 14 });
    expect(learn(first, [grown]).lessons[0]?.occurrences).toBe(32);
  });

  it('lets the words of a person win, and only those', () => {
    const first = textOf(learn(undefined, [makeLesson()]));
    const edited = first
      .replace('Use `uv run python`, not `python3`.', 'Run Python\n  only through uv.')
      .replace('- Status: ready', '- Status: retired');
    const found = makeLesson({
      title: 'Use uv',
      guidance: 'Use `uv run`.',
      status: 'ready',
      occurrences: 5,
      pattern: 'failed 5 times',
    });
    const result = learn(edited, [found]);
    expect(result.lessons[0]).toMatchObject({
      title: 'Use uv',
      guidance: 'Run Python only through uv.',
      status: 'retired',
      pattern: 'failed 5 times',
    });
    expect(textOf(result)).toContain('- Guidance: Run Python\n  only through uv.\n');
    // And a run later still.
    expect(learn(textOf(result), [{ ...found, title: 'Use uv always' }]).lessons[0]).toMatchObject({
      title: 'Use uv always',
      guidance: 'Run Python only through uv.',
      status: 'retired',
    });
  });

  it('retires, calls back, and stays ready as the finds say', () => {
    const statusAfter = (known: Lesson['status'], found: Lesson['status']) => {
      const first = textOf(learn(undefined, [makeLesson({ status: 'ready' })]));
      const text = known === 'ready' ? first : textOf(learn(first, [makeLesson({ status: known })]));
      return learn(text, [makeLesson({ status: found })]).lessons[0]?.status;
    };
    expect(statusAfter('ready', 'watching')).toBe('ready');
    expect(statusAfter('ready', 'retired')).toBe('retired');
    expect(statusAfter('retired', 'watching')).toBe('retired');
    expect(statusAfter('retired', 'ready')).toBe('ready');
  });

  it('never gives a number again, not even of an entry that was deleted', () => {
    const first = textOf(learn(undefined, [makeLesson(), makeLesson({ fingerprint: 'b' })]));
    const deleted = first.slice(0, first.indexOf('## L-002'));
    expect(learn(deleted, [makeLesson(), makeLesson({ fingerprint: 'c' })]).added).toEqual(['L-003']);
    const withoutNote = first.replace(/<!-- hardwon: next.*-->\n/, '');
    const result = learn(withoutNote, [makeLesson({ fingerprint: 'c' })]);
    expect(result.added).toEqual(['L-003']);
    expect(textOf(result)).toContain('<!-- hardwon: next L-004 -->\n');
    const commentedOut = `<!--\n## L-041: out\n-->\n${withoutNote}`;
    expect(learn(commentedOut, [makeLesson({ fingerprint: 'c' })]).added).toEqual(['L-042']);
  });

  it('does not add a second time what stands in a broken entry', () => {
    const first = textOf(learn(undefined, [makeLesson()])).replace('- Occurrences: 3', '- Occurrences: three');
    const result = learn(first, [makeLesson()]);
    expect(result).toMatchObject({ added: [], lessons: [] });
    expect(textOf(result)).toBe(first);
  });

  it('takes two finds of one lesson as one', () => {
    const result = learn(undefined, [
      makeLesson({ evidence: [makeEvidence(1)], occurrences: 1 }),
      makeLesson({ evidence: [makeEvidence(2)], occurrences: 1 }),
    ]);
    expect(result.added).toEqual(['L-001']);
    expect(result.lessons[0]).toMatchObject({ occurrences: 2, sessions: 2 });
  });

  it('keeps line endings, comments, unknown fields and prose of the file', () => {
    const first = textOf(learn(undefined, [makeLesson()])).replaceAll('\n', '\r\n');
    const text = `\uFEFF${first.replace('- Kind:', '- Owner: ada\r\n- Kind:')}\r\nA note of ours. <!-- keep -->\r\n\r\n## Team rules\r\n\r\nNone yet.`;
    const result = learn(text, [
      makeLesson({ occurrences: 4, evidence: [1, 2, 3, 4].map((n) => makeEvidence(n)) }),
      makeLesson({ fingerprint: 'b' }),
    ]);
    const after = textOf(result);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(after).toContain('## Team rules\r\n\r\nNone yet.\r\n\r\n## L-002: ');
    const undone = after
      .slice(0, after.indexOf('\r\n\r\n## L-002'))
      .replace('next L-003', 'next L-002')
      .replace('- Occurrences: 4', '- Occurrences: 3')
      .replace('- Evidence: 4 calls', '- Evidence: 3 calls')
      .replace(/ {2}claude-code\/s0#toolu_4.*\r\n/, '');
    expect(undone).toBe(text);
  });
});

describe('mergeLessons on anything', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          '\n',
          '## L-999: forged',
          '- Guidance: evil',
          '```',
          '<!--',
          '-->',
          '<!-- hardwon: next L-900 -->',
          ' ',
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.join('')),
  );
  const lesson = fc
    .record({
      title: hostile,
      pattern: hostile,
      guidance: hostile.map((text) => `Do ${text}`),
      fingerprint: hostile.map((text) => `f ${text}`),
      scope: fc.array(hostile, { maxLength: 2 }),
    })
    .map(makeLesson);

  it('keeps each lesson one entry, and other entries as they are', () => {
    fc.assert(
      fc.property(lesson, lesson, (first, second) => {
        fc.pre(mergeLessons(parseMemory(undefined, 'm'), [first, second], NOW).added.length === 2);
        const one = textOf(learn(undefined, [first]));
        const two = learn(one, [second]);
        const mark = '<!-- hardwon: next L-002 -->';
        expect(textOf(two).startsWith(one.replace(mark, mark.replace('2', '3')))).toBe(true);
        const read = parseMemory(textOf(two), 'm.md');
        expect(read.entries.map((entry) => entry.id)).toEqual(['L-001', 'L-002']);
        expect(read.notices).toEqual([]);
        expect(read.entries.every((entry) => entry.edited.length === 0)).toBe(true);
        expect(learn(textOf(two), [first, second]).updated).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a lesson whose logs are gone', () => {
  const old = makeLesson({
    fingerprint: 'old',
    guidance: 'Use `wharf build`, not `quay build`.',
    trigger: { rule: 'Bash(quay build *)', failed: 3, succeeded: 0 },
  });
  const later = { firstSeen: '2026-02-20T08:00:00.000Z', lastSeen: '2026-02-27T08:00:00.000Z' };
  const young = makeLesson({
    ...later,
    fingerprint: 'young',
    guidance: 'Use `quay build`, not `wharf build`.',
    trigger: { rule: 'Bash(wharf build *)', failed: 2, succeeded: 0 },
  });
  const states = ({ lessons }: ReturnType<typeof learn>) =>
    lessons.map(({ id, status, conflict }) => [id, status, conflict]);

  it('gives way to what was found since and says the opposite, for good', () => {
    const first = learn(textOf(learn(undefined, [old])), [young]);
    const expected = [
      ['L-001', 'watching', 'may contradict L-002'],
      ['L-002', 'ready', 'may contradict L-001'],
    ];
    expect(states(first)).toEqual(expected);
    expect(first.keptFromMemory).toEqual(['L-001']);
    const again = learn(textOf(first), [young]);
    expect(states(again)).toEqual(expected);
    expect(textOf(again)).toBe(textOf(first));
  });

  it('stays where a person has confirmed it, and the find is watched', () => {
    const confirmed = textOf(learn(undefined, [old])).replace(
      '- Status: ready',
      '- Validated: 2026-02-10\n- Status: ready',
    );
    expect(states(learn(confirmed, [young]))).toEqual([
      ['L-001', 'ready', undefined],
      ['L-002', 'watching', undefined],
    ]);
  });

  it('stays beside what it does not contradict', () => {
    const other = makeLesson({ ...later, fingerprint: 'other', guidance: 'Use `quay push --slow`.' });
    expect(states(learn(textOf(learn(undefined, [old])), [other])).map(([, status]) => status)).toEqual([
      'ready',
      'ready',
    ]);
  });
});

describe('a lesson that is told on match', () => {
  const seen = (occurrences: number, told?: string) => makeLesson({ occurrences, evidence: [makeEvidence(1)], told });
  const told = (text: string | undefined, lesson: Lesson) => learn(text, [lesson]).lessons[0]?.told;

  it('is so in memory until whoever has seen most of it finds otherwise', () => {
    const text = textOf(learn(undefined, [seen(3, 'on match')]));
    expect(text).toContain('- Status: ready\n- Told: on match\n- Reach: project\n');
    expect(told(text, seen(2))).toBe('on match');
    expect(told(text, seen(3))).toBeUndefined();
    expect(textOf(learn(text, [seen(5)]))).not.toContain('Told');
    expect(learn(text, []).lessons[0]?.told).toBe('on match');
    const plain = textOf(learn(undefined, [seen(9)]));
    expect(told(plain, seen(3, 'on match'))).toBeUndefined();
    expect(told(plain, seen(9, 'on match'))).toBe('on match');
  });

  it('stays as a person wants it', () => {
    const text = textOf(learn(undefined, [seen(3, 'on match')]));
    expect(told(text.replace('Told: on match', 'Told: always'), seen(4, 'on match'))).toBe('always');
    const confirmed = text.replace('- Status: ready', '- Validated: 2026-02-09\n- Status: ready');
    expect(told(confirmed, seen(4, 'on match'))).toBeUndefined();
  });

  it('is no longer told at once when it is ready, or in conflict', () => {
    const once = { ...seen(1, 'at once'), status: 'watching' as const };
    const text = textOf(learn(undefined, [once]));
    expect(text).toContain('- Status: watching\n- Told: at once\n');
    expect(told(text, seen(2))).toBeUndefined();
    expect(learn(text, []).lessons.map(isToldByHooks)).toEqual([true]);
    const contested = text.replace('- Status', '- CONFLICT: may contradict L-002\n- Status');
    expect(learn(contested, [once]).lessons.map(isToldByHooks)).toEqual([false]);
  });
});
