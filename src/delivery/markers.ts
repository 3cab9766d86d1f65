import { createHash } from 'node:crypto';
import { fenceFinder, withoutEnding } from '../memory/markdown.ts';
import { AppError } from '../shared/errors.ts';
import { BYTE_ORDER_MARK, lineEndingOf, splitLines } from '../shared/files.ts';

/** The part of a context file that a tool may rewrite. */
interface Block {
  /** The lines of the start and the end marker, counted from 1. */
  startLine: number;
  endLine: number;
  /**
   * Offsets into the text: the beginning of the start marker's line and the end of the end marker's line, including its line
   * break.
   */
  from: number;
  to: number;
  /** Offsets of the text between the two lines. */
  innerFrom: number;
  innerTo: number;
  /** That text without the hash note, with `\n` endings. */
  inner: string;
  /** Whether it is what hardwon wrote, apart from white space and the marks that formatters change. True for an empty block. */
  isAsWritten: boolean;
}

const OURS = 'hardwon:learn';
const HEADROOM = 'headroom:learn';
/** The last line of the block. It contains the hash of the lines above it. */
const HASH_NOTE = /^<!-- hardwon:hash ([0-9a-f]{8}) -->$/;

/**
 * Finds our block. Markers count if they are alone on a line outside fenced code. A single marker, a repeated one, or a wrong
 * order is refused with the line, because any guess could delete the user's text. In a file of many projects `key` says which
 * block is meant; the others are somebody else's text.
 */
export function findBlock(text: string, path: string, key?: string): Block | undefined {
  const lines = splitLines(text);
  const [start, end, ...more] = findMarkers(lines, OURS).filter((one) => one.key === key);
  if (!start) return undefined;
  const broken = (line: number, what: string) =>
    new AppError('broken-file', `${path}:${line}: ${what}`, {
      hint: `Keep one \`${marker('start', key)}\` above one \`${marker('end', key)}\`, each alone on its line, or delete both. Nothing was written.`,
    });
  const crowded = [start, end, ...more].find((one) => one?.isCrowded);
  if (crowded) throw broken(crowded.line, `the hardwon ${crowded.side} marker shares its line with other text`);
  if (start.side === 'end') throw broken(start.line, 'a hardwon end marker without a start marker above it');
  if (!end) throw broken(start.line, 'a hardwon start marker without an end marker below it');
  if (end.side === 'start') throw broken(end.line, 'a second hardwon start marker before the first one ends');
  if (more[0]) throw broken(more[0].line, `a second hardwon ${more[0].side} marker`);

  const offset = (line: number) => lines.slice(0, line).join('').length;
  const innerFrom = offset(start.line);
  const innerTo = offset(end.line - 1);
  const between = splitLines(text.slice(innerFrom, innerTo)).map(withoutEnding);
  const note = between.findLast((line) => HASH_NOTE.test(line));
  const inner = between.filter((line) => line !== note).join('\n');
  return {
    startLine: start.line,
    endLine: end.line,
    from: start.line === 1 && text.startsWith(BYTE_ORDER_MARK) ? 1 : offset(start.line - 1),
    to: offset(end.line),
    innerFrom,
    innerTo,
    inner,
    isAsWritten: inner.trim() === '' || HASH_NOTE.exec(note ?? '')?.[1] === hashBlock(inner),
  };
}

/**
 * Puts `inner` between the markers; everything outside them stays byte for byte, and new lines end like the file's lines.
 *
 * Without a block it is appended: after one blank line if the file ends with a newline; otherwise after a line break and a blank
 * line, and then the file still ends without a newline. `removeBlock` undoes exactly that.
 */
export function replaceBlock(text: string, inner: string, path: string, key?: string): string {
  refuseUnsafe(inner);
  const block = findBlock(text, path, key);
  // A formatter may have rewrapped it: if it says the same, it stays unchanged.
  if (block?.isAsWritten && block.inner.trim() !== '' && hashBlock(block.inner) === hashBlock(inner)) return text;
  const eol = lineEndingOf(text);
  const body = `${inner}\n<!-- hardwon:hash ${hashBlock(inner)} -->\n`.replaceAll('\n', eol);
  if (block) return text.slice(0, block.innerFrom) + body + text.slice(block.innerTo);
  const whole = marker('start', key) + eol + body + marker('end', key);
  if (text === '' || text === BYTE_ORDER_MARK) return text + whole + eol;
  return text.endsWith('\n') ? text + eol + whole + eol : text + eol + eol + whole;
}

