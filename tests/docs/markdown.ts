import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(import.meta.dirname, '../..');

/** A code block between fences. */
export interface CodeBlock {
  /** The word behind the fence: `sh`. */
  language: string;
  text: string;
  /** The line of the opening fence, from 1. */
  line: number;
}

/** Every Markdown file of the repository, tracked or about to be, relative to its root. */
export function listDocuments(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', '*.md'], {
    cwd: repository,
    encoding: 'utf8',
  });
  return list.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
}

export function readDocument(file: string): string {
  return readFileSync(join(repository, file), 'utf8').replaceAll('\r\n', '\n');
}

/** The code blocks of a document, and the document with their lines empty, so that line numbers stay. */
export function splitCode(text: string): { blocks: CodeBlock[]; prose: string } {
  const blocks: CodeBlock[] = [];
  const prose: string[] = [];
  let open: (CodeBlock & { fence: string }) | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, fence = '', language = ''] = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)/.exec(line) ?? [];
    if (open === undefined && fence !== '') open = { language, text: '', line: index + 1, fence };
    else if (open !== undefined && fence.startsWith(open.fence) && language === '') {
      blocks.push({ language: open.language, text: open.text, line: open.line });
      open = undefined;
    } else if (open === undefined) {
      prose.push(line);
      continue;
    } else open.text += `${line}\n`;
    prose.push('');
  }
  return { blocks, prose: prose.join('\n') };
}

/** The rows of every table below a heading, up to the next heading of its level or above, without the head rows. */
export function tableRows(text: string, heading: string): string[][] {
  const lines = splitCode(text).prose.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`there is no heading ${heading}`);
  const level = heading.indexOf(' ');
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level);
  const section = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  return section
    .filter(
      (line, index) =>
        line.startsWith('|') && !/^\|[-| ]+\|$/.test(line) && !/^\|[-| ]+\|$/.test(section[index + 1] ?? ''),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** The anchors of a document's headings, as the host makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of splitCode(text).prose.split('\n')) {
    const title = /^#{1,6} +(.*?)\s*#*$/.exec(line)?.[1];
    if (title === undefined) continue;
    const base = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
