import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { INSTRUCTION_FILES, RULE_FOLDERS } from '../../agents/instruction-files.ts';
import { withoutBlocks } from '../../delivery/markers.ts';
import { commentFinder, fenceFinder, withoutEnding } from '../../memory/markdown.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside, readTextFile, resolveTarget, splitLines } from '../../shared/files.ts';
import type { InstructionRule } from './refusals/known-rules.ts';

/** Files that tell agents and people how to work on a project: those of agents first, then those of GitHub and of teams. */
const FILES = [
  ...INSTRUCTION_FILES,
  '.github/copilot-instructions.md',
  'coding-guidelines.md',
  'docs/coding-guidelines.md',
  '.github/coding-guidelines.md',
];

/** Folders of such files, with the suffix of their file names. */
const FOLDERS: readonly (readonly [folder: string, ending: string])[] = [
  ['.', '.instructions.md'],
  ['.github/instructions', '.instructions.md'],
  ...RULE_FOLDERS,
];

/** Upper bounds: more or longer files are not instructions. */
const MOST_FILES = 200;
const LONGEST_FILE = 1_000_000;

/**
 * Returns every rule in the instruction files of a project. Text that hardwon wrote itself is left out, and unreadable files are
 * skipped.
 */
export async function readInstructions(root: string): Promise<InstructionRule[]> {
  const base = await resolveTarget(root);
  const seen = new Set<string>();
  const rules: InstructionRule[] = [];
  for (const file of listFiles(root).slice(0, MOST_FILES)) {
    try {
      const target = await resolveTarget(join(root, file));
      // CLAUDE.md and AGENTS.md are often the same file; a link that leads out of the project is not a file of the project.
      if (seen.has(target) || !isInside(target, base)) continue;
      seen.add(target);
      const text = (await readTextFile(target))?.text;
      if (text !== undefined && text.length <= LONGEST_FILE) rules.push(...readRules(text, file));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return rules;
}

/** Returns the rules of a text: list items and paragraphs. Headings, tables, code and front matter are skipped. */
export function readRules(text: string, file: string): InstructionRule[] {
  const lines = splitLines(withoutBlocks(text)).map(withoutEnding);
  const comment = commentFinder(lines);
  const fence = fenceFinder(lines.map((line) => line.trimStart()));
  const rules: InstructionRule[] = [];
  let open: InstructionRule | undefined;
  for (let index = endOfFrontMatter(lines); index < lines.length; index++) {
    const line = lines[index] ?? '';
    const region = fence(index) ?? comment(index);
    const [, item] = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\] )?(.*)$/.exec(line) ?? [];
    if (region) {
      open = undefined;
      index = region.end;
    } else if (line.trim() === '' || /^\s*(?:#{1,6}\s|\||[-=*_]{3,}\s*$)/.test(line)) {
      open = undefined;
    } else if (open === undefined || item !== undefined) {
      open = { file, line: index + 1, text: (item ?? line).trim() };
      rules.push(open);
    } else {
      open.text = `${open.text} ${line.trim()}`;
    }
  }
  return rules;
}

function listFiles(root: string): string[] {
  const found = FOLDERS.flatMap(([folder, ending]) =>
    listFolder(join(root, folder))
      .filter((name) => name.toLowerCase().endsWith(ending))
      .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  );
  return [...new Set([...FILES, ...found])];
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function endOfFrontMatter(lines: readonly string[]): number {
  if (lines[0] !== '---') return 0;
  const end = lines.indexOf('---', 1);
  return end === -1 ? 0 : end + 1;
}
