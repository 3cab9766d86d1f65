import type { BypassRule } from '../../programs/refusal-rule.ts';

/** Bypasses of the guards of git, its hooks and its host. */
export const GIT_BYPASSES: readonly BypassRule[] = [
  {
    id: 'no-verify',
    group: 'checks',
    why: 'git hooks',
    sample: 'git commit --no-verify -m x',
    flags: '--no-verify --no-verify-signatures',
  },
  {
    id: 'no-gpg-sign',
    group: 'checks',
    why: 'signed commits',
    sample: 'git commit --no-gpg-sign -m x',
    flags: '--no-gpg-sign --no-sign',
  },
  {
    id: 'admin-merge',
    group: 'checks',
    why: 'branch protection',
    sample: 'gh pr merge 5 --admin --squash',
    programs: 'gh glab',
    flags: '--admin',
  },
  {
    id: 'hook-variable',
    group: 'checks',
    why: 'hooks',
    sample: 'HUSKY=0 git commit -m x',
    env: /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=.+|LEFTHOOK=(?:0|false)|OVERCOMMIT_DISABLE=.+|PRE_COMMIT_ALLOW_NO_CONFIG=.+)$/,
  },
  {
    id: 'hook-removal',
    group: 'checks',
    why: 'git hooks',
    sample: 'rm -rf .husky',
    programs: 'rm mv chmod del remove-item',
    operand: /(?:^|[/\\])(?:\.git[/\\]hooks|\.husky|\.pre-commit-config\.ya?ml|lefthook\.ya?ml)(?:[/\\]|$)/,
  },
];
