import { fingerprint } from '../../lessons/fingerprint.ts';
import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import { EXPRESSION_MARK, type PatternReading, readPattern } from '../../lessons/triggers/error-pattern.ts';
import { parseRule } from '../../lessons/triggers/rule.ts';
import { AppError } from '../../shared/errors.ts';
import type { MemoryEntry, NewEntry } from '../entry-lesson.ts';
import { encodeText } from '../field-values.ts';
import { seenOnce } from '../seen-once.ts';
import { isLikeRejected } from '../similar-note.ts';
import { makeTitle } from '../sources/lesson-texts.ts';

/** A fix that worked once: a lesson with a tool and the text of its error. */
export interface ToolFix {
  /** The tool; `*` stands for all of them. */
  tool: string;
  /** The text of the error, plain or with `<path>`, `<n>`, `<any>` for the parts that vary. */
  errorPattern: string;
  rootCause: string;
  fix: string;
  /** The commands that apply it. */
  commands: readonly string[];
}

/** The placeholders for the parts that vary in an error. */
const GAPS = /<(?:path|file|folder|n|number|name|id|url|any)>/gi;

/** Returns the fix that a lesson contains, or undefined if it is not a fix. */
export function fixOf({
  trigger,
  pattern,
  guidance,
}: Pick<Lesson, 'trigger' | 'pattern' | 'guidance'>): ToolFix | undefined {
  if (trigger?.error === undefined) return undefined;
  const tool = /^Tool\(([\w.*:-]{1,100})\)$/.exec(trigger.rule)?.[1];
  if (tool === undefined) return undefined;
  const [, said = guidance, list = ''] = /^([\s\S]*?)(?: Commands: ((?:`[^`]*`(?:, )?)+)\.?)?$/.exec(guidance) ?? [];
  // In our wording; a person may have reworded it.
  const fix = said.replace(/^When (?:`[^`]*` fails with|an error says) "[^"]*": /, '').replace(/\.$/, '');
  const commands = [...list.matchAll(/`([^`]*)`/g)].map((match) => match[1] ?? '');
  return { tool, errorPattern: describeErrorPattern(trigger.error), rootCause: pattern, fix, commands };
}

/** The kind of patterns about the environment of a call, such as a login: they are listed under `auth_patterns`. */
export const AUTH_KIND = 'environment' satisfies LessonKind;

/** The beginning of the origin of a fix that somebody saved here. */
export const SAVED_FIX = 'fix saved on';

/** The same for what somebody wrote into a file of tool fixes. */
export const WRITTEN_INTO = 'written into';

/** Whether a lesson is a fix that somebody saved here and that does not resemble one that a person rejected. */
export function isSavedFix(
  lesson: Pick<MemoryEntry, 'trigger' | 'pattern' | 'guidance' | 'origin' | 'status' | 'similar'>,
): boolean {
  const isOwn = lesson.origin?.startsWith(SAVED_FIX) === true && lesson.status !== 'retired';
  return isOwn && !isLikeRejected(lesson.similar) && fixOf(lesson) !== undefined;
}

/** Turns a fix into a lesson. Refuses one that could not be found again. */
export function lessonOfFix(fix: ToolFix, origin: string, day: string): NewEntry {
  const reading = readFixPattern(fix.errorPattern);
  const rule = `Tool(${fix.tool})`;
  if (!/^[\w.*:-]{1,100}$/.test(fix.tool) || !parseRule(rule))
    throw new AppError('usage', `${fix.tool} is not a valid tool name.`, {
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
    // Somebody saw it work: more than a first occurrence, less than a habit.
    status: 'ready',
    confidence: 'medium',
    origin,
    phase: 'debug',
  };
}

/**
 * Reads the text of an error in the form that triggers match: plain text, a template or a regular expression. Returns undefined
 * if it is refused.
 */
export function readErrorPattern(text: string): string | undefined {
  const reading = readFixPattern(text);
  return 'pattern' in reading ? reading.pattern : undefined;
}

function readFixPattern(text: string): PatternReading {
  const words = text.replace(/\s+/g, ' ').trim();
  // A character that occurs in no text and has no meaning in a pattern.
  const reading = readPattern(words.replace(GAPS, GAP));
  if ('reason' in reading) return reading;
  const { pattern } = reading;
  if (pattern.startsWith(EXPRESSION_MARK)) return { pattern: pattern.replaceAll(GAP, '.*') };
  return { pattern: pattern.replaceAll(GAP, '*').replace(/\*{2,}/g, '*') };
}

const GAP = '\uE000';

/** Describes the same for people. */
export function describeErrorPattern(pattern: string): string {
  if (pattern.startsWith(EXPRESSION_MARK)) return pattern.slice(EXPRESSION_MARK.length);
  return pattern.replace(/\\([*{},\\])|\*|\{([^{}]*)\}/g, (whole, plain?: string, list?: string) => {
    if (plain !== undefined) return plain;
    return list === undefined ? (whole === '*' ? '<any>' : whole) : `(${list.replaceAll(',', '|')})`;
  });
}
