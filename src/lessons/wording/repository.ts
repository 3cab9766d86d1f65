import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  codeOr,
  fixed,
  fixedTable,
  joinSentences,
  plainAmount,
  type Quotable,
  quotable,
  quotableName,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { asGlob } from './rules.ts';

/** Words the lesson about rules of the repository's host and of its commit messages. */
export const wordRepository: Wording = (group) => {
  const { rule = '' } = group.claims.at(-1)?.facts ?? {};
  const subject = group.claims.findLast((claim) => claim.facts?.subject !== undefined)?.facts?.subject;
  const text = rules[rule]?.(quotable(subject, 160), quotable(group.rights[0], 40));
  if (!text) return undefined;
  return { kind: 'command', reach: 'project', ...text, pattern: say`Refused ${times(group.occurrences)}.`, scope: [] };
};

type Text = Pick<LessonWords, 'title' | 'guidance' | 'rule'>;

/** The demand of each rule. There is a trigger only if the call itself is refused: merges and commits pass once they comply. */
const rules: Readonly<Record<string, (subject: Quotable | undefined, right: Quotable | undefined) => Text>> = {
  'protected-branch': (branch) => {
    const name = branch ? code(branch) : 'The main branch';
    return {
      title: say`Push a branch and open a pull request: ${name} is protected`,
      guidance: say`Push a branch and open a pull request: ${name} is protected.`,
      rule: branch ? quote`Bash(git push * ${branch} *)` : undefined,
    };
  },
  'ignored-path': (path) => ({
    title: say`${codeOr(path, 'A path here')} is ignored by git`,
    guidance: say`Leave ${codeOr(path, 'ignored paths')} out of ${code('git add')}: git ignores it and refuses the whole command.`,
    rule: path ? quote`Bash(git add * ${asGlob(path)}{,/*} *)` : undefined,
  }),
  'no-force-push': (branch) => {
    const name = branch ? code(branch) : 'a protected branch';
    return {
      title: say`No forced pushes to ${name}`,
      guidance: say`Do not rewrite commits on ${name}: the host refuses forced pushes. Add a commit, or work on a branch.`,
    };
  },
  'signed-commits': () => ({
    title: fixed('Commits must be signed here'),
    guidance: fixed('Sign commits, or ask the user to: the host refuses unsigned ones.'),
  }),
  'no-merge-commits': () => ({
    title: fixed('No merge commits here: rebase'),
    guidance: fixed('Rebase on the target branch instead of merging it: the host refuses pushes with merge commits.'),
  }),
  'review-required': () => ({
    title: fixed('A review is required before merging'),
    guidance: fixed(
      'Ask for a review before merging: the host requires an approval. Do not merge with administrator rights.',
    ),
  }),
  'open-threads': () => ({
    title: fixed('Review threads must be resolved before merging'),
    guidance: fixed(
      'Before merging, answer and resolve every review thread, those of bots too: the host blocks the merge otherwise.',
    ),
  }),
  'required-checks': (check) => ({
    title: fixed('Required checks must pass before merging'),
    guidance: say`Wait for the required checks${check ? say` (${code(check)} is one)` : ''} before merging: the host blocks the merge otherwise.`,
  }),
  'branch-name': (pattern) => ({
    title: fixed('Branch names must follow a pattern'),
    guidance: say`Name branches ${pattern ? say`after the pattern ${code(pattern)}` : 'as the host wants it'}: it refuses others.`,
  }),
  'commit-message': (pattern) => ({
    title: fixed('Commit messages must follow a pattern'),
    guidance: say`Write commit messages ${pattern ? say`that match ${code(pattern)}` : 'as the host wants it'}: it refuses others.`,
  }),
  'commit-types': (types) => ({
    title: fixed('Commit messages follow Conventional Commits'),
    guidance: say`Write commit messages as ${code('type: subject')}${types ? say`, where the type is one of ${listItems(types)}` : ''}: a check refuses others.`,
  }),
  'commit-length': (length) => ({
    title: fixed('Commit headers are limited in length'),
    guidance: say`Keep the first line of a commit message within ${plainAmount(length) ?? 72} characters: a check refuses longer ones.`,
  }),
  'commit-case': (cases) => ({
    title: fixed('Commit subjects have a fixed case'),
    guidance: say`Do not write the subject of a commit in ${cases ? listItems(cases) : 'upper-case'}: a check refuses it.`,
  }),
  'merge-method': (refused, right) => ({
    title: say`${mergeMethods.get(refused ?? '') ?? 'Other ways of merging'} are not allowed here`,
    guidance: right
      ? say`Merge pull requests with ${code(right)}: ${mergeMethods.get(refused?.toLowerCase() ?? '') ?? 'other ways'} are not allowed here.`
      : say`${mergeMethods.get(refused ?? '') ?? 'Other ways of merging'} are not allowed in this repository: merge in another way.`,
  }),
  'no-auto-merge': () => ({
    title: fixed('Auto-merge is switched off in this repository'),
    guidance: fixed('Do not merge with `--auto`: it is switched off here. Wait for the checks, then merge.'),
    rule: quote`Bash(gh pr merge * --auto *)`,
  }),
  'merge-policy': () => ({
    title: fixed('Merging is blocked until reviews and threads are settled'),
    guidance: fixed(
      'Before merging, resolve every review thread and wait for the required checks: the branch policy blocks the merge otherwise.',
    ),
  }),
};

/** The words at the beginning of a sentence and within one. */
const mergeMethods = fixedTable({
  'Merge commits': 'Merge commits',
  'Squash merges': 'Squash merges',
  'Rebase merges': 'Rebase merges',
  'merge commits': 'merge commits',
  'squash merges': 'squash merges',
  'rebase merges': 'rebase merges',
});

/** Returns the names in the list of a check, each in code marks: a list can be written so that it reads as a sentence. */
function listItems(list: Quotable): Sentence {
  const items = list.split(/[\s,]+/).flatMap((item) => quotableName(item, 30) ?? []);
  return joinSentences(items.map(code), ', ');
}
