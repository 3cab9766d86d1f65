import { encodeSnapshot, type Keyed } from '../../delivery/snapshot/encode.ts';
import { replaceCached } from '../../shared/files.ts';
import { build } from '../../shared/package.ts';
import {
  type Askable,
  askedTriggerOf,
  describeIssue,
  findKnownIssues,
  type IssueQuestion,
  rankLessons,
} from '../known-issues.ts';
import { type AskableMemory, readAskable } from '../read-askable.ts';
import type { IndexAnswer, IndexedIssue, IssueHeader } from './issue-index.ts';
import { countGrams, errorKeysOf, markKeysOf, toolKeysOf } from './keys.ts';
import { issueIndexPath, stampMemory } from './place.ts';

/** Reads a memory, answers, and keeps an index of it for the next question. */
export async function askAndIndex(
  question: IssueQuestion,
  limit: number,
  root: string,
  cacheDir: string,
): Promise<IndexAnswer> {
  // Taken first, so that any later change makes the index stale.
  const stamp = stampMemory(root);
  const memory = await readAskable(root);
  // Only the answer counts; a cache that cannot be written is merely slow.
  await writeIndex(memory, stamp, issueIndexPath(cacheDir, root)).catch(() => undefined);
  return { issues: findKnownIssues(memory.lessons, question).slice(0, limit), notices: memory.notices };
}

async function writeIndex({ lessons, notices }: AskableMemory, stamp: string, path: string): Promise<void> {
  const header: IssueHeader = { build, stamp, notices };
  await replaceCached(path, encodeSnapshot(header, indexLessons(lessons)));
}

/** Indexes every lesson that can be an answer, by rank, with the keys of the questions that it can answer. */
export function indexLessons(lessons: readonly Askable[]): Keyed<IndexedIssue>[] {
  const ranked = rankLessons(lessons);
  const counts = countGrams(ranked.flatMap(({ trigger }) => trigger?.error ?? []));
  return ranked.flatMap((lesson) => {
    const trigger = askedTriggerOf(lesson);
    if (!trigger) return [];
    const keys = [
      ...toolKeysOf(trigger),
      ...(trigger.error === undefined ? markKeysOf(trigger) : errorKeysOf(trigger.error, counts)),
    ];
    return [{ lesson: { ...trigger, issue: describeIssue(lesson) }, keys }];
  });
}
