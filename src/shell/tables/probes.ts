import { makeTable, type Table } from './table.ts';
import { subcommandSet, wordSet } from './word-set.ts';

/** Programs that ask a question whose exit code is the answer: 1 is "no", not a failure. */
export const PROBE_PROGRAMS: ReadonlySet<string> = wordSet(
  'which type hash where whereis test grep rg ag ack diff cmp comm pgrep pidof lsof fuser nc ping pg_isready ps mountpoint getent findstr expr ' +
    'test-path get-command test-connection test-netconnection false',
);

/** Subcommands that do so. Linters and checks of code are not here: their exit code is a finding about the work. */
export const PROBE_SUBCOMMANDS: Table<ReadonlySet<string>> = makeTable(
  {
    git: 'check-ignore check-attr grep show-ref',
    gh: 'auth/status pr/checks run/watch',
    npm: 'ls list outdated whoami view info show',
    pnpm: 'ls list outdated why view info',
    yarn: 'outdated why',
    pip: 'show check',
    uv: 'pip/show pip/check',
    docker: 'inspect info image/inspect container/inspect network/inspect volume/inspect manifest/inspect',
    kubectl: 'diff auth/can-i wait rollout/status',
    systemctl: 'is-active is-enabled is-failed status is-system-running',
    launchctl: 'list print',
    tmux: 'has-session',
    brew: 'list ls',
    bundle: 'check',
    colima: 'status',
    minikube: 'status',
    supabase: 'status',
    vault: 'status',
    apt: 'list',
    nvm: 'which',
    asdf: 'which where',
    mise: 'which where',
    pyenv: 'which',
  },
  subcommandSet,
);

/** Exit codes other than 1 that are answers: `gh pr checks` ends with 8 while checks are running. */
export const ANSWER_CODES: ReadonlyMap<string, ReadonlySet<number>> = new Map([
  ['gh pr checks', new Set([1, 8])],
  ['timeout', new Set([124])],
  ['terraform plan', new Set([2])],
]);

/** Programs that look for text in files. */
export const SEARCH_PROGRAMS: ReadonlySet<string> = wordSet('grep egrep fgrep rg ag ack');

/** Flags that turn a command into a question. */
export const PROBE_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['git diff', wordSet('--exit-code --quiet --check')],
  ['git diff-index', wordSet('--exit-code --quiet')],
  ['git config', wordSet('--get --get-all --get-regexp')],
  ['git rev-parse', wordSet('--verify --is-inside-work-tree -q --quiet --abbrev-ref')],
  ['git merge-base', wordSet('--is-ancestor')],
  ['git ls-remote', wordSet('--exit-code')],
  ['git ls-files', wordSet('--error-unmatch')],
  ['git cat-file', wordSet('-e')],
  ['git symbolic-ref', wordSet('-q --quiet')],
  ['git remote get-url', wordSet('')],
  ['terraform plan', wordSet('-detailed-exitcode')],
  ['command', wordSet('-v -V')],
  ['jq', wordSet('-e --exit-status')],
  ['yq', wordSet('-e --exit-status')],
  ['kill', wordSet('-0')],
  ['dpkg', wordSet('-s -l --status')],
  ['rpm', wordSet('-q --query')],
  ['ssh', wordSet('-T')],
  ['sudo', wordSet('-n -v')],
  ['docker ps', wordSet('-q --quiet')],
  ['docker images', wordSet('-q --quiet')],
]);

/** Programs that look, and ask whether something is there when their errors are thrown away: `ls x 2>/dev/null`. */
export const QUIET_PROBES: ReadonlySet<string> = wordSet('ls cat stat file head tail find readlink realpath id');

/** Addresses that a request only asks for to see whether a service answers. */
export const HEALTH_ADDRESS =
  /localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|\/(?:health|healthz|ready|readyz|livez|ping|status|up)\b/i;
