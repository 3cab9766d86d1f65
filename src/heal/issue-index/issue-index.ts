import { Snapshot } from '../../delivery/snapshot/layout.ts';
import type { Notice } from '../../memory/notice.ts';
import { build } from '../../shared/package.ts';
import { type AskedTrigger, fitQuestion, readQuestion } from '../fits-question.ts';
import type { IssueQuestion, KnownIssue } from '../known-issues.ts';
import { issueKeysOf, keysOfTool } from './keys.ts';
import { issueIndexPath, stampMemory } from './place.ts';

/** The facts about a memory that need no look at a lesson. */
export interface IssueHeader {
  /** The build that wrote it: another one may word it differently. */
  build: string;
  /** The stamp of the files from which it was built. */
  stamp: string;
  /** The notices about those files. */
  notices: Notice[];
}

/** A lesson in the index: its answer, and the questions that it answers. Lessons are numbered by rank. */
export interface IndexedIssue extends AskedTrigger {
  issue: KnownIssue;
}

/** The answer of a memory: the closest issues, and the notices about its files. */
export interface IndexAnswer {
  issues: KnownIssue[];
  notices: Notice[];
}

/**
 * Asks the index of a memory, which reads only those of thousands of lessons that can be an answer. The result is exactly that of
 * reading the memory and calling `findKnownIssues`, cut to `limit`. Returns undefined if there is no index, or it belongs to
 * other files or another build.
 */
export function askIndex(
  question: IssueQuestion,
  limit: number,
  root: string,
  cacheDir: string,
): IndexAnswer | undefined {
  // An empty question returns everything, for which an index is no help.
  if (question.tool === undefined && question.error === undefined) return undefined;
  let index: Snapshot<IssueHeader, IndexedIssue> | undefined;
  try {
    index = new Snapshot(issueIndexPath(cacheDir, root));
    const { header } = index;
    if (header.build !== build || header.stamp !== stampMemory(root)) return undefined;
    return { issues: findIn(index, question, limit), notices: header.notices };
  } catch {
    // There is none, or it is broken: it is rewritten.
    return undefined;
  } finally {
    index?.close();
  }
}

function findIn(
  index: Snapshot<IssueHeader, IndexedIssue>,
  { tool, error }: IssueQuestion,
  limit: number,
): KnownIssue[] {
  const question = readQuestion({ tool, error });
  const text = question.error;
  const byTool = tool === undefined ? undefined : index.find(keysOfTool(tool));
  const byError = text && index.find(issueKeysOf(text, question.marks, tool));
  const named: KnownIssue[] = [];
  const others: KnownIssue[] = [];
  const numbers = intersect(byTool, byError);
  // In batches: usually the first one is enough, and neighbouring ones are read together.
  for (let at = 0; at < numbers.length; at += HANDFUL) {
    for (const { issue, ...trigger } of index.lessons(numbers.slice(at, at + HANDFUL))) {
      const fit = fitQuestion(trigger, question);
      if (fit) (fit.namesTool ? named : others).push(issue);
    }
    // Those that name the tool come before all others, so that without a tool the first ones are enough, too.
    if (named.length >= limit || (tool === undefined && others.length >= limit)) break;
  }
  return [...named, ...others].slice(0, limit);
}

const HANDFUL = 20;

/** Returns the numbers that both lists contain, if there are two, in order. */
function intersect(one: readonly number[] | undefined, other: readonly number[] | undefined): readonly number[] {
  if (!one || !other) return one ?? other ?? [];
  const wanted = new Set(other);
  return one.filter((number) => wanted.has(number));
}
