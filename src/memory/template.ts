import { BYTE_ORDER_MARK } from '../shared/files.ts';
import type { MemoryDocument, Prose } from './document.ts';
import { formatId } from './entry-lesson.ts';
import { withoutEnding } from './markdown.ts';
import type { Memory } from './memory.ts';

/** Returns the header of a new memory file, for a project or for the user. */
export function newMemoryText({ isUsers }: Pick<Memory, 'isUsers'>): string {
  return isUsers ? newUserText() : newProjectText();
}

function newProjectText(): string {
  return `# Harness learnings

What coding agents learned the hard way in this project. Written by \`hardwon learn --apply\`; read by agents before they work.

- Edit freely. Your wording stays; hardwon updates only counts and dates.
- \`hardwon reject L-001\` removes a lesson for good. One that you delete comes back with a new number while the logs still show it.
- \`hardwon why L-001\` shows the calls behind a lesson.
- git ignores this folder; \`hardwon share\` shares it with your team.

${nextNote(1)}
`;
}

function newUserText(): string {
  return `# Harness learnings

What coding agents learned the hard way in all your projects. Written by hardwon; your own files, such as ~/.claude/CLAUDE.md, show it.

- Edit freely. Your wording stays; hardwon updates only counts and dates.
- \`hardwon reject L-001 --user\` removes a lesson for good; \`hardwon memory --user\` lists them.

${nextNote(1)}
`;
}

const NEXT_NOTE = /^\s*<!-- hardwon: next L-(\d{1,9}) -->\s*$/;
const ANY_ENTRY = /^\uFEFF?## +L-(\d{1,9})(?!\d)/;

/**
 * Returns the number for the next new entry: higher than every number ever used. The note in the header accounts for entries that
 * were deleted since; without it, and for entries that are commented out, the headings tell.
 */
export function nextNumber(document: MemoryDocument, ...others: readonly MemoryDocument[]): number {
  let next = 1;
  for (const line of [document, ...others].flatMap(({ blocks }) => blocks.flatMap((block) => block.lines))) {
    const bare = withoutEnding(line);
    next = Math.max(next, Number(NEXT_NOTE.exec(bare)?.[1] ?? 0), Number(ANY_ENTRY.exec(bare)?.[1] ?? 0) + 1);
  }
  return next;
}

/** Records the next number in the header, and restores the note if the user removed it. */
export function noteNextNumber(document: MemoryDocument, next: number): MemoryDocument {
  let noted = false;
  const blocks = document.blocks.map((block) => {
    if (noted || block.type === 'entry') return block;
    const at = block.lines.findIndex((line) => NEXT_NOTE.test(withoutEnding(line)));
    if (at === -1) return block;
    noted = true;
    return { ...block, lines: block.lines.with(at, block.lines[at]?.replace(/L-\d+/, formatId(next)) ?? '') };
  });
  return noted ? { ...document, blocks } : { ...document, blocks: insertNote(document, next) };
}

/**
 * Inserts the note between the header and the first entry; at the top, after the byte order mark, if the file starts with an
 * entry.
 */
function insertNote({ blocks, eol }: MemoryDocument, next: number): MemoryDocument['blocks'] {
  const note = nextNote(next) + eol;
  const first = blocks.findIndex((block) => block.type === 'entry');
  const header = first === -1 ? blocks.at(-1) : blocks[first - 1];
  if (header) {
    const lines = header.lines.map((line) => (line === withoutEnding(line) ? line + eol : line));
    const gap = lines.at(-1)?.trim() === '' ? [] : [eol];
    return blocks.with(blocks.indexOf(header), { ...header, lines: [...lines, ...gap, note, eol] });
  }
  const [entry] = blocks;
  const [heading = '', ...rest] = entry?.lines ?? [];
  const mark = heading.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const top: Prose = { type: 'prose', lines: [mark + note, eol] };
  return entry ? [top, { ...entry, lines: [heading.slice(mark.length), ...rest] }, ...blocks.slice(1)] : [top];
}

function nextNote(number: number): string {
  return `<!-- hardwon: next ${formatId(number)} -->`;
}
