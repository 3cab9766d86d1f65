import { isImported, type Lesson, type LessonKind } from '../lessons/lesson.ts';
import {
  codeOr,
  joinSentences,
  nameLesson,
  quotableName,
  quote,
  type Sentence,
  say,
  times,
} from '../lessons/quotable.ts';
import { readRule } from '../memory/learned-rule.ts';
import { estimateTokens } from '../shared/estimate-tokens.ts';
import type { Tellable } from '../verify/verified.ts';
import { toSafeLine } from './markdown-safe.ts';

/** A lesson that context files may hold: no other text reaches them. */
export type TellableLesson = Tellable<Lesson>;

/** The headings of a block in their order, and the kinds of lesson under each. */
const SECTIONS: readonly { heading: string; kinds: readonly LessonKind[] }[] = [
  { heading: 'Environment', kinds: ['environment'] },
  { heading: 'Commands', kinds: ['command', 'prerequisite'] },
  { heading: 'Conventions', kinds: ['convention'] },
  { heading: 'File paths', kinds: ['path'] },
  { heading: 'Search scope', kinds: ['search-scope'] },
  { heading: 'Large files', kinds: ['large-file'] },
  { heading: 'Preferences', kinds: ['preference'] },
  { heading: 'Tool use', kinds: ['tool-use'] },
  { heading: 'Missing paths', kinds: ['missing-path'] },
  { heading: 'Retries', kinds: ['retry'] },
  { heading: 'Permissions', kinds: ['permission'] },
];

/** The heading over rules that a teacher derived from failures. */
export const RULES_HEADING = 'Learned Rules & Patterns';

/**
 * Formats lessons as Markdown, with `\n` endings and none at the end. The same lessons give the same text, in whatever order they
 * come.
 */
export function renderLessons(
  lessons: readonly TellableLesson[],
  clean: (text: string) => string = (text) => text,
  folder?: string,
): string {
  const sections = [...SECTIONS.map(({ heading }) => heading), RULES_HEADING].flatMap((heading) => {
    const bullets = lessons
      .filter((lesson) => sectionOf(lesson) === heading)
      .sort(byId)
      .map((lesson) => renderBullet(lesson, clean));
    return bullets.length === 0 ? [] : [`${renderHeading(heading)}\n\n${bullets.join('\n')}`];
  });
  return [renderFrame([...lessons].sort(byId)[0]?.id ?? 'L-001', folder), ...sections].join('\n\n');
}

/**
 * Returns the heading of the block and the line that says who wrote it. In a file of many projects `folder` says which one it is
 * about.
 */
export function renderFrame(exampleId: string, folder?: string): Sentence {
  const id = quotableName(exampleId);
  const why = codeOr(id && quote`hardwon why ${id}`, '`hardwon why`');
  if (folder !== undefined) {
    const notice = say`True in that folder only. Written by \`hardwon learn --apply\`; edit .memory/harness-learnings.md there instead, or run ${why} there for the evidence.`;
    return say`## ${toSafeLine(`Lessons from past sessions in ${folder}`)}\n\n*${notice}*`;
  }
  const notice = say`Written by \`hardwon learn --apply\`; edit .memory/harness-learnings.md instead, or run ${why} for the evidence.`;
  return say`## Lessons from past sessions\n\n*${notice}*`;
}

/** Returns the heading over the lessons of one section. */
export function renderHeading(heading: string): string {
  return `### ${heading}`;
}

/**
 * Formats a rule that a teacher derived from a failure, in the form of learning loops; with its id, by which it can be looked up.
 */
function renderRule(
  lesson: Pick<TellableLesson, 'id' | 'origin' | 'guidance' | 'pattern'>,
  clean: (text: string) => string,
): Sentence {
  const { rule = lesson.guidance, when, why, source } = readRule(lesson) ?? {};
  const line = (name: 'Rule' | 'When' | 'Why', text: string) => say`- **${name}**: ${toSafeLine(clean(text))}`;
  const lines = [
    line('Rule', rule),
    ...(when === undefined ? [] : [line('When', when)]),
    ...(why === undefined ? [] : [line('Why', why)]),
    say`  - **Source**: ${toSafeLine(source ?? '')} (${nameLesson(lesson)})`,
  ];
  return joinSentences(lines, '\n');
}

/** Formats one lesson as a list item. `clean` removes what must not be shared, before anything is escaped. */
export function renderBullet(lesson: TellableLesson, clean: (text: string) => string = (text) => text): Sentence {
  if (readRule(lesson)) return renderRule(lesson, clean);
  // The count of its source is not ours to state.
  const note = isImported(lesson) ? 'imported' : say`seen ${times(lesson.occurrences)}`;
  return say`- ${toSafeLine(clean(lesson.guidance))} (${nameLesson(lesson)}, ${note})`;
}

/** Returns the tokens that the list item of a lesson takes. Only a number leaves: nobody need have verified its words. */
export function measureBullet(lesson: Lesson): number {
  return estimateTokens(`${renderBullet(lesson as TellableLesson)}\n`);
}

/** Returns the heading for a lesson. */
export function sectionOf(lesson: Pick<Lesson, 'kind' | 'origin' | 'guidance' | 'pattern'>): string {
  if (readRule(lesson)) return RULES_HEADING;
  return SECTIONS.find(({ kinds }) => kinds.includes(lesson.kind))?.heading ?? '';
}

/** Orders lessons by the number in their id: L-999 before L-1000. */
export function byId(first: Lesson, second: Lesson): number {
  return (
    Number(first.id.slice(2)) - Number(second.id.slice(2)) || (first.id < second.id ? -1 : first.id > second.id ? 1 : 0)
  );
}
