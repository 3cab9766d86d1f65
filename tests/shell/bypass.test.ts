import { describe, expect, it } from 'vitest';
import type { ShellCommand } from '../../src/programs/command.ts';
import { bypassOf, isBypass, isBypassChange } from '../../src/shell/bypass.ts';
import { diffCommands } from '../../src/shell/diff-commands.ts';
import { parseCommand } from '../../src/shell/parse-command.ts';
import { REFUSALS } from '../../src/shell/refusal.ts';

function last(text: string, dialect: 'posix' | 'powershell' = 'posix'): ShellCommand {
  const command = parseCommand(text, dialect).commands.at(-1);
  if (command === undefined) throw new Error(`no command in ${text}`);
  return command;
}

const KNOWN: [string, string][] = [
  ['git commit --no-verify -m x', 'no-verify'],
  ['git commit -nm x', 'commit-n'],
  ['git commit -n -m x', 'commit-n'],
  ['git commit --no-gpg-sign -m x', 'no-gpg-sign'],
  ['git -c commit.gpgsign=false commit -m x', 'gpg-sign-off'],
  ['git push --force origin main', 'force-push'],
  ['git push -f', 'force-push'],
  ['git push origin +main', 'force-refspec'],
  ['gh pr merge 5 --admin --squash', 'admin-merge'],
  ['git config core.hooksPath /tmp/none', 'hooks-path'],
  ['git -c core.hooksPath=/tmp/none commit', 'hooks-path'],
  ['rm .git/index.lock', 'delete-lock'],
  ['rm -f package-lock.json', 'delete-lock'],
  ['terraform force-unlock abc', 'unlock'],
  ['terraform apply -lock=false', 'lock-off'],
  ['HUSKY=0 git commit -m x', 'hook-variable'],
  ['SKIP=eslint git commit -m x', 'skip-variable'],
  ['SKIP_TESTS=1 make release', 'skip-variable'],
  ['DISABLE_LINT=1 npm run build', 'disable-variable'],
  ['NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci', 'tls-variable'],
  ['lantern deploy --skip-checks', 'skip-checks'],
  ['lantern deploy --no-check', 'skip-checks'],
  ['mvn install -DskipTests', 'skip-tests'],
  ['./gradlew build -x test', 'exclude-test-task'],
  ['vitest run --passWithNoTests', 'no-tests-pass'],
  ['ruff check --exit-zero', 'exit-zero'],
  ['tsc --noCheck', 'no-check'],
  ['cargo publish --allow-dirty', 'allow-dirty'],
  ['npm publish --ignore-scripts', 'publish-scripts'],
  ['chmod -R 777 data', 'chmod-all'],
  ['claude --dangerously-skip-permissions -p x', 'dangerously'],
  ['codex --yolo', 'dangerously'],
  ['claude --permission-mode bypassPermissions -p x', 'bypass-permissions'],
  ['curl --insecure https://x.test', 'insecure'],
  ['curl -sk https://x.test', 'curl-k'],
  ['npm config set strict-ssl false', 'ssl-config'],
  ['ssh -o StrictHostKeyChecking=no host', 'host-key'],
  ['pip install --break-system-packages x', 'system-packages'],
  ['set +e', 'errors-off'],
  ['xattr -d com.apple.quarantine app', 'quarantine'],
  ['rm -rf .husky', 'hook-removal'],
  ['rm src/cart.test.ts', 'delete-test'],
  ['git rm tests/test_cart.py', 'delete-test'],
  ["sed -i '1i /* eslint-disable */' a.ts", 'suppression'],
  ["echo '// @ts-ignore' >> a.ts", 'suppression'],
];

describe('ways around a guard', () => {
  it.each(KNOWN)('%s', (text, id) => {
    expect(bypassOf(last(text))?.id).toBe(id);
  });

  it('knows the execution policy of PowerShell', () => {
    expect(bypassOf(last('Set-ExecutionPolicy Bypass -Scope Process', 'powershell'))?.id).toBe('execution-policy');
  });

  it('has an example for every rule', () => {
    const shown = new Set([...KNOWN.map(([, id]) => id), 'execution-policy']);
    const bypasses = REFUSALS.filter((rule) => !('test' in rule));
    expect(bypasses.length).toBeGreaterThan(20);
    expect(bypasses.filter((rule) => !shown.has(rule.id)).map((rule) => rule.id)).toEqual([]);
  });

  it.each(
    [
      'git push --force-with-lease',
      'git push',
      'git push -n',
      'git commit -am x',
      'git commit -m "-n"',
      'git add -f x',
      'npm install --legacy-peer-deps',
      'npm install --force',
      'npm ci --ignore-scripts',
      'terraform apply -auto-approve',
      'rm -rf dist',
      'rm notes.txt',
      'rm -rf test-results',
      'SKIP_TESTS=0 make',
      'chmod +x a.sh',
      'chmod 755 a.sh',
      'curl -sSL https://x.test',
      'grep -rn eslint-disable src',
      'cat .git/index.lock',
      'claude --permission-mode plan -p x',
      'sudo apt-get install jq',
      'npm test || true',
      'ls x 2>/dev/null',
      'set -e',
      './gradlew build -x docs',
      'git config user.name x',
    ].map((text) => [text]),
  )('%s is none', (text) => {
    expect(isBypass(parseCommand(text).commands[0] as ShellCommand)).toBe(false);
  });
});

describe('changes that are a bypass', () => {
  const added = (a: string, b: string): boolean => {
    const before = parseCommand(a).main;
    const after = parseCommand(b).main;
    return before !== undefined && after !== undefined && diffCommands(before, after).some(isBypassChange);
  };

  it.each<[string, string]>([
    ['git commit -m x', 'git commit --no-verify -m x'],
    ['git commit -m x', 'git commit -n -m x'],
    ['git push', 'git push -f'],
    ['git push origin main', 'git push origin +main'],
    ['npm ci', 'sudo npm ci'],
    ['npm ci', 'npm ci || true'],
    ['npm ci', 'npm ci 2>/dev/null'],
    ['git commit -m x', 'HUSKY=0 git commit -m x'],
    ['SKIP_TESTS=0 make', 'SKIP_TESTS=1 make'],
    ['curl https://x.test', 'curl -k https://x.test'],
    ['claude --permission-mode plan -p x', 'claude --permission-mode bypassPermissions -p x'],
  ])('%s => %s', (a, b) => {
    expect(added(a, b)).toBe(true);
  });

  it.each<[string, string]>([
    ['git commit --no-verify -m x', 'git commit -m x'],
    ['sudo npm ci', 'npm ci'],
    ['npm ci || true', 'npm ci'],
    ['npm ci 2>/dev/null', 'npm ci'],
    ['git push', 'git push --force-with-lease'],
    ['git push', 'git push -n'],
    ['go test ./a', 'go test -tags=x ./a'],
    ['npm ci', 'timeout 60 npm ci'],
    ['npm install', 'npm install --legacy-peer-deps'],
  ])('%s => %s is none', (a, b) => {
    expect(added(a, b)).toBe(false);
  });
});
