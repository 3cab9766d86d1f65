import { code, quotable, times, type Wording } from '../draft.ts';

/** Rules of the repository's host and of its commit messages. */
export const wordRepository: Wording = (group) => {
  const { rule = '' } = group.claims.at(-1)?.facts ?? {};
  const subject = group.claims.findLast((claim) => claim.facts?.subject !== undefined)?.facts?.subject;
  const text = rules[rule]?.(quotable(subject, 160), quotable(group.rights[0], 40));
  if (!text) return undefined;
  return { kind: 'command', reach: 'project', ...text, pattern: `Refused ${times(group.occurrences)}.`, scope: [] };
};

interface Text {
  title: string;
  guidance: string;
  rule?: string;
}

/** What each rule asks for. A trigger only where the call itself is what is refused: merges and commits pass once they comply. */
const rules: Readonly<Record<string, (subject: string | undefined, right: string | undefined) => Text>> = {
  'protected-branch': (branch) => {
    const name = branch ? code(branch) : 'The main branch';
    return {
      title: `${name} is protected: push a branch and open a pull request`,
      guidance: `${name} is protected: push a branch of your own and open a pull request instead of pushing to it.`,
      ...(branch ? { rule: `Bash(git push * ${branch} *)` } : {}),
    };
  },
  'no-force-push': (branch) => {
    const name = branch ? code(branch) : 'a protected branch';
    return {
      title: `No forced pushes to ${name}`,
      guidance: `Do not rewrite commits that are on ${name}: the host refuses forced pushes to it. Add a commit, or work on a branch.`,
    };
  },
  'signed-commits': () => ({
    title: 'Commits must be signed here',
    guidance: 'Commits must have verified signatures here: sign them, or ask the user to; unsigned ones cannot be pushed.',
  }),
  'no-merge-commits': () => ({
    title: 'No merge commits here: rebase',
    guidance: 'Rebase on the target branch instead of merging it: the host refuses pushes with merge commits.',
  }),
  'review-required': () => ({
    title: 'A review is required before merging',
    guidance: 'Ask for a review before merging: the host wants an approving one. Do not merge with administrator rights.',
  }),
  'open-threads': () => ({
    title: 'Review threads must be resolved before merging',
    guidance: 'Before merging, answer and resolve every review thread, those of bots too: the host blocks the merge otherwise.',
  }),
  'required-checks': (check) => ({
    title: 'Required checks must pass before merging',
    guidance: `Wait for the required checks${check ? ` (${code(check)} is one)` : ''} before merging: the host blocks the merge otherwise.`,
  }),
  'branch-name': (pattern) => ({
    title: 'Branch names must follow a pattern',
    guidance: `Name branches ${pattern ? `after the pattern ${code(pattern)}` : 'as the host wants it'}: it refuses others.`,
  }),
  'commit-message': (pattern) => ({
    title: 'Commit messages must follow a pattern',
    guidance: `Write commit messages ${pattern ? `that match ${code(pattern)}` : 'as the host wants it'}: it refuses others.`,
  }),
  'commit-types': (types) => ({
    title: 'Commit messages follow Conventional Commits',
    guidance: `Write commit messages as ${code('type: subject')}${types ? `, where the type is one of ${types}` : ''}: a check refuses others.`,
  }),
  'commit-length': (length) => ({
    title: 'Commit headers are limited in length',
    guidance: `Keep the first line of a commit message within ${length ?? '72'} characters: a check refuses longer ones.`,
  }),
  'commit-case': (cases) => ({
    title: 'Commit subjects have a fixed case',
    guidance: `Do not write the subject of a commit in ${cases ?? 'upper-case'}: a check refuses it.`,
  }),
  'merge-method': (refused, right) => ({
    title: `${refused ?? 'This way of merging'} ${refused ? 'are' : 'is'} not allowed here`,
    guidance: right
      ? `Merge pull requests with ${code(right)}: ${refused?.toLowerCase() ?? 'other ways'} are not allowed here.`
      : `${refused ?? 'Other ways of merging'} are not allowed in this repository: merge in another way.`,
  }),
  'no-auto-merge': () => ({
    title: 'Auto-merge is switched off in this repository',
    guidance: 'Do not merge with `--auto`: it is switched off here. Wait for the checks, then merge.',
    rule: 'Bash(gh pr merge * --auto *)',
  }),
  'merge-policy': () => ({
    title: 'Merging is blocked until reviews and threads are settled',
    guidance:
      'Before merging, resolve every review thread and wait for the required checks: the branch policy blocks the merge otherwise.',
  }),
};
