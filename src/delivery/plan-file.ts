import { basename } from 'node:path';
import type { ContextFile } from '../agents/context.ts';
import type { Notice } from '../memory/notice.ts';
import { AppError } from '../shared/errors.ts';
import { BYTE_ORDER_MARK, readTextFile, splitLines } from '../shared/files.ts';
import type { Change } from './change.ts';
import { resolveInside } from './containment.ts';
import { isSeenByGit } from './git-ignored.ts';
import { findBlock, findHeadroomBlock, removeBlock, replaceBlock } from './markers.ts';
import { renderLessons, type TellableLesson } from './render.ts';

/** One context file and its new content. */
interface FilePlanTask {
  file: ContextFile;
  /** The name of the project in a file of many: its key, and its folder for people. */
  project?: { key: string; folder: string };
  /** Removes what others must not see. */
  clean: (text: string) => string;
  lessons: readonly TellableLesson[];
  /** Files planned before, by their real path: CLAUDE.md and AGENTS.md are often one file under two names. */
  taken: Map<string, string>;
  force: boolean;
}

/** The additions to the plan from planning one file. */
interface FileOutcome {
  changes: Change[];
  refusals: AppError[];
  notices: Notice[];
}

/** Plans one context file; an obstacle becomes a refusal, so that a dry run can still show the rest. */
export async function planContextFile(task: FilePlanTask, outcome: FileOutcome): Promise<void> {
  try {
    await planFile(task, outcome);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome.refusals.push(error);
  }
}

async function planFile(
  { file, project, clean, lessons, taken, force }: FilePlanTask,
  outcome: FileOutcome,
): Promise<void> {
  const { path, root, begin = '' } = file;
  const key = project?.key;
  const target = await resolveInside(path, root);
  const other = taken.get(target);
  if (other !== undefined) {
    const message = `${file.name} and ${other} are one file: it holds the lessons for ${other}`;
    if (lessons.length > 0) outcome.notices.push({ code: 'no-file', message, path });
    return;
  }
  taken.set(target, file.name);

  const before = (await readTextFile(target))?.text;
  const text = before ?? '';
  const headroom = findHeadroomBlock(text);
  if (headroom !== undefined) {
    const message = `${file.name} has a block that Headroom wrote; it is left alone`;
    outcome.notices.push({ code: 'headroom-block', message, path, line: headroom });
  }
  const block = findBlock(text, path, key);
  const after =
    lessons.length > 0
      ? replaceBlock(before ?? begin, renderLessons(lessons, clean, project?.folder), path, key)
      : removeBlock(text, path, key);
  if (lessons.length > 0) outcome.notices.push(...(await findReachNotices(file, after, key)));
  if (after === text) return;
  if (block && !block.isAsWritten) {
    if (!force) throw editedError(path, block.startLine);
    const message = `lines of ${file.name} that were edited by hand are replaced; \`hardwon undo\` brings them back`;
    outcome.notices.push({ code: 'edited-block', message, path, line: block.startLine });
  }
  const isOver = lessons.length === 0 && ([begin, '', BYTE_ORDER_MARK].includes(after) || isOurShell(path, after));
  outcome.changes.push({ path, root, before, after: isOver ? undefined : after, kind: 'context' });
}

/** Whether a file was created by hardwon, and contains nothing but front matter any more. */
export function isOurShell(path: string, text: string): boolean {
  return basename(path).startsWith('hardwon') && /^---\r?\n(?:(?!---)[^\n]*\n)*---\s*$/.test(text);
}

/**
 * Returns the error for an edited block. Refusing is the safe way: only the user knows whether an edit is a fact to keep or a
 * lesson to silence.
 */
function editedError(path: string, line: number): AppError {
  return new AppError('conflict', `${path}:${line}: the lines between the hardwon markers were edited by hand`, {
    hint: 'Move your own lines out of the markers, or reword the lesson in .memory/harness-learnings.md; then use --force to replace the block (`hardwon undo` brings the old one back).',
  });
}

/** Returns notices about anything that may prevent the lessons from being read, or show them to the wrong people. */
async function findReachNotices(file: ContextFile, after: string, key: string | undefined): Promise<Notice[]> {
  const { path, name, linesRead, bytesRead } = file;
  const notices: Notice[] = [];
  const block = findBlock(after, path, key);
  if (linesRead !== undefined && block && block.endLine > linesRead) {
    const message = `the agent reads ${linesRead} lines of ${name}, and the lessons end on line ${block.endLine} of ${splitLines(after).length}: move the block up`;
    notices.push({ code: 'not-read', message, path, line: block.startLine });
  }
  if (bytesRead !== undefined && block && Buffer.byteLength(after.slice(0, block.to)) > bytesRead) {
    const message = `agents read the first ${bytesRead.toLocaleString('en')} bytes of ${name}, and the lessons end behind them: move the block up`;
    notices.push({ code: 'not-read', message, path, line: block.startLine });
  }
  if (!file.isShared && (await isSeenByGit(path, file.root))) {
    const message = `git does not ignore ${name}, but it contains facts about this machine: add it to .gitignore or .git/info/exclude`;
    notices.push({ code: 'not-ignored', message, path });
  }
  return notices;
}
