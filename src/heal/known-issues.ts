import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { type Glob, matchGlob } from '../lessons/triggers/glob.ts';
import { type ErrorText, isInError, readErrorText } from '../lessons/triggers/match-error.ts';
import { parseRule, type Rule } from '../lessons/triggers/rule.ts';
import { describeErrorPattern, fixOf } from '../memory/tool-fixes/tool-fix.ts';

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
}

/** What a lesson needs to be asked. */
export type AskableLesson = { helped?: number } & Pick<
  Lesson,
  'id' | 'status' | 'trigger' | 'pattern' | 'guidance' | 'confidence' | 'occurrences' | 'lastSeen'
>;

/**
 * What is known about a tool, an error, or both. With both, both must fit: a fix of the same tool for another error is none, and an error
 * that only mentions the words of another tool's fix is not that tool's. The closest come first: those that name the error, the longer
 * pattern before the shorter, then the surer.
 */
export function findKnownIssues(lessons: readonly AskableLesson[], { tool, error }: IssueQuestion): KnownIssue[] {
  const text = error === undefined ? undefined : readErrorText(error);
  return lessons
    .filter(({ status, trigger }) => status !== 'retired' && trigger !== undefined)
    .flatMap((lesson) => {
      const rule = parseRule(lesson.trigger?.rule ?? '');
      if (!rule) return [];
      const named = tool === undefined ? undefined : fitsTool(rule, tool);
      if (named === false) return [];
      if (text !== undefined && !fitsError(lesson, text)) return [];
      return [{ lesson, weight: weigh(lesson, text !== undefined, named === true && !isEveryTool(rule)) }];
    })
    .sort(
      (a, b) => b.weight - a.weight || compareText(b.lesson.lastSeen, a.lesson.lastSeen) || compareText(a.lesson.id, b.lesson.id),
    )
    .map(({ lesson }) => describeIssue(lesson));
}

/** The tools that a rule is about, in the words of who asks: `kubectl`, `kubectl get`, `bonfire_deploy`, `Edit`. */
function fitsTool(rule: Rule, tool: string): boolean {
  const asked = tool.trim().toLowerCase();
  if (rule.tool === 'Tool') return matchGlob(lower(rule.name), asked);
  if (rule.tool === 'Bash') {
    const words = asked.split(/\s+/);
    return words.every((word, index) => {
      const glob = rule.words[index];
      return glob !== undefined && (index > 0 && glob.source === '*' ? true : matchGlob(lower(glob), word));
    });
  }
  return rule.tool.toLowerCase() === asked;
}

function isEveryTool(rule: Rule): boolean {
  return rule.tool === 'Tool' && rule.name.source === '*';
}

/** What an error says may stand anywhere in it. A lesson that says nothing of errors fits none. */
function fitsError({ trigger }: AskableLesson, text: ErrorText): boolean {
  return trigger?.error !== undefined && isInError(trigger.error, text);
}

function lower(glob: Glob): Glob {
  return { source: glob.source, forms: glob.forms.map((form) => form.map((part) => part.toLowerCase())) };
}

function weigh(lesson: AskableLesson, namesError: boolean, namesTool: boolean): number {
  const sure = { low: 0, medium: 1, high: 2 }[lesson.confidence];
  const length = Math.min(99, lesson.trigger?.error?.length ?? 0);
  return (namesError ? 10_000 : 0) + (namesTool ? 5_000 : 0) + length * 10 + sure * 3 + Math.min(2, lesson.occurrences / 5);
}

function describeIssue(lesson: AskableLesson): KnownIssue {
  const { id, trigger, pattern, guidance, confidence, occurrences } = lesson;
  const fix = fixOf(lesson);
  const rule = parseRule(trigger?.rule ?? '');
  return {
    id,
    tool: fix?.tool ?? (rule ? nameTool(rule) : ''),
    ...(trigger?.error === undefined ? {} : { pattern: describeErrorPattern(trigger.error) }),
    rootCause: pattern,
    fix: fix?.fix ?? guidance,
    commands: fix?.commands ?? [],
    confidence,
    occurrences,
    helped: lesson.helped ?? 0,
  };
}

function nameTool(rule: Rule): string {
  if (rule.tool !== 'Bash') return rule.tool;
  const plain = rule.words.findIndex((word) => word.source.includes('*'));
  return rule.words
    .slice(0, plain === -1 ? undefined : Math.max(1, plain))
    .map((word) => word.source)
    .join(' ');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
