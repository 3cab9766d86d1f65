import { statSync } from 'node:fs';
import type { FileStamp, SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { hashText } from '../shared/hash.ts';
import { readRegularSync } from '../shared/regular-file.ts';

/** A memory file is kilobytes; one of more than this is not looked through while an agent waits. */
const LARGEST_MEMORY = 8 * 1024 * 1024;

/**
 * The lessons that memory still has as the snapshot has them. Where the file is unchanged, that is all of them. Where a person changed it
 * since, a lesson that was retired, deleted, commented out or reworded is not said: the next `learn --apply` takes the new words up.
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
