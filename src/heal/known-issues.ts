import type { Confidence, Lesson } from '../lessons/lesson.ts';
import { EXPRESSION_MARK } from '../lessons/triggers/error-pattern.ts';
import { isAnyWords, parseRule, type TriggerRule } from '../lessons/triggers/rule.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import { describeErrorPattern, fixOf, WRITTEN_INTO } from '../memory/tool-fixes/tool-fix.ts';
import type { Verified } from '../verify/verified.ts';
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
export type Askable = Partial<Pick<MemoryEntry, 'helped' | 'kind' | 'origin'>> &
  Pick<Lesson, 'id' | 'status' | 'trigger' | 'pattern' | 'confidence' | 'occurrences' | 'lastSeen' | 'errors'> & {
    guidance: Verified;
  };

/**
 * Returns what is known about a tool, an error, or both. With both, both must match: a fix of the same tool for another error
 * does not count, and an error that only mentions the words of another tool's fix does not belong to that tool. For a tool alone,
 * fixes for every tool do not count. The closest come first: those that name the tool, then the longer pattern before the
 * shorter, then the higher confidence.
 */
export function findKnownIssues(lessons: readonly Askable[], { tool, error }: IssueQuestion): KnownIssue[] {
  const question = readQuestion({ tool, error });
  const fitting = rankLessons(lessons).flatMap((lesson) => {
    const asked = askedTriggerOf(lesson);
    const fit = asked && fitQuestion(asked, question);
    return fit ? [{ lesson, ...fit }] : [];
  });
  return [...fitting.filter(({ namesTool }) => namesTool), ...fitting.filter(({ namesTool }) => !namesTool)].map(
    ({ lesson }) => describeIssue(lesson),
  );
}

/**
 * Returns the parts of a lesson against which a question is matched; undefined if it has no trigger, and names neither tools nor
 * anything that errors name.
 */
export function askedTriggerOf(lesson: Askable): AskedTrigger | undefined {
  const { pattern, guidance, errors = [] } = lesson;
  const trigger = lesson.trigger ?? triggerOfMistake(lesson);
  if (!trigger) return undefined;
  const { rule, error } = trigger;
  if (error !== undefined) return { rule, error };
  return {
    rule,
    words: tellingWordsOf({ rule, texts: [pattern, guidance] }),
    marks: errors.length > 0 ? errors : undefined,
  };
}

/** Returns the lessons that can be an answer, with the most specific error texts and the highest confidence first. */
export function rankLessons<T extends Askable>(lessons: readonly T[]): T[] {
  return lessons
    .filter((lesson) => lesson.status !== 'retired' && (lesson.trigger ?? triggerOfMistake(lesson)) !== undefined)
    .map((lesson) => ({ lesson, weight: weigh(lesson) }))
    .sort(
      (a, b) =>
        b.weight - a.weight ||
        compareText(b.lesson.lastSeen, a.lesson.lastSeen) ||
        compareText(a.lesson.id, b.lesson.id),
    )
    .map(({ lesson }) => lesson);
}

function weigh(lesson: Askable): number {
  const sure = { low: 0, medium: 1, high: 2 }[lesson.confidence];
  const length = Math.min(99, lesson.trigger?.error?.length ?? 0);
  return length * 10 + sure * 3 + Math.min(2, lesson.occurrences / 5);
}

/** Words a lesson as an answer. */
export function describeIssue(lesson: Askable): KnownIssue {
  const { id, trigger, pattern, guidance, confidence, occurrences, status } = lesson;
  const fix = fixOf(lesson);
  const rule = parseRule(trigger?.rule ?? '');
  return {
    id,
    tool: fix?.tool ?? (rule ? nameTool(rule) : toolsOfMistake(lesson).join(', ') || '*'),
    pattern: trigger?.error === undefined ? undefined : describeErrorPattern(trigger.error),
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

/** The parts of a lesson that show whether it is a common mistake, written into the file of tool fixes. */
type MaybeMistake = Pick<Lesson, 'guidance'> & Partial<Pick<Lesson, 'kind' | 'origin'>>;

/**
 * Returns the trigger of a common mistake: the tools that it lists or, if it lists none, an error that names its topic.
 */
function triggerOfMistake(lesson: MaybeMistake): { rule: string; error?: string } | undefined {
  const tools = toolsOfMistake(lesson);
  if (tools.length > 0) return { rule: `Bash({${tools.join(',')}} *)` };
  const names = namesOfMistake(lesson);
  return names.length > 0 ? { rule: 'Tool(*)', error: `${EXPRESSION_MARK}(${names.join('|')})` } : undefined;
}

/** Returns the tools of a common mistake, as it lists them with what they need: `press` `--force`. */
function toolsOfMistake({ kind, origin, guidance }: MaybeMistake): string[] {
  if (kind !== 'command' || !origin?.startsWith(WRITTEN_INTO)) return [];
  return [...new Set([...guidance.matchAll(/`(\w[\w.-]{0,60})` `/g)].map(([, name = '']) => name))];
}

/** Upper bound: a text with more names is not a common mistake. */
const MOST_NAMES = 10;

/** Words that people may write in capitals, and that occur in errors of all kinds. */
const GENERAL = new Set(
  (
    'api cli css csv dns gui html http https ids ide ini json pdf sdk sql ssh ssl tcp tls udp uri url utf xml yaml ' +
    'all always and any are but can code date does each error etc fail failed file for from full get had has its may must never new no ' +
    'none not note null ok one only our out run see set that the then this todo true false use user was when will with yes you your'
  ).split(' '),
);

/**
 * Returns the names in it that no sentence contains by chance: `IMAGE_TAG`, `sha256`, `--yes`, `SHA`. Each is a regular
 * expression.
 */
function namesOfMistake({ kind, origin, guidance }: MaybeMistake): string[] {
  if (kind !== 'command' || !origin?.startsWith(WRITTEN_INTO)) return [];
  const flags = [...guidance.matchAll(/(?<![\w-])--[a-z][a-z0-9-]{1,40}/g)].map(([flag]) => flag);
  const words = [...guidance.matchAll(/(?<![\w-])\w{3,40}(?![\w-])/g)]
    .map(([word]) => word)
    .filter((word) => /^[A-Z]+$|[a-z][A-Z]|[A-Za-z]_[A-Za-z]|^[a-z]+\d+$/.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !GENERAL.has(word));
  return [...new Set([...flags.map((flag) => `${flag}([^a-z0-9-]|$)`), ...words.map((word) => `\\b${word}\\b`)])].slice(
    0,
    MOST_NAMES,
  );
}
