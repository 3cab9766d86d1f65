import { expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse-command.ts';
import { isProbe } from '../../src/shell/probe.ts';

function probes(text: string): boolean {
  const { main } = parseCommand(text);
  return main !== undefined && isProbe(main);
}

it.each(
  [
    'which jq',
    'command -v jq',
    'type jq',
    'test -f x',
    '[ -d y ]',
    '[[ -n $x ]]',
    'grep -q a b',
    'rg a',
    'diff a b',
    'cmp a b',
    'git diff --exit-code',
    'git diff --quiet',
    'git check-ignore x',
    'git config --get x',
    'git rev-parse --verify main',
    'git merge-base --is-ancestor a b',
    'git ls-remote --exit-code origin x',
    'git show-ref x',
    'pgrep node',
    'lsof -i :3000',
    'curl -sf http://localhost:3000/health',
    'curl -s https://x.test/healthz',
    'ls x 2>/dev/null',
    'cat x 2>/dev/null',
    'systemctl is-active web',
    'docker inspect web',
    'kubectl diff -f x',
    'terraform plan -detailed-exitcode',
    'jq -e .x a',
    'kill -0 5',
    'npm ls x',
    'pip show x',
    'gh auth status',
    'nc -z localhost 5432',
    'ssh -T git@git.test',
    'redis-cli ping',
  ].map((text) => [text]),
)('%s asks', (text) => {
  expect(probes(text)).toBe(true);
});

it.each(
  [
    'npm test',
    'shellcheck x.sh',
    'eslint .',
    'prettier --check .',
    'tsc --noEmit',
    'ls x',
    'cat x',
    'git diff',
    'git rev-parse HEAD',
    'git commit -m x',
    'terraform plan',
    'docker ps',
    'jq . x',
    'kill 5',
    'curl -X POST http://localhost:3000/x',
    'curl https://x.test/a',
    'pdm run test',
    'npm run test',
  ].map((text) => [text]),
)('%s does not ask', (text) => {
  expect(probes(text)).toBe(false);
});
