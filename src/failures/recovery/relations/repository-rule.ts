import type { ShellCommand } from '../../../shell/index.ts';
import { claim, type FailedStep, findRetry, type Relation } from '../relation.ts';
import { toolOf } from '../tool-names.ts';

/**
 * The host of the repository, the check of its commit messages, or git itself explained the rule: a protected branch, auto-merge
 * switched off, a required form of messages, an ignored path. The error is the lesson.
 */
export const repositoryRule: Relation = {
  name: 'repository-rule',
  explain(step, view) {
    const { failure } = step;
    const rule = failure.rule ? rules[failure.rule] : undefined;
    if (!rule || !failure.command) return [];
    const subject =
      rule === 'ignored-path'
        ? ignoredPath(step.call.output)
        : (failure.subject ?? (rule === 'protected-branch' ? pushedBranch(failure.command) : undefined));
    if (rule === 'ignored-path' && (subject === undefined || !isTyped(step, subject))) return [];
    const content = {
      relation: 'repository-rule' as const,
      key: `${rule} ${named.has(rule) ? (subject ?? '') : ''}`.trim(),
      wrong: toolOf(failure.command),
      facts: { rule, ...(subject ? { subject } : {}) },
    };
    if (rule !== 'merge-method') return [claim(step, undefined, content)];
    const retry = findRetry(step, view, ({ command }) => methodOf(command) !== undefined);
    const right = retry && methodOf(retry.command);
    return [claim(step, retry?.step, { ...content, ...(right ? { right } : {}) })];
  },
};

/** Rules of which a repository may have several, one for each subject. */
const named = new Set(['protected-branch', 'merge-method', 'no-force-push', 'ignored-path']);

const rules: Readonly<Record<string, string>> = {
  'git.ignored': 'ignored-path',
  'git.protected': 'protected-branch',
  'host.pull-request': 'protected-branch',
  'host.protected': 'protected-branch',
  'host.force': 'no-force-push',
  'host.signed': 'signed-commits',
  'host.linear': 'no-merge-commits',
  'host.review': 'review-required',
  'host.threads': 'open-threads',
  'host.check': 'required-checks',
  'host.branch-name': 'branch-name',
  'host.message': 'commit-message',
  'host.merge-method': 'merge-method',
  'commitlint.types': 'commit-types',
  'commitlint.empty': 'commit-types',
  'conventional.message': 'commit-types',
  'commitlint.length': 'commit-length',
  'commitlint.case': 'commit-case',
  'gh.auto-merge': 'no-auto-merge',
  'gh.policy': 'merge-policy',
};

/** Returns the first path that git calls ignored; git names the folder if that is ignored as a whole. */
function ignoredPath(output: string): string | undefined {
  const path = /paths are ignored by one of your [^\n]{1,40}\n([^\s:][^\n]{0,200})\n/.exec(`${output}\n`)?.[1]?.trim();
  return path === undefined || path.startsWith('hint') || path.startsWith('..') ? undefined : path;
}

/**
 * Whether the agent itself added the path: a path that a script adds, perhaps in a repository of its own, is the script's
 * concern.
 */
function isTyped({ parsed }: FailedStep, path: string): boolean {
  const added =
    parsed?.commands.filter(({ name, subcommand, nested }) => name === 'git' && subcommand === 'add' && !nested) ?? [];
  return added.some(({ operands }) =>
    operands.some((typed) => typed.replace(/^\.\//, '').startsWith(path) || path.startsWith(typed) || typed === '.'),
  );
}

/** Returns the branch that a push names: `main`, or the right side of `HEAD:main`. No branch name contains a space. */
function pushedBranch({ operands }: ShellCommand): string | undefined {
  const last = operands.length > 1 ? operands.at(-1) : undefined;
  const branch = last?.slice(last.lastIndexOf(':') + 1);
  return branch === undefined || /\s/.test(branch) ? undefined : branch;
}

function methodOf({ flags }: ShellCommand): string | undefined {
  return flags.find((flag) => flag === '--squash' || flag === '--rebase' || flag === '--merge');
}
