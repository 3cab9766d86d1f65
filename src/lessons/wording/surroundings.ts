import { code, quotable, times, type Wording } from '../draft.ts';

/** Rules of the repository's host. */
export const wordRepository: Wording = (group) => {
  const { rule = '', branch = '' } = group.claims.at(-1)?.facts ?? {};
  const name = quotable(branch, 60);
  const text = repositoryRules(name)[rule];
  if (!text) return undefined;
  return { kind: 'command', reach: 'project', ...text, pattern: `Refused by the host ${times(group.occurrences)}.`, scope: [] };
};

function repositoryRules(
  branch: string | undefined,
): Readonly<Record<string, { title: string; guidance: string; rule?: string }>> {
  const name = branch ? code(branch) : 'The main branch';
  return {
    'protected-branch': {
      title: `${name} is protected: push a branch and open a pull request`,
      guidance: `${name} is protected: push a branch of your own and open a pull request instead of pushing to it.`,
      ...(branch ? { rule: `Bash(git push * ${branch} *)` } : {}),
    },
    'no-auto-merge': {
      title: 'Auto-merge is switched off in this repository',
      guidance: 'Do not merge with `--auto`: it is switched off here. Wait for the checks, then merge.',
      rule: 'Bash(gh pr merge * --auto *)',
    },
    'merge-policy': {
      title: 'Merging is blocked until reviews and threads are settled',
      guidance:
        'Before merging, resolve every review thread and wait for the required checks: the branch policy blocks the merge otherwise.',
      rule: 'Bash(gh pr merge *)',
    },
  };
}
