import type { Evidence, Lesson } from '../../src/lessons/lesson.ts';
import { isTellable, type Tellable, type Verified } from '../../src/verify/verified.ts';

/** A lesson to test with; only what the test is about needs to be said. */
export function makeLesson(parts: Partial<Lesson> = {}): Lesson {
  return {
    id: '',
    fingerprint: 'environment python3',
    kind: 'environment',
    title: 'Python runs through uv',
    pattern: '`python3` failed 3 times: no module named requests',
    guidance: 'Use `uv run python`, not `python3`.',
    scope: ['scripts/**'],
    reach: 'project',
    status: 'ready',
    confidence: 'medium',
    occurrences: 3,
    sessions: 2,
    wastedCalls: 4,
    firstSeen: '2026-02-01T08:00:00.000Z',
    lastSeen: '2026-02-03T08:00:00.000Z',
    evidence: [makeEvidence(1), makeEvidence(2), makeEvidence(3)],
    ...parts,
  };
}

/** The nth call of a made-up history: one a day, from the first of February. */
export function makeEvidence(n: number, parts: Partial<Evidence> = {}): Evidence {
  const at = new Date(Date.UTC(2026, 1, n, 8)).toISOString();
  return { agent: 'claude-code', session: `s${n % 2}`, call: `toolu_${n}`, fix: `toolu_${n}b`, at, ...parts };
}

/** The same, as agents may be told it. */
export function makeTold(parts: Partial<Lesson> = {}): Tellable<Lesson> {
  const lesson = makeLesson(parts);
  if (!isTellable(lesson)) throw new Error(`agents are not told: ${lesson.guidance}`);
  return lesson;
}

/** A text that agents may be told. */
export function asTold(text: string): Verified {
  return makeTold({ guidance: text }).guidance;
}
