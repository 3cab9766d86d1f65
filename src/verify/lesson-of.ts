import type { Failing } from '../cases/case.ts';
import { CONFIDENCES } from '../lessons/confidence.ts';
import { fingerprint } from '../lessons/fingerprint.ts';
import { type Evidence, type LessonKind, ON_MATCH } from '../lessons/lesson.ts';
import type { NewEntry } from '../memory/entry-lesson.ts';
import { makeTitle, normaliseText } from '../memory/sources/lesson-texts.ts';
import { formatDate } from '../shared/clock.ts';
import { maySpeakAlone, type Verdict } from './verdict.ts';

/** Who worded a lesson: `claude (claude-sonnet-5)`, `you`. */
export type Author = string;

const KINDS: Readonly<Record<Verdict['proposal']['kind'], LessonKind>> = {
  environment: 'environment',
  path: 'path',
  command: 'command',
  workflow: 'prerequisite',
  tool: 'tool-use',
  user: 'preference',
};

/** Pieces of evidence kept in memory; all of them count. */
export const MOST_EVIDENCE = 20;

/** Returns where the newest of some failing calls are. */
export function pointersTo(failing: readonly Failing[]): Evidence[] {
  return [...failing]
    .sort((a, b) => a.step.call.at - b.step.call.at)
    .slice(-MOST_EVIDENCE)
    .map(({ step: { call }, session: { agent, session } }) => {
      return { agent, session, call: call.id, at: new Date(call.at).toISOString() };
    });
}

/** Makes a lesson of a proposal that was kept. What a person said yes to, or what is proven, is ready; the rest is watched. */
export function lessonOf(verdict: Verdict, by: Author, now: Date, isWanted: boolean): NewEntry {
  const { proposal, evidence, trigger, where, confidence } = verdict;
  const { guidance, wrong, why, kind, reach, message } = proposal;
  const times = evidence.map(({ step }) => step.call.at).sort((a, b) => a - b);
  const [firstAt = now.getTime()] = times;
  const sessions = new Set(evidence.map(({ session }) => session)).size;
  const isReady = isWanted || maySpeakAlone(verdict);
  return {
    fingerprint: fingerprint('taught', normaliseText(guidance)),
    kind: KINDS[kind],
    title: makeTitle(guidance),
    pattern: [wrong && `${wrong.replaceAll(/\s+/g, ' ')}:`, why || message || ''].filter(Boolean).join(' '),
    guidance: guidance.replaceAll(/\s+/g, ' '),
    trigger,
    scope: [],
    reach,
    status: isReady ? 'ready' : 'watching',
    confidence: CONFIDENCES.includes(confidence) ? confidence : 'low',
    occurrences: Math.max(1, evidence.length),
    sessions: Math.max(1, sessions),
    wastedCalls: evidence.length,
    firstSeen: formatDate(new Date(firstAt)),
    lastSeen: formatDate(new Date(times.at(-1) ?? now.getTime())),
    told: where === 'hook' && trigger ? ON_MATCH : undefined,
    evidence: pointersTo(evidence),
    origin: `taught on ${formatDate(now)} by ${by}`,
  };
}
