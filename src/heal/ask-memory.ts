import { toPlainLine } from '../delivery/markdown-safe.ts';
import { nameLesson, type Sentence, say } from '../lessons/quotable.ts';
import type { Notice } from '../memory/notice.ts';
import { nameForFix } from '../memory/tool-fixes/fix-name.ts';
import { quoteWord } from '../shared/quote-word.ts';
import { trimEndOf } from '../shared/trim-end.ts';
import { askIndex, type IndexAnswer } from './issue-index/issue-index.ts';
import type { IssueQuestion, KnownIssue } from './known-issues.ts';

/** A known issue, and the memory (project or user) that contains it. */
export interface RememberedIssue extends KnownIssue {
  layer: 'project' | 'user';
}

/** The answers of the memories, and the notices about their files. */
export interface MemoryAnswer {
  issues: RememberedIssue[];
  notices: Notice[];
}

/** Asks the memories of the project and the user. An answer from the project is more specific. */
export async function askMemory(question: IssueQuestion, root: string, userRoot: string): Promise<MemoryAnswer> {
  const [{ readAskable }, { findKnownIssues }] = await Promise.all([
    import('./read-askable.ts'),
    import('./known-issues.ts'),
  ]);
  const [project, user] = await Promise.all([readAskable(root), readAskable(userRoot)]);
  return join(
    { issues: findKnownIssues(project.lessons, question), notices: project.notices },
    { issues: findKnownIssues(user.lessons, question), notices: user.notices },
  );
}

/**
 * Returns only the closest answers, from an index in the cache folder if that matches the present files; otherwise the index is
 * rewritten.
 */
export async function askQuickly(
  question: IssueQuestion,
  limit: number,
  { root, userRoot, cacheDir }: { root: string; userRoot: string; cacheDir: string },
): Promise<MemoryAnswer> {
  const ask = async (memory: string): Promise<IndexAnswer> => {
    const answer = askIndex(question, limit, memory, cacheDir);
    if (answer) return answer;
    // Imported lazily: usually there is an index, and the code that reads and writes memories is not needed.
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

/** Upper bound of issues to show at a failure: only the closest ones. */
const MOST_TOLD = 3;

/**
 * Returns the advice for a failure that was not healed: what is known, or how to save a fix once it is found. `onIssues` receives
 * the issues that are shown.
 */
export async function adviseOn(
  question: Required<IssueQuestion>,
  root: string,
  userRoot: string,
  onIssues: (issues: readonly RememberedIssue[]) => void = () => {},
): Promise<Sentence[]> {
  // A memory that cannot be read must not come between a user and the failure.
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

/** Redacts secrets: text in memory was redacted when it was stored, but somebody may have typed one into it since. */
async function redactIssues(issues: readonly RememberedIssue[]): Promise<RememberedIssue[]> {
  const { createRedactor } = await import('../redaction/redact.ts');
  const redactor = createRedactor();
  return Promise.all(
    issues.map(async (issue) => {
      const [rootCause = '', fix = '', ...commands] = await redactor.redact([
        issue.rootCause,
        issue.fix,
        ...issue.commands,
      ]);
      return { ...issue, rootCause, fix, commands };
    }),
  );
}
