import { toPlainLine } from '../delivery/markdown-safe.ts';
import { nameLesson, type Sentence, say } from '../lessons/quotable.ts';
import type { Notice } from '../memory/notice.ts';
import { nameForFix } from '../memory/tool-fixes/fix-name.ts';
import { quoteWord } from '../shared/quote-word.ts';
import { trimEndOf } from '../shared/trim-end.ts';
import { askIndex, type IndexAnswer } from './issue-index/issue-index.ts';
import type { IssueQuestion, KnownIssue } from './known-issues.ts';

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
  const [{ readAskable }, { findKnownIssues }] = await Promise.all([import('./read-askable.ts'), import('./known-issues.ts')]);
  const [project, user] = await Promise.all([readAskable(root), readAskable(userRoot)]);
  return join(
    { issues: findKnownIssues(project.lessons, question), notices: project.notices },
    { issues: findKnownIssues(user.lessons, question), notices: user.notices },
  );
}

/** The closest answers alone, from an index in the cache folder where it is of the files as they are now; else it is written. */
export async function askQuickly(
  question: IssueQuestion,
  limit: number,
  { root, userRoot, cacheDir }: { root: string; userRoot: string; cacheDir: string },
): Promise<MemoryAnswer> {
  const ask = async (memory: string): Promise<IndexAnswer> => {
    const answer = askIndex(question, limit, memory, cacheDir);
    if (answer) return answer;
    // Loaded here: mostly there is an index, and all that reads and writes memories is not needed.
    const { askAndIndex } = await import('./issue-index/compile-issues.ts');
    return askAndIndex(question, limit, memory, cacheDir);
  };
  const { issues, notices } = join(await ask(root), await ask(userRoot));
  return { issues: issues.slice(0, limit), notices };
}

function join(project: IndexAnswer, user: IndexAnswer): MemoryAnswer {
  return {
    issues: [
      ...project.issues.map((issue) => ({ ...issue, layer: 'project' as const })),
      ...user.issues.map((issue) => ({ ...issue, layer: 'user' as const })),
    ],
    notices: [...project.notices, ...user.notices],
  };
}

/** At a failure no more than this is told: the closest ones. */
const MOST_TOLD = 3;

/** What is told at a failure that was not healed: what is known, or how to save what will be found. `onIssues` hears which issues are told. */
export async function adviseOn(
  question: Required<IssueQuestion>,
  root: string,
  userRoot: string,
  onIssues: (issues: readonly RememberedIssue[]) => void = () => {},
): Promise<Sentence[]> {
  // A memory that cannot be read must not stand between a user and the failure.
  const { issues } = await askMemory(question, root, userRoot).catch(() => ({ issues: [] }));
  onIssues(issues.slice(0, MOST_TOLD));
  if (issues.length > 0)
    return (await redactIssues(issues.slice(0, MOST_TOLD))).map(({ id, rootCause, fix, commands, isConfirmed }) => {
      const how = commands.length > 0 ? say` (${toPlainLine(commands.join('; '))})` : '';
      const why = toPlainLine(trimEndOf(rootCause, '.') || 'not known');
      const state = isConfirmed ? '' : ', which nobody has confirmed';
      return say`known issue ${nameLesson({ id })}${state}. Root cause: ${why}. Fix: ${toPlainLine(fix)}${how}`;
    });
  return [
    say`once you have found what helps, save it: hardwon learn-fix --tool ${toPlainLine(quoteWord(nameForFix(question.tool) ?? 'TOOL'))} --error-pattern TEXT --root-cause TEXT --fix TEXT`,
  ];
}

/** Issues without secrets: what memory holds was redacted when it was stored, and somebody may have typed one into it since. */
async function redactIssues(issues: readonly RememberedIssue[]): Promise<RememberedIssue[]> {
  const { createRedactor } = await import('../redaction/redact.ts');
  const redactor = createRedactor();
  return Promise.all(
    issues.map(async (issue) => {
      const [rootCause = '', fix = '', ...commands] = await redactor.redact([issue.rootCause, issue.fix, ...issue.commands]);
      return { ...issue, rootCause, fix, commands };
    }),
  );
}
