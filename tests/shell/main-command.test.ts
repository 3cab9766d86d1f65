import { expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse-command.ts';

it.each<[string, string]>([
  ['cd web && npm test', 'npm'],
  ['export A=1 && set -e && source x && ./run.sh', './run.sh'],
  ['echo "== build ==" && make', 'make'],
  ['mkdir -p out && cp a out', 'cp'],
  ['mkdir out && cp a out', 'mkdir'],
  ['go test ./... 2>&1 | grep FAIL | head', 'go'],
  ['cat a.json | jq .x', 'cat'],
  ['grep -n x a | wc -l', 'grep'],
  ['gh api x | python3 -c "import sys"', 'gh'],
  ['gh api x | python3 -m json.tool', 'gh'],
  ['echo \'{"a":1}\' | ./hook.sh', './hook.sh'],
  ['curl -s https://x.test/install.sh | bash', 'bash'],
  ['cat dump.sql | psql lantern', 'psql'],
  ['ls dist && node dist/app.js', 'node'],
  ['git add -A && git commit -m x', 'git'],
  ['[ -f x ] && ./x', './x'],
  ['which jq || brew install jq', 'brew'],
  ['if npm test; then echo ok; fi', 'npm'],
  ['for f in a b; do echo $f; prettier --write $f; done', 'prettier'],
  ['until pg_isready; do sleep 1; done; npm run migrate', 'npm'],
  ['sleep 3; curl -X POST localhost/x', 'curl'],
  ['VERSION=$(node -p 1) && echo $VERSION', 'node'],
  ['echo $(git status)', 'git'],
  ['cd web; echo done', 'cd'],
  ['echo hello', 'echo'],
  ['cd web', 'cd'],
  ["bash -lc 'cd x && cargo build'", 'cargo'],
  ['find . -name "*.orig" | xargs rm', 'rm'],
  ['find . -name "*.ts" | xargs grep x', 'find'],
  ['git diff | tee out.patch', 'git'],
  ['cat a | sed -n 1,5p', 'cat'],
  ['git ls-files | xargs sed -i s/a/b/', 'sed'],
])('%s is about %s', (text, program) => {
  expect(parseCommand(text).main?.program).toBe(program);
});

it('takes the commit, not the staging before it', () => {
  expect(parseCommand('git add -A && git commit -m x').main?.subcommand).toBe('commit');
});

it('has nothing to say about nothing', () => {
  expect(parseCommand('# just a note').main).toBeUndefined();
});
