import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { isAnyWords, parseRule, type TriggerRule } from '../lessons/triggers/rule.ts';
import { describeErrorPattern, fixOf } from '../memory/tool-fixes/tool-fix.ts';
import { toolsOfMistake, triggerOfMistake } from './common-mistake.ts';
import { type AskedTrigger, fitQuestion, readQuestion } from './fits-question.ts';
import { tellingWordsOf } from './telling-words.ts';

/** The subject of the question: a tool, an error, or both. */
export interface IssueQuestion {
  tool?: string;
  error?: string;
}

/** Something that is known about a failure. */
export interface KnownIssue {
  /** The lesson that it comes from. */
  id: string;
  tool: string;
  /** The text of the error; absent if the lesson is about every call of the tool. */
  pattern?: string;
  rootCause: string;
  fix: string;
  commands: readonly string[];
  confidence: Confidence;
  /** How often it was seen. */
  occurrences: number;
  /** How often the call was changed after it was shown, and succeeded. */
  helped: number;
  /**
   * Whether it is ready to be delivered. A lesson that only an agent saved, or that was seen once, is not, because it may be
   * wrong.
   */
  isConfirmed: boolean;
}

/** The parts of a lesson that questions need. */
export type AskableLesson = { helped?: number } & Partial<Pick<Lesson, 'kind' | 'origin'>> &
  Pick<Lesson, 'id' | 'status' | 'trigger' | 'pattern' | 'guidance' | 'confidence' | 'occurrences' | 'lastSeen' | 'errors'>;

/**
 * Returns what is known about a tool, an error, or both. With both, both must match: a fix of the same tool for another error
 * does not count, and an error that only mentions the words of another tool's fix does not belong to that tool. For a tool alone,
 * fixes for every tool do not count. The closest come first: those that name the tool, then the longer pattern before the
 * shorter, then the higher confidence.
 */
export function findKnownIssues(lessons: readonly AskableLesson[], { tool, error }: IssueQuestion): KnownIssue[] {
  const question = readQuestion({ tool, error });
  const fitting = rankLessons(lessons).flatMap((lesson) => {
    const asked = askedTriggerOf(lesson);
    const fit = asked && fitQuestion(asked, question);
    return fit ? [{ lesson, ...fit }] : [];
  });
  return [...fitting.filter(({ namesTool }) => namesTool), ...fitting.filter(({ namesTool }) => !namesTool)].map(({ lesson }) =>
    describeIssue(lesson),
  );
}

/**
 * Returns the parts of a lesson against which a question is matched; undefined if it has no trigger, and names neither tools nor
 * anything that errors name.
 */
export function askedTriggerOf(lesson: AskableLesson): AskedTrigger | undefined {
  const { pattern, guidance, errors = [] } = lesson;
  const trigger = lesson.trigger ?? triggerOfMistake(lesson);
  if (!trigger) return undefined;
  const { rule, error } = trigger;
  if (error !== undefined) return { rule, error };
  return { rule, words: tellingWordsOf({ rule, texts: [pattern, guidance] }), ...(errors.length > 0 ? { marks: errors } : {}) };
}

/** Returns the lessons that can be an answer, with the most specific error texts and the highest confidence first. */
export function rankLessons<T extends AskableLesson>(lessons: readonly T[]): T[] {
  return lessons
    .filter((lesson) => lesson.status !== 'retired' && (lesson.trigger ?? triggerOfMistake(lesson)) !== undefined)
    .map((lesson) => ({ lesson, weight: weigh(lesson) }))
    .sort(
      (a, b) => b.weight - a.weight || compareText(b.lesson.lastSeen, a.lesson.lastSeen) || compareText(a.lesson.id, b.lesson.id),
    )
    .map(({ lesson }) => lesson);
}

function weigh(lesson: AskableLesson): number {
  const sure = { low: 0, medium: 1, high: 2 }[lesson.confidence];
  const length = Math.min(99, lesson.trigger?.error?.length ?? 0);
  return length * 10 + sure * 3 + Math.min(2, lesson.occurrences / 5);
}

/** Words a lesson as an answer. */
export function describeIssue(lesson: AskableLesson): KnownIssue {
  const { id, trigger, pattern, guidance, confidence, occurrences, status } = lesson;
  const fix = fixOf(lesson);
  const rule = parseRule(trigger?.rule ?? '');
  return {
    id,
    tool: fix?.tool ?? (rule ? nameTool(rule) : toolsOfMistake(lesson).join(', ') || '*'),
    ...(trigger?.error === undefined ? {} : { pattern: describeErrorPattern(trigger.error) }),
    rootCause: pattern,
    // A common mistake first states its topic, which is the cause.
    fix: fix?.fix ?? (trigger || !guidance.startsWith(`${pattern}: `) ? guidance : guidance.slice(pattern.length + 2)),
    commands: fix?.commands ?? [],
    confidence,
    occurrences,
    helped: lesson.helped ?? 0,
    isConfirmed: status === 'ready',
  };
}

function nameTool(rule: TriggerRule): string {
  if (rule.tool !== 'Bash') return rule.tool;
  // Words that may come before the program, such as `npx`, do not belong to its name.
  const start = rule.words.findIndex((word) => !isAnyWords(word));
  const words = start === -1 ? rule.words : rule.words.slice(start);
  const plain = words.findIndex((word) => word.source.includes('*'));
  return words
    .slice(0, plain === -1 ? undefined : Math.max(1, plain))
    .map((word) => word.source)
    .join(' ');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
