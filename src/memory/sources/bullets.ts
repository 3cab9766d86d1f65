import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import { kindOfHeading } from './lesson-texts.ts';
import { joinItem, type ListItem, readOutline, type Section } from './list-items.ts';
import type { SourceLesson, SourceReading } from './source.ts';

/** A section of a context file that seems to contain lessons. */
interface OfferedSection {
  title: string;
  /** The line of its heading, counted from 1. */
  line: number;
  /** The number of its items. */
  items: number;
}

/** Headings under which people collect what went wrong. */
const LESSON_HEADING =
  /^(?:common |known |frequent )?(?:gotchas?|pitfalls?|lessons?|learnings?|learned rules?|mistakes|issues|caveats?|troubleshooting|traps|footguns?|watch out|things to (?:know|avoid|watch))\b/i;

/** Reads the lists of a text, or of one section of it. Returns undefined if it has no section of that name. */
export function readBullets(text: string, title?: string): SourceReading | undefined {
  const outline = readOutline(text, isToolBlock);
  const section = title === undefined ? undefined : findSection(outline.sections, title);
  if (title !== undefined && !section) return undefined;
  const label = section ? `section "${section.title}"` : 'its lists';
  const reading: SourceReading = { kind: 'bullets', label, lessons: [], skipped: [] };
  const items = (section ?? outline).items;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (!item) continue;
    const rule = readRule(items.slice(index, index + 3));
    if (item.hasCode) {
      reading.skipped.push({ line: item.line, reason: 'holds a code block' });
    } else if (rule) {
      reading.lessons.push(rule.lesson);
      index += rule.items - 1;
    } else {
      reading.lessons.push({
        line: item.line,
        kind: kindOfHeading(item.headings.at(-1) ?? ''),
        guidance: joinItem(item),
      });
    }
  }
  return reading;
}

/** Finds sections that seem to contain lessons; users who want them name them. */
export function offerSections(text: string): OfferedSection[] {
  return readOutline(text, isToolBlock)
    .sections.filter(({ title, items }) => items.length > 0 && LESSON_HEADING.test(plain(title)))
    .map(({ title, line, items }) => ({ title, line, items: items.length }));
}

/** Returns an error that no file has such a section, and suggests which ones may be meant. */
export function noSection(title: string, texts: readonly string[]): AppError {
  const known = [
    ...new Set(
      texts.flatMap((text) => readOutline(text, isToolBlock).sections.filter(({ items }) => items.length > 0)),
    ),
  ];
  const titles = known.map((section) => section.title);
  const near = didYouMean(title, titles);
  const all =
    titles.length === 0 ? 'No section there holds a list.' : `Sections with lists: ${titles.slice(0, 12).join(', ')}.`;
  return new AppError('not-found', `There is no section "${title}".`, {
    hint: near ? `Did you mean "${near}"? ${all}` : all,
  });
}

function findSection(sections: readonly Section[], title: string): Section | undefined {
  const wanted = plain(title).toLowerCase();
  return sections.find((section) => plain(section.title).toLowerCase() === wanted);
}

/** Returns a title without emoji, chapter numbers and emphasis. */
function plain(title: string): string {
  return title
    .replace(/[^\p{L}\p{N}\s&/'-]+/gu, ' ')
    .replace(/^[\s\d-]+(?=\p{L})/u, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Whether a block belongs to hardwon or Headroom, which have readers of their own; text that hardwon wrote is in memory already.
 */
function isToolBlock(start: string, end: string): boolean {
  const name = /<!--\s*(hardwon|headroom):learn:start\s*-->/.exec(start)?.[1];
  return name !== undefined && new RegExp(`<!--\\s*${name}:learn:end\\s*-->`).test(end);
}

/**
 * Reads a rule of three items in the format of learning loops: `**Rule**:`, `**When**:`, `**Why**:`, with a source below the
 * last.
 */
function readRule(items: readonly ListItem[]): { lesson: SourceLesson; items: number } | undefined {
  const parts = new Map<string, string>();
  let taken = 0;
  for (const item of items) {
    const [, name, text] = readPart(item.text) ?? [];
    if (
      name === undefined ||
      text === undefined ||
      parts.has(name) ||
      (taken === 0) !== (name === 'rule') ||
      item.hasCode
    )
      break;
    parts.set(name, text);
    taken += 1;
    for (const child of item.children) {
      const [, inner, value] = readPart(child) ?? [];
      if (inner !== undefined && value !== undefined && !parts.has(inner)) parts.set(inner, value);
    }
  }
  const [first] = items;
  const rule = parts.get('rule');
  if (!first || rule === undefined) return undefined;
  const [when, why, source] = ['when', 'why', 'source'].map((name) => parts.get(name));
  const day = /\b\d{4}-\d{2}-\d{2}\b/.exec(source ?? '')?.[0];
  const guidance = when === undefined ? rule : `${trimEndOf(rule, '.')}. When: ${when}`;
  const lesson: SourceLesson = {
    line: first.line,
    kind: 'preference',
    title: rule,
    guidance,
    ...(why && { pattern: why }),
    ...(source && { origin: source }),
    ...(day && { firstSeen: day, lastSeen: day }),
  };
  return { lesson, items: taken };
}

function readPart(text: string): [string, string, string] | undefined {
  const [whole, name, value] = /^\*\*(Rule|When|Why|Source):?\*\*:?\s*(.+)$/i.exec(text) ?? [];
  return whole === undefined || name === undefined || value === undefined
    ? undefined
    : [whole, name.toLowerCase(), value];
}
