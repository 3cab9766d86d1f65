import { fingerprint } from '../../lessons/fingerprint.ts';
import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import { EXPRESSION_MARK, type PatternReading, readPattern } from '../../lessons/triggers/error-pattern.ts';
import { parseRule } from '../../lessons/triggers/rule.ts';
import { AppError } from '../../shared/errors.ts';
import type { MemoryEntry, NumberlessLesson } from '../entry-lesson.ts';
import { encodeText } from '../field-values.ts';
import { seenOnce } from '../seen-once.ts';
import { isLikeRejected } from '../similar-note.ts';
import { makeTitle } from '../sources/lesson-texts.ts';

/** A fix that worked once: a lesson with a tool and what its error says. */
export interface ToolFix {
  /** The tool; `*` stands for all of them. */
  tool: string;
  /** What the error says: plain text, or with `<path>`, `<n>`, `<any>` for what varies. */
  errorPattern: string;
  rootCause: string;
  fix: string;
  /** Commands that do it. */
  commands: readonly string[];
}

/** The names that stand for what varies in an error. */
const GAPS = /<(?:path|file|folder|n|number|name|id|url|any)>/gi;

/** The fix that a lesson is, or nothing where it is none. */
export function fixOf({ trigger, pattern, guidance }: Pick<Lesson, 'trigger' | 'pattern' | 'guidance'>): ToolFix | undefined {
  if (trigger?.error === undefined) return undefined;
  const tool = /^Tool\(([\w.*:-]{1,100})\)$/.exec(trigger.rule)?.[1];
  if (tool === undefined) return undefined;
  const [, said = guidance, list = ''] = /^([\s\S]*?)(?: Commands: ((?:`[^`]*`(?:, )?)+)\.?)?$/.exec(guidance) ?? [];
  // As we word it; a person may have worded it anew.
  const fix = said.replace(/^When (?:`[^`]*` fails with|an error says) "[^"]*": /, '').replace(/\.$/, '');
  const commands = [...list.matchAll(/`([^`]*)`/g)].map((match) => match[1] ?? '');
  return { tool, errorPattern: describeErrorPattern(trigger.error), rootCause: pattern, fix, commands };
}

/** The kind of patterns that tell of the world around a call, such as a login: they stand under `auth_patterns`. */
export const AUTH_KIND = 'environment' satisfies LessonKind;

/** What the origin of a fix begins with that somebody saved here. */
export const SAVED_FIX = 'fix saved on';

/** Whether a lesson is a fix that somebody saved here, and that is not like one that a person rejected. */
export function isSavedFix(
  lesson: Pick<MemoryEntry, 'trigger' | 'pattern' | 'guidance' | 'origin' | 'status' | 'similar'>,
): boolean {
  const isOwn = lesson.origin?.startsWith(SAVED_FIX) === true && lesson.status !== 'retired';
  return isOwn && !isLikeRejected(lesson.similar) && fixOf(lesson) !== undefined;
}

/** The lesson that a fix is. Refuses what could not be found again. */
export function lessonOfFix(fix: ToolFix, origin: string, day: string): NumberlessLesson {
  const reading = readFixPattern(fix.errorPattern);
  const rule = `Tool(${fix.tool})`;
  if (!/^[\w.*:-]{1,100}$/.test(fix.tool) || !parseRule(rule))
    throw new AppError('usage', `${fix.tool} is no name of a tool.`, {
      hint: 'Letters, digits, and . : - _ are; * stands for every tool.',
    });
  if ('reason' in reading)
    throw new AppError('usage', `The error pattern cannot be used, ${reading.reason}: ${fix.errorPattern}`, {
      hint: 'Write what every such error says, with <any> for what varies; regular expressions are matched in linear time.',
    });
  const error = reading.pattern;
  const commands = fix.commands.map((command) => `\`${command.replaceAll('`', '')}\``).join(', ');
  const when = fix.tool === '*' ? 'When an error says' : `When \`${fix.tool}\` fails with`;
  const told = `${when} "${fix.errorPattern.replaceAll('"', "'")}": ${fix.fix.replace(/([^.!?])$/, '$1.')}`;
  const guidance = encodeText(commands === '' ? told : `${told} Commands: ${commands}.`);
  return {
    ...seenOnce(day),
    fingerprint: fingerprint('tool-fix', `${fix.tool}\n${error}`),
    kind: 'tool-use',
    title: makeTitle(fix.tool === '*' ? `"${fix.errorPattern}": ${fix.fix}` : `\`${fix.tool}\`: ${fix.fix}`),
    pattern: encodeText(fix.rootCause),
    guidance,
    trigger: { rule, error, failed: 0, succeeded: 0 },
    reach: 'project',
    // Somebody saw it work: more than a first sighting, less than a habit.
    status: 'ready',
    confidence: 'medium',
    origin,
    phase: 'debug',
  };
}

/** What an error says, as triggers match it: plain text, a template, or a regular expression. Nothing where it is refused. */
export function readErrorPattern(text: string): string | undefined {
  const reading = readFixPattern(text);
  return 'pattern' in reading ? reading.pattern : undefined;
}

function readFixPattern(text: string): PatternReading {
  const words = text.replace(/\s+/g, ' ').trim();
  // A sign that stands in no text, and means nothing in a pattern.
  const reading = readPattern(words.replace(GAPS, GAP));
  if ('reason' in reading) return reading;
  const { pattern } = reading;
  if (pattern.startsWith(EXPRESSION_MARK)) return { pattern: pattern.replaceAll(GAP, '.*') };
  return { pattern: pattern.replaceAll(GAP, '*').replace(/\*{2,}/g, '*') };
}

const GAP = '\uE000';

/** The same in the words of people. */
export function describeErrorPattern(pattern: string): string {
  if (pattern.startsWith(EXPRESSION_MARK)) return pattern.slice(EXPRESSION_MARK.length);
  return pattern.replace(/\\([*{},\\])|\*|\{([^{}]*)\}/g, (whole, plain?: string, list?: string) => {
    if (plain !== undefined) return plain;
    return list === undefined ? (whole === '*' ? '<any>' : whole) : `(${list.replaceAll(',', '|')})`;
  });
}
