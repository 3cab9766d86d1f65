import { wordSet } from './word-set.ts';

/** A way around a guard: never taught as a fix. */
export interface BypassRule {
  /** A short stable name. */
  readonly id: string;
  /** What it goes around. */
  readonly why: string;
  /** Programs it applies to; any if absent. */
  readonly programs?: ReadonlySet<string>;
  /** Subcommands it applies to; any if absent. */
  readonly subcommands?: ReadonlySet<string>;
  /** Flags that are the bypass, values cut off. */
  readonly flags?: ReadonlySet<string>;
  /** The same as a pattern. */
  readonly flag?: RegExp;
  /** A letter that is the bypass also inside a cluster: the `n` of `git commit -nm`. */
  readonly letter?: string;
  /** Operands, or values of flags, that are the bypass. */
  readonly operand?: RegExp;
  /** `NAME=value` of a variable that is the bypass. */
  readonly env?: RegExp;
}

/**
 * Every bypass we know, first match wins.
 *
 * Decided not to be one: `--force-with-lease` (it checks), `--legacy-peer-deps` and `npm install --force` (a choice of resolver, no
 * guard), `--ignore-scripts` on installs (it runs less foreign code, not less of ours) but not on publishing, `--yes` and
 * `-auto-approve` (they answer a question, no check is skipped), `git add -f`, `--no-cache`. `sudo`, `|| true` and `2>/dev/null` are
 * ordinary in a command; adding them to one that failed is a bypass (see `isBypassChange`).
 */
