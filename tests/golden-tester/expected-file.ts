import { stringify } from 'yaml';
import type { Evidence, Lesson } from '../../src/lessons/lesson.ts';
import { printTrigger } from '../../src/lessons/triggers/index.ts';

/** A lesson as expected.yaml tells it: what a reader judges it by, with calls under the case's own labels. */
export interface ExpectedLesson {
  kind: string;
  status: string;
  title: string;
  guidance: string;
  trigger?: string;
  reach: string;
  occurrences: number;
  sessions: number;
  /** `a1 → a2`: the failed call and the one that worked; `a1` alone where nothing did; `message in s2` for what a person wrote. */
  evidence: string[];
}

/** Sorted by content, so that ids, which differ from agent to agent, do not decide the order. */
export function summarizeLessons(lessons: readonly Lesson[], labels: ReadonlyMap<string, string>): ExpectedLesson[] {
  const summaries = lessons.map((lesson) => summarizeLesson(lesson, labels));
  return summaries.sort((left, right) => compare(sortKey(left), sortKey(right)));
}

export function renderExpected(lessons: readonly ExpectedLesson[]): string {
  return stringify({ lessons }, { lineWidth: 130 });
}

function summarizeLesson(lesson: Lesson, labels: ReadonlyMap<string, string>): ExpectedLesson {
  const named = (id: string) => labels.get(id) ?? `unknown call ${id}`;
  const origin = ({ call, session }: Evidence) =>
    call === undefined ? `message in ${labels.get(session) ?? `unknown session ${session}`}` : named(call);
  return {
    kind: lesson.kind,
    status: lesson.status,
    title: lesson.title,
    guidance: lesson.guidance,
    trigger: lesson.trigger ? printTrigger(lesson.trigger) : undefined,
    reach: lesson.reach,
    occurrences: lesson.occurrences,
    sessions: lesson.sessions,
    evidence: lesson.evidence
      .map((each) => (each.fix === undefined ? origin(each) : `${origin(each)} → ${named(each.fix)}`))
      .sort(compare),
  };
}

function sortKey(lesson: ExpectedLesson): string {
  return [lesson.kind, lesson.title, lesson.guidance, ...lesson.evidence].join('\0');
}

/** Not localeCompare: the order must be the same under every locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