/** Removes the block, and the blank line that `replaceBlock` put before it if it is at the end of the file. */
export function removeBlock(text: string, path: string, key?: string): string {
  const block = findBlock(text, path, key);
  if (!block) return text;
  const before = text.slice(0, block.from);
  const after = text.slice(block.to);
  if (after !== '') return before + after;
  if (!text.endsWith('\n')) return before.replace(/(?:\r\n\r\n|\n\n)$/, '');
  return before.replace(/(^\uFEFF?|\n)\r?\n$/, '$1');
}

/** Returns the keys of the blocks in a file, each once; undefined stands for a block without a key. */
export function listBlockKeys(text: string): (string | undefined)[] {
  return [...new Set(findMarkers(splitLines(text), OURS).map(({ key }) => key))];
}

/** Returns the content of a file without our blocks, of whatever project; a marker without its counterpart is text. */
export function withoutBlocks(text: string): string {
  const lines = splitLines(text.replace(BYTE_ORDER_MARK, ''));
  const markers = findMarkers(lines, OURS);
  for (const [index, { side, line, key }] of markers.entries()) {
    const end =
      side === 'start'
        ? markers.find((other, later) => later > index && other.side === 'end' && other.key === key)
        : undefined;
    // Blank lines in its place keep the numbers of the others.
    if (end) lines.fill('\n', line - 1, end.line);
  }
  return lines.join('');
}

/** Returns the line, counted from 1, of a block that Headroom's `learn` wrote; hardwon leaves it alone. */
export function findHeadroomBlock(text: string): number | undefined {
  return findMarkers(splitLines(text), HEADROOM)[0]?.line;
}

/** Returns the key of a project's block in a file of many projects. */
export function projectKey(projectRoot: string): string {
  return createHash('sha256').update(projectRoot).digest('hex').slice(0, 8);
}

/**
 * Returns a short hash of a block's words, without white space, emphasis marks, escapes and bullets, because formatters change
 * these.
 */
function hashBlock(inner: string): string {
  return createHash('sha256')
    .update(inner.replace(/[\s*_\\+-]/g, ''))
    .digest('hex')
    .slice(0, 8);
}

interface Marker {
  side: 'start' | 'end';
  line: number;
  /** The project that it names, if it does. */
  key: string | undefined;
  isCrowded: boolean;
}

/**
 * Finds every marker of one tool. Code blocks are skipped, but not inside the tool's own block: nothing in there may hide its
 * end.
 */
function findMarkers(lines: readonly string[], tool: string, skipsCode = true): Marker[] {
  const bare = lines.map((line, index) => withoutEnding(index === 0 ? line.replace(BYTE_ORDER_MARK, '') : line));
  const pattern = new RegExp(
    `^ {0,3}<!--[ \\t]*${tool}:(start|end)(?![\\w:-])(?:[ \\t]+project=([0-9a-f]{8}))?[^>]*-->(.*)$`,
  );
  const fence = fenceFinder(bare);
  const markers: Marker[] = [];
  for (let index = 0; index < bare.length; index++) {
    const region = skipsCode && markers.at(-1)?.side !== 'start' ? fence(index) : undefined;
    if (region) {
      index = region.end;
      continue;
    }
    const [, side, key, rest = ''] = pattern.exec(bare[index] ?? '') ?? [];
    if (side === 'start' || side === 'end') markers.push({ side, line: index + 1, key, isCrowded: rest.trim() !== '' });
  }
  return markers;
}

function marker(side: 'start' | 'end', key: string | undefined): string {
  return key === undefined ? `<!-- ${OURS}:${side} -->` : `<!-- ${OURS}:${side} project=${key} -->`;
}

/**
 * Refuses unsafe content: a marker in the block would end it early; an open fence above the block would be closed by one in it,
 * and hide the start.
 */
function refuseUnsafe(inner: string): void {
  const lines = splitLines(inner);
  if (findMarkers(lines, OURS, false).length > 0 || lines.some((line) => /^ {0,3}(?:```|~~~)/.test(line))) {
    throw new Error('a block must hold neither markers nor code fences');
  }
}