export const BYPASSES: readonly BypassRule[] = [
  { id: 'no-verify', why: 'git hooks', flags: wordSet('--no-verify --no-verify-signatures') },
  { id: 'commit-n', why: 'git hooks', programs: wordSet('git'), subcommands: wordSet('commit'), letter: 'n' },
  { id: 'no-gpg-sign', why: 'signed commits', flags: wordSet('--no-gpg-sign --no-sign') },
  { id: 'gpg-sign-off', why: 'signed commits', programs: wordSet('git'), operand: /^commit\.gpgsign=false$/i },
  {
    id: 'force-push',
    why: 'the history others build on',
    programs: wordSet('git'),
    subcommands: wordSet('push'),
    flags: wordSet('--force --mirror'),
    letter: 'f',
  },
  {
    id: 'force-refspec',
    why: 'the history others build on',
    programs: wordSet('git'),
    subcommands: wordSet('push'),
    operand: /^\+[^+]/,
  },
  { id: 'admin-merge', why: 'branch protection', programs: wordSet('gh glab'), flags: wordSet('--admin') },
  { id: 'hooks-path', why: 'git hooks', programs: wordSet('git'), operand: /^core\.hookspath(?:=|$)/i },
  {
    id: 'delete-lock',
    why: 'a lock',
    programs: wordSet('rm unlink git del remove-item'),
    subcommands: new Set(['', 'rm']),
    operand: /(?:[.-]lock|lock\.(?:json|ya?ml)|\.lockb|shrinkwrap\.json|\.pid)$/i,
  },
  { id: 'unlock', why: 'a lock', programs: wordSet('terraform'), subcommands: wordSet('force-unlock') },
  { id: 'lock-off', why: 'a lock', programs: wordSet('terraform'), operand: /^false$/i, flags: wordSet('-lock') },
  {
    id: 'hook-variable',
    why: 'hooks',
    env: /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=.+|LEFTHOOK=(?:0|false)|OVERCOMMIT_DISABLE=.+|PRE_COMMIT_ALLOW_NO_CONFIG=.+)$/,
  },
  {
    id: 'skip-variable',
    why: 'checks',
    env: /^(?:SKIP=.+|SKIP_\w+=(?!0$|false$|$).+|\w+_SKIP_(?:CHECKS?|TESTS?|LINT|HOOKS?|VALIDATION|VERIFY)=(?!0$|false$|$).+)$/i,
  },
  {
    id: 'disable-variable',
    why: 'checks',
    env: /^(?:DISABLE|NO)_\w*(?:CHECK|LINT|TEST|HOOK|VERIF|VALIDAT|AUTH|SECURITY)\w*=(?!0$|false$|$).+$/i,
  },
  {
    id: 'tls-variable',
    why: 'TLS',
    env: /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|GIT_SSL_NO_VERIFY=.+|PYTHONHTTPSVERIFY=0|NPM_CONFIG_STRICT_SSL=false|CURL_INSECURE=.+)$/i,
  },
  {
    id: 'skip-checks',
    why: 'checks',
    flag: /^--(?:skip|no|disable|ignore)-(?:checks?|tests?|lint(?:ing)?|hooks?|validation|validate|verification|verify|typecheck|type-check|types|signature|integrity|audit|security)$/i,
  },
  {
    id: 'skip-tests',
    why: 'tests',
    programs: wordSet('mvn gradle'),
    flags: wordSet('-DskipTests -Dmaven.test.skip -DskipITs -Dcheckstyle.skip -Dspotless.check.skip'),
  },
  {
    id: 'exclude-test-task',
    why: 'tests',
    programs: wordSet('gradle'),
    flags: wordSet('-x --exclude-task'),
    operand: /(?:^|:)(?:test|check|lint|integrationTest)$/,
  },
  { id: 'no-tests-pass', why: 'tests', flags: wordSet('--passWithNoTests --pass-with-no-tests --allow-no-tests') },
  { id: 'exit-zero', why: 'the result of a check', flags: wordSet('--exit-zero --no-error-on-unmatched-pattern --suppress-all') },
  { id: 'no-check', why: 'type checks', programs: wordSet('tsc deno'), flags: wordSet('--noCheck --no-check') },
  { id: 'allow-dirty', why: 'a clean checkout', programs: wordSet('cargo'), flags: wordSet('--allow-dirty') },
  {
    id: 'publish-scripts',
    why: 'checks before publishing',
    programs: wordSet('npm pnpm yarn'),
    subcommands: wordSet('publish pack version'),
    flags: wordSet('--ignore-scripts --no-git-checks'),
  },
  { id: 'chmod-all', why: 'file permissions', programs: wordSet('chmod'), operand: /^(?:0?777|a\+rwx|ugo\+rwx)$/ },
  { id: 'dangerously', why: 'permission prompts', flag: /^--(?:dangerously-\w[\w-]*|allow-dangerously-[\w-]+|yolo|full-auto)$/i },
  { id: 'bypass-permissions', why: 'permission prompts', flags: wordSet('--permission-mode'), operand: /^bypassPermissions$/i },
  {
    id: 'insecure',
    why: 'TLS',
    flags: wordSet(
      '--insecure --no-check-certificate --no-check-certificates --insecure-skip-tls-verify --skip-tls-verify --no-verify-ssl --trusted-host -skipcertificatecheck -SkipCertificateCheck',
    ),
  },
  { id: 'curl-k', why: 'TLS', programs: wordSet('curl'), letter: 'k' },
  {
    id: 'ssl-config',
    why: 'TLS',
    programs: wordSet('git npm yarn pnpm'),
    operand: /^(?:http\.sslverify(?:=false)?|strict-ssl(?:=false)?)$/i,
  },
  {
    id: 'host-key',
    why: 'the identity of a host',
    programs: wordSet('ssh scp rsync git'),
    operand: /StrictHostKeyChecking[= ]no/i,
  },
  { id: 'system-packages', why: 'the system Python', programs: wordSet('pip'), flags: wordSet('--break-system-packages') },
  { id: 'errors-off', why: 'errors of a script', programs: wordSet('set'), operand: /^\+[a-z]*e[a-z]*$/ },
  {
    id: 'execution-policy',
    why: 'the execution policy',
    programs: wordSet('set-executionpolicy powershell pwsh'),
    operand: /^(?:bypass|unrestricted)$/i,
  },
  {
    id: 'quarantine',
    why: 'Gatekeeper',
    programs: wordSet('xattr spctl csrutil setenforce'),
    operand: /^(?:com\.apple\.quarantine|disable|0)$|^$/,
  },
  {
    id: 'hook-removal',
    why: 'git hooks',
    programs: wordSet('rm mv chmod del remove-item'),
    operand: /(?:^|[/\\])(?:\.git[/\\]hooks|\.husky|\.pre-commit-config\.ya?ml|lefthook\.ya?ml)(?:[/\\]|$)/,
  },
  {
    id: 'delete-test',
    why: 'tests',
    programs: wordSet('rm git del remove-item unlink'),
    subcommands: new Set(['', 'rm']),
    operand: /(?:^|[/\\])(?:[\w.-]+[._-](?:test|spec)\.\w{1,4}|test_[\w-]+\.py|[\w-]+Tests?\.(?:java|kt|cs|swift))$/,
  },
];

/** Comments that switch a check off: a command that writes one goes around that check. */
export const SUPPRESSIONS =
  /eslint-disable|@ts-(?:ignore|nocheck|expect-error)|#\s*noqa|#\s*type:\s*ignore|\/\/\s*nolint|biome-ignore|pylint:\s*disable|@SuppressWarnings|rubocop:disable|shellcheck\s+disable|pragma:\s*no cover/;
