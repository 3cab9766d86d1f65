import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { isAnyWords, parseRule, type TriggerRule } from '../lessons/triggers/rule.ts';
import { describeErrorPattern, fixOf } from '../memory/tool-fixes/tool-fix.ts';
import { toolsOfMistake, triggerOfMistake } from './common-mistake.ts';
import { type AskedTrigger, fitQuestion, readQuestion } from './fits-question.ts';
import { tellingWordsOf } from './telling-words.ts';

/** What is asked about: a tool, an error, or both. */
export interface IssueQuestion {
  tool?: string;
  error?: string;
}

/** Something that is known about a failure. */
export interface KnownIssue {
  /** The lesson it comes from. */
  id: string;
  tool: string;
  /** What the error says; absent where the lesson is about every call of the tool. */
  pattern?: string;
  rootCause: string;
  fix: string;
  commands: readonly string[];
  confidence: Confidence;
  /** How often it was seen. */
  occurrences: number;
  /** How often it was shown, the call was changed, and went well. */
  helped: number;
  /** Whether it is ready to be delivered. What an agent saved alone, or was seen once, is not: it may be wrong. */
  isConfirmed: boolean;
}

/** What a lesson needs to be asked. */
export type AskableLesson = { helped?: number } & Partial<Pick<Lesson, 'kind' | 'origin'>> &
  Pick<Lesson, 'id' | 'status' | 'trigger' | 'pattern' | 'guidance' | 'confidence' | 'occurrences' | 'lastSeen' | 'errors'>;

/**
 * What is known about a tool, an error, or both. With both, both must fit: a fix of the same tool for another error is none, and an error
 * that only mentions the words of another tool's fix is not that tool's. By a tool alone, fixes for every tool are none. The closest come first: those that name the tool, the longer
 * pattern before the shorter, then the surer.
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

/** What of a lesson a question is held against; nothing where it has no trigger, and names neither tools nor anything that errors name. */
export function askedTriggerOf(lesson: AskableLesson): AskedTrigger | undefined {
  const { pattern, guidance, errors = [] } = lesson;
  const trigger = lesson.trigger ?? triggerOfMistake(lesson);
  if (!trigger) return undefined;
  const { rule, error } = trigger;
  if (error !== undefined) return { rule, error };
  return { rule, words: tellingWordsOf({ rule, texts: [pattern, guidance] }), ...(errors.length > 0 ? { marks: errors } : {}) };
}

/** The lessons that can be an answer, those first that say most of an error and are surest. */
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

/** A lesson in the words of an answer. */
export function describeIssue(lesson: AskableLesson): KnownIssue {
  const { id, trigger, pattern, guidance, confidence, occurrences, status } = lesson;
  const fix = fixOf(lesson);
  const rule = parseRule(trigger?.rule ?? '');
  return {
    id,
    tool: fix?.tool ?? (rule ? nameTool(rule) : toolsOfMistake(lesson).join(', ') || '*'),
    ...(trigger?.error === undefined ? {} : { pattern: describeErrorPattern(trigger.error) }),
    rootCause: pattern,
    // A common mistake says first what it is about, which is the cause.
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
  // What may stand before the program, such as `npx`, is not its name.
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
