import { Snapshot } from '../../delivery/snapshot/layout.ts';
import type { Notice } from '../../memory/notice.ts';
import { build } from '../../shared/package.ts';
import { type AskedTrigger, fitQuestion, readQuestion } from '../fits-question.ts';
import type { IssueQuestion, KnownIssue } from '../known-issues.ts';
import { issueKeysOf, keysOfTool } from './keys.ts';
import { issueIndexPath, stampMemory } from './place.ts';

/** What is known of one memory, without looking at a lesson. */
export interface IssueHeader {
  /** The program that wrote it: another one may say it otherwise. */
  build: string;
  /** The files that it was made of, as they were. */
  stamp: string;
  /** What they had to say. */
  notices: Notice[];
}

/** A lesson in the index: its answer, and what it is the answer to. They are numbered by their rank. */
export interface IndexedIssue extends AskedTrigger {
  issue: KnownIssue;
}

/** What a memory answers: the closest issues, and what its files had to say. */
export interface IndexAnswer {
  issues: KnownIssue[];
  notices: Notice[];
}

/**
 * Asks the index of a memory: reads of thousands of lessons only those that can be an answer. The same, to the letter, as reading the
 * memory and asking `findKnownIssues`, cut to `limit`. Nothing where there is no index, or it is of other files or another program.
 */
export function askIndex(question: IssueQuestion, limit: number, root: string, cacheDir: string): IndexAnswer | undefined {
  // Whoever asks nothing is told everything, which an index is no help for.
  if (question.tool === undefined && question.error === undefined) return undefined;
  let index: Snapshot<IssueHeader, IndexedIssue> | undefined;
  try {
    index = new Snapshot(issueIndexPath(cacheDir, root));
    const { header } = index;
    if (header.build !== build || header.stamp !== stampMemory(root)) return undefined;
    return { issues: findIn(index, question, limit), notices: header.notices };
  } catch {
    // There is none, or it is broken: it is written anew.
    return undefined;
  } finally {
    index?.close();
  }
}

function findIn(index: Snapshot<IssueHeader, IndexedIssue>, { tool, error }: IssueQuestion, limit: number): KnownIssue[] {
  const question = readQuestion({ tool, error });
  const text = question.error;
  const byTool = tool === undefined ? undefined : index.find(keysOfTool(tool));
  const byError = text && index.find(issueKeysOf(text, tool));
  const named: KnownIssue[] = [];
  const others: KnownIssue[] = [];
  const numbers = intersect(byTool, byError);
  // In handfuls: mostly the first ones are enough, and those that lie together are read at once.
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

/** Numbers that both lists have, where there are two, in order. */
function intersect(one: readonly number[] | undefined, other: readonly number[] | undefined): readonly number[] {
  if (!one || !other) return one ?? other ?? [];
  const wanted = new Set(other);
  return one.filter((number) => wanted.has(number));
}
