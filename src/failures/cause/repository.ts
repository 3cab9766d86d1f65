import type { CauseRule } from '../../programs/cause-rule.ts';

/**
 * Rules of a repository, in the words of its host (GitHub, GitLab, Bitbucket) and of tools that check commit messages. They
 * precede those of git itself, because a push fails with the same words whichever rule it broke.
 */
export const repositoryRules: readonly CauseRule[] = [
  {
    id: 'host.violation',
    kind: 'git-rejected',
    has: 'ule violations found',
    line: /Repository rule violations found for refs\/heads\/(?<subject>[^\s]+?)\.?$/,
    weak: true,
  },
  {
    id: 'host.pull-request',
    kind: 'git-rejected',
    has: 'through a pull request',
    line: /Changes must be made through a pull request/,
  },
  {
    id: 'host.protected',
    kind: 'git-rejected',
    has: 'protected branch',
    line: /You are not allowed to push code to protected branches on this project/,
  },
  {
    id: 'host.force',
    kind: 'git-rejected',
    has: 'force',
    line: /Cannot force-push to (?:this|a protected) branch|You are not allowed to force push code to a protected branch/,
  },
  {
    id: 'host.signed',
    kind: 'git-rejected',
    has: 'verified signatures',
    line: /Commits must have verified signatures/,
  },
  {
    id: 'host.linear',
    kind: 'git-rejected',
    has: 'must not contain merge commits',
    line: /This branch must not contain merge commits/,
  },
  {
    id: 'host.review',
    kind: 'git-rejected',
    has: 'approving review',
    line: /(?:At least \d+ approving reviews? (?:is|are) required|approving reviews? (?:is|are) required by reviewers)/,
  },
  {
    id: 'host.threads',
    kind: 'git-rejected',
    has: 'must be resolved',
    line: /(?:[Aa] conversation|[Aa]ll (?:comments|conversations|discussions|threads)) must be resolved/,
  },
  {
    // In a push it only supplements the complaint about the branch.
    id: 'host.check',
    kind: 'git-rejected',
    has: 'equired status check',
    line: /^(?!remote:).*Required status check "(?<subject>[^"]{1,80})" is/,
  },
  {
    id: 'host.branch-name',
    kind: 'git-rejected',
    has: 'ranch name',
    line: /Branch name (?:'[^']{1,80}' )?(?:must match|does not (?:follow|match)) (?:the |a given )?(?:regex )?pattern:? '?(?<subject>[^'\s]{2,80})'?/,
  },
  {
    id: 'host.message',
    kind: 'git-rejected',
    has: 'ommit message',
    line: /Commit message (?:must match|does not (?:follow|match)) (?:the |a given )?(?:regex )?pattern:? '?(?<subject>[^'\s]{2,80})'?/,
  },
  {
    id: 'host.merge-method',
    kind: 'git-rejected',
    has: 'not allowed on this repository',
    line: /(?<subject>Merge commits|Squash merges|Rebase merges) are not allowed on this repository/,
  },
  {
    id: 'commitlint.types',
    kind: 'git-rejected',
    has: '[type-enum]',
    line: /type must be one of \[(?<subject>[\w ,-]{2,160})\] \[type-enum\]/,
  },
  {
    id: 'commitlint.empty',
    kind: 'git-rejected',
    has: '-empty]',
    line: /(?:type|subject) may not be empty \[(?:type|subject)-empty\]/,
  },
  {
    id: 'commitlint.length',
    kind: 'git-rejected',
    has: 'must not be longer than',
    line: /header must not be longer than (?<subject>\d{1,4}) characters/,
  },
  {
    id: 'commitlint.case',
    kind: 'git-rejected',
    has: '[subject-case]',
    line: /subject must not be (?<subject>[\w ,-]{2,80}) \[subject-case\]/,
  },
  {
    id: 'conventional.message',
    kind: 'git-rejected',
    has: 'Conventional Commits',
    line: /commit message does not follow Conventional Commits formatting/i,
  },
];
