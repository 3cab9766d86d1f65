import { loadMemory } from '../memory/memory.ts';
import type { Notice } from '../memory/notice.ts';
import { findKnownIssues, type IssueQuestion, type KnownIssue } from './known-issues.ts';

/** A known issue, and whose memory it is in. */
export interface RememberedIssue extends KnownIssue {
  layer: 'project' | 'user';
}

/** What the memories know, and what their files had to say. */
export interface MemoryAnswer {
  issues: RememberedIssue[];
  notices: Notice[];
}

/** What the memory of a project and that of the user know. What the project knows is closer. */
export async function askMemory(question: IssueQuestion, root: string, userRoot: string): Promise<MemoryAnswer> {
  const [project, user] = await Promise.all([loadMemory(root), loadMemory(userRoot)]);
  return {
    issues: [
      ...findKnownIssues(project.entries, question).map((issue) => ({ ...issue, layer: 'project' as const })),
      ...findKnownIssues(user.entries, question).map((issue) => ({ ...issue, layer: 'user' as const })),
    ],
    notices: [...project.notices, ...user.notices],
  };
}

/** At a failure no more than this is told: the closest ones. */
const MOST_TOLD = 3;

/** What is told at a failure that was not healed: what is known, or how to save what will be found. */
export async function adviseOn(question: Required<IssueQuestion>, root: string, userRoot: string): Promise<string[]> {
  // A memory that cannot be read must not stand between a user and the failure.
  const { issues } = await askMemory(question, root, userRoot).catch(() => ({ issues: [] }));
  if (issues.length > 0)
    return issues.slice(0, MOST_TOLD).map(({ id, rootCause, fix, commands }) => {
      const how = commands.length > 0 ? ` (${commands.join('; ')})` : '';
      return `known issue ${id}: ${rootCause === '' ? '' : `${rootCause.replace(/[.\s]+$/, '')}. `}Fix: ${fix}${how}`;
    });
  return [
    `once you have found what helps, save it: hardwon learn-fix --tool ${question.tool} --error-pattern TEXT --root-cause TEXT --fix TEXT`,
  ];
}
