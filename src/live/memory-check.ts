import { statSync } from 'node:fs';
import type { FileStamp, SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { hashText } from '../shared/hash.ts';
import { readRegularSync } from '../shared/regular-file.ts';

/** A memory file has a few kilobytes; a larger one than this is not searched while an agent is waiting. */
const LARGEST_MEMORY = 8 * 1024 * 1024;

/**
 * Returns the lessons that are in memory as they are in the snapshot. If the file is unchanged, these are all of them. If a
 * person changed it since, a lesson that was retired, deleted, commented out or reworded is not shown: the next `learn --apply`
 * adopts the new wording.
 */
export function keepTrue(lessons: readonly SnapshotLesson[], memory: FileStamp): SnapshotLesson[] {
  if (lessons.length === 0) return [];
  const now = statSync(memory.path, { throwIfNoEntry: false });
  if (!now?.isFile() || now.size > LARGEST_MEMORY) return [];
  if (now.size === memory.size && now.mtimeMs === memory.mtimeMs) return [...lessons];
  const text = readRegularSync(memory.path, LARGEST_MEMORY).toString('utf8').replaceAll('\r\n', '\n');
  return lessons.filter((lesson) => isUnchanged(lesson, text));
}

function isUnchanged({ id, hash }: SnapshotLesson, text: string): boolean {
  const start = `\n${text}`.indexOf(`\n## ${id}:`);
  if (start < 0 || isCommentedOut(text, start)) return false;
  const end = /\n##? /.exec(text.slice(start + 1));
  const entry = end ? text.slice(start, start + 1 + end.index) : text.slice(start);
  const field = (name: string) => new RegExp(`^- ${name}: (.*)$`, 'm').exec(entry)?.[1]?.trim();
  const guidance = field('Guidance');
  const status = field('Status') ?? 'ready';
  const isTold = status === 'ready' || (status === 'watching' && field('Told') === 'at once');
  return guidance !== undefined && hashText(guidance) === hash && isTold;
}

function isCommentedOut(text: string, at: number): boolean {
  return text.lastIndexOf('<!--', at) > text.lastIndexOf('-->', at);
}
