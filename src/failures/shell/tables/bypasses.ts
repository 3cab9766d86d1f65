import { wordSet } from './word-set.ts';

/** The kinds of harm, in the order of docs/refusals.md. */
export const REFUSAL_GROUPS = {
  checks: 'goes around a check',
  permissions: 'widens permissions',
  certificates: 'trusts what nobody has verified',
  download: 'runs what it downloads',
  package: 'fetches a package that the project does not declare',
  privilege: 'takes more rights than the work needs',
  destruction: 'destroys what cannot be brought back',
  sending: 'sends data elsewhere',
  foothold: 'changes what runs later, or who may log in',
  traces: 'leaves no traces',
} as const;

/** A kind of harm. */
export type RefusalGroup = keyof typeof REFUSAL_GROUPS;

/** A way around a guard: never taught as a fix. */
export interface BypassRule {
  /** A short stable name. */
  readonly id: string;
  /** What kind of harm it does. */
  readonly group: RefusalGroup;
  /** What it goes around, or does. */
  readonly why: string;
  /** A command that it refuses. */
  readonly sample: string;
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
  {
    id: 'no-verify',
    group: 'checks',
    why: 'git hooks',
    sample: 'git commit --no-verify -m x',
    flags: wordSet('--no-verify --no-verify-signatures'),
  },
  {
    id: 'commit-n',
    group: 'checks',
    why: 'git hooks',
    sample: 'git commit -nm x',
    programs: wordSet('git'),
    subcommands: wordSet('commit'),
    letter: 'n',
  },
  {
    id: 'no-gpg-sign',
    group: 'checks',
    why: 'signed commits',
    sample: 'git commit --no-gpg-sign -m x',
    flags: wordSet('--no-gpg-sign --no-sign'),
  },
  {
    id: 'gpg-sign-off',
    group: 'checks',
    why: 'signed commits',
    sample: 'git -c commit.gpgsign=false commit -m x',
    programs: wordSet('git'),
    operand: /^commit\.gpgsign=false$/i,
  },
  {
    id: 'force-push',
    group: 'checks',
    why: 'the history others build on',
    sample: 'git push --force origin main',
    programs: wordSet('git'),
    subcommands: wordSet('push'),
    flags: wordSet('--force --mirror'),
    letter: 'f',
  },
  {
    id: 'force-refspec',
    group: 'checks',
    why: 'the history others build on',
    sample: 'git push origin +main',
    programs: wordSet('git'),
    subcommands: wordSet('push'),
    operand: /^\+[^+]/,
  },
  {
    id: 'admin-merge',
    group: 'checks',
    why: 'branch protection',
    sample: 'gh pr merge 5 --admin --squash',
    programs: wordSet('gh glab'),
    flags: wordSet('--admin'),
  },
  {
    id: 'hooks-path',
    group: 'checks',
    why: 'git hooks',
    sample: 'git config core.hooksPath /tmp/none',
    programs: wordSet('git'),
    operand: /^core\.hookspath(?:=|$)/i,
  },
  {
    id: 'delete-lock',
    group: 'checks',
    why: 'a lock',
    sample: 'rm .git/index.lock',
    programs: wordSet('rm unlink git del remove-item'),
    subcommands: new Set(['', 'rm']),
    operand: /(?:[.-]lock|lock\.(?:json|ya?ml)|\.lockb|shrinkwrap\.json|\.pid)$/i,
  },
  {
    id: 'unlock',
    group: 'checks',
    why: 'a lock',
    sample: 'terraform force-unlock abc',
    programs: wordSet('terraform'),
    subcommands: wordSet('force-unlock'),
  },
  {
    id: 'lock-off',
    group: 'checks',
    why: 'a lock',
    sample: 'terraform apply -lock=false',
    programs: wordSet('terraform'),
    operand: /^false$/i,
    flags: wordSet('-lock'),
  },
  {
    id: 'hook-variable',
    group: 'checks',
    why: 'hooks',
    sample: 'HUSKY=0 git commit -m x',
    env: /^(?:HUSKY=0|HUSKY_SKIP_HOOKS=.+|LEFTHOOK=(?:0|false)|OVERCOMMIT_DISABLE=.+|PRE_COMMIT_ALLOW_NO_CONFIG=.+)$/,
  },
  {
    id: 'skip-variable',
    group: 'checks',
    why: 'checks',
    sample: 'SKIP=eslint git commit -m x',
    env: /^(?:SKIP=.+|SKIP_\w+=(?!0$|false$|$).+|\w+_SKIP_(?:CHECKS?|TESTS?|LINT|HOOKS?|VALIDATION|VERIFY)=(?!0$|false$|$).+)$/i,
  },
  {
    id: 'disable-variable',
    group: 'checks',
    why: 'checks',
    sample: 'DISABLE_LINT=1 npm run build',
    env: /^(?:DISABLE|NO)_\w*(?:CHECK|LINT|TEST|HOOK|VERIF|VALIDAT|AUTH|SECURITY)\w*=(?!0$|false$|$).+$/i,
  },
  {
    id: 'tls-variable',
    group: 'certificates',
    why: 'TLS',
    sample: 'NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci',
    env: /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|GIT_SSL_NO_VERIFY=.+|PYTHONHTTPSVERIFY=0|NPM_CONFIG_STRICT_SSL=false|CURL_INSECURE=.+|GOINSECURE=.+|GONOSUMCHECK=.+|GONOSUMDB=.+|GOFLAGS=.*-insecure.*|PIP_TRUSTED_HOST=.+|SSL_VERIFY=(?:0|false))$/i,
  },
  {
    id: 'skip-checks',
    group: 'checks',
    why: 'checks',
    sample: 'lantern deploy --skip-checks',
    flag: /^--(?:skip|no|disable|ignore)-(?:checks?|tests?|lint(?:ing)?|hooks?|validation|validate|verification|verify|typecheck|type-check|types|signature|integrity|audit|security)$/i,
  },
  {
    id: 'skip-tests',
    group: 'checks',
    why: 'tests',
    sample: 'mvn install -DskipTests',
    programs: wordSet('mvn gradle'),
    flags: wordSet('-DskipTests -Dmaven.test.skip -DskipITs -Dcheckstyle.skip -Dspotless.check.skip'),
  },
  {
    id: 'exclude-test-task',
    group: 'checks',
    why: 'tests',
    sample: './gradlew build -x test',
    programs: wordSet('gradle'),
    flags: wordSet('-x --exclude-task'),
    operand: /(?:^|:)(?:test|check|lint|integrationTest)$/,
  },
  {
    id: 'no-tests-pass',
    group: 'checks',
    why: 'tests',
    sample: 'vitest run --passWithNoTests',
    flags: wordSet('--passWithNoTests --pass-with-no-tests --allow-no-tests'),
  },
  {
    id: 'exit-zero',
    group: 'checks',
    why: 'the result of a check',
    sample: 'ruff check --exit-zero',
    flags: wordSet('--exit-zero --no-error-on-unmatched-pattern --suppress-all'),
  },
  {
    id: 'no-check',
    group: 'checks',
    why: 'type checks',
    sample: 'tsc --noCheck',
    programs: wordSet('tsc deno'),
    flags: wordSet('--noCheck --no-check'),
  },
  {
    id: 'allow-dirty',
    group: 'checks',
    why: 'a clean checkout',
    sample: 'cargo publish --allow-dirty',
    programs: wordSet('cargo'),
    flags: wordSet('--allow-dirty'),
  },
  {
    id: 'publish-scripts',
    group: 'checks',
    why: 'checks before publishing',
    sample: 'npm publish --ignore-scripts',
    programs: wordSet('npm pnpm yarn'),
    subcommands: wordSet('publish pack version'),
    flags: wordSet('--ignore-scripts --no-git-checks'),
  },
  {
    id: 'chmod-all',
    group: 'permissions',
    why: 'file permissions',
    sample: 'chmod -R 777 data',
    programs: wordSet('chmod'),
    operand: /^(?:[0-7]?777|[0-7]?666|(?:a|o|ugo|go)?[+=]rwx|(?:a|o|ugo|go)[+=][rx]*w[rx]*|[ugo]*\+[rwx]*s)$/,
  },
  {
    id: 'dangerously',
    group: 'permissions',
    why: 'permission prompts',
    sample: 'claude --dangerously-skip-permissions -p x',
    flag: /^--(?:dangerously-\w[\w-]*|allow-dangerously-[\w-]+|yolo|full-auto|trust-all-tools|no-sandbox|disable-sandbox|allow-all-tools)$/i,
  },
  {
    id: 'bypass-permissions',
    group: 'permissions',
    why: 'permission prompts',
    sample: 'claude --permission-mode bypassPermissions -p x',
    flags: wordSet('--permission-mode'),
    operand: /^bypassPermissions$/i,
  },
  {
    id: 'insecure',
    group: 'certificates',
    why: 'TLS',
    sample: 'curl --insecure https://x.test',
    flags: wordSet(
      '--insecure --no-check-certificate --no-check-certificates --insecure-skip-tls-verify --skip-tls-verify --no-verify-ssl --trusted-host --no-ssl-verify --allow-unauthenticated --nogpgcheck --allow-insecure-repositories -skipcertificatecheck -SkipCertificateCheck',
    ),
  },
  { id: 'curl-k', group: 'certificates', why: 'TLS', sample: 'curl -sk https://x.test', programs: wordSet('curl'), letter: 'k' },
  {
    id: 'ssl-config',
    group: 'certificates',
    why: 'TLS',
    sample: 'npm config set strict-ssl false',
    programs: wordSet('git npm yarn pnpm pip'),
    operand: /^(?:http\.(?:\S+\.)?sslverify(?:=(?:false|0))?|strict-ssl(?:=false)?|enableStrictSsl|global\.trusted-host)$/i,
  },
  {
    id: 'host-key',
    group: 'certificates',
    why: 'the identity of a host',
    sample: 'ssh -o StrictHostKeyChecking=no host',
    programs: wordSet('ssh scp rsync git'),
    operand: /StrictHostKeyChecking[= ]no/i,
  },
  {
    id: 'system-packages',
    group: 'permissions',
    why: 'the system Python',
    sample: 'pip install --break-system-packages x',
    programs: wordSet('pip'),
    flags: wordSet('--break-system-packages'),
  },
  {
    id: 'errors-off',
    group: 'checks',
    why: 'errors of a script',
    sample: 'set +e',
    programs: wordSet('set'),
    operand: /^\+[a-z]*e[a-z]*$/,
  },
  {
    id: 'execution-policy',
    group: 'permissions',
    why: 'the execution policy',
    sample: 'powershell -Command "Set-ExecutionPolicy Bypass"',
    programs: wordSet('set-executionpolicy powershell pwsh'),
    operand: /^(?:bypass|unrestricted)$/i,
  },
  {
    id: 'quarantine',
    group: 'permissions',
    why: 'Gatekeeper',
    sample: 'xattr -d com.apple.quarantine app',
    programs: wordSet('xattr spctl csrutil setenforce'),
    operand: /^(?:com\.apple\.quarantine|disable|0)$|^$/,
  },
  {
    id: 'hook-removal',
    group: 'checks',
    why: 'git hooks',
    sample: 'rm -rf .husky',
    programs: wordSet('rm mv chmod del remove-item'),
    operand: /(?:^|[/\\])(?:\.git[/\\]hooks|\.husky|\.pre-commit-config\.ya?ml|lefthook\.ya?ml)(?:[/\\]|$)/,
  },
  {
    id: 'delete-test',
    group: 'checks',
    why: 'tests',
    sample: 'rm src/cart.test.ts',
    programs: wordSet('rm git del remove-item unlink'),
    subcommands: new Set(['', 'rm']),
    operand: /(?:^|[/\\])(?:[\w.-]+[._-](?:test|spec)\.\w{1,4}|test_[\w-]+\.py|[\w-]+Tests?\.(?:java|kt|cs|swift))$/,
  },
];

/** Comments that switch a check off: a command that writes one goes around that check. */
export const SUPPRESSIONS =
  /eslint-disable|@ts-(?:ignore|nocheck|expect-error)|#\s*noqa|#\s*type:\s*ignore|\/\/\s*nolint|biome-ignore|pylint:\s*disable|@SuppressWarnings|rubocop:disable|shellcheck\s+disable|pragma:\s*no cover/;
