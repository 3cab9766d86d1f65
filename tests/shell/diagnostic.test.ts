import { expect, it } from 'vitest';
import { isDiagnostic } from '../../src/shell/diagnostic.ts';
import { parseCommand } from '../../src/shell/parse-command.ts';

function looks(text: string): boolean {
  const { main } = parseCommand(text);
  return main !== undefined && isDiagnostic(main);
}

it.each(
  [
    'npm run build --help',
    'cargo -h',
    'node --version',
    'node -v',
    'go version',
    'which jq',
    'command -v jq',
    'ls -la',
    'cat a.ts',
    'find . -name x',
    'find . -name x -exec grep y {} \\;',
    'grep x y',
    'rg x',
    'git status',
    'git log -5',
    'git diff HEAD',
    'git show HEAD',
    'git branch',
    'git branch -a',
    'git branch --show-current',
    'git remote -v',
    'git stash list',
    'git tag -l "v*"',
    'git config --get user.name',
    'git config user.name',
    'git worktree list',
    'pwd',
    'env',
    'echo x',
    'npm ls',
    'npm run',
    'pip show x',
    'uv pip list',
    'docker ps',
    'docker compose logs web',
    'docker image ls',
    'kubectl get pods',
    'kubectl describe pod x',
    'gh pr view 5',
    'gh run list',
    'gh search code x',
    'gh api repos/a/b',
    'gh api graphql -f query="query { viewer { login } }"',
    'jq . x',
    'wc -l x',
    'stat x',
    'tree',
    'man ls',
    'go env',
    'go list ./...',
    'cargo metadata',
    'terraform show',
    'terraform state list',
    'helm get values x',
    'aws s3 ls',
    'aws ec2 describe-instances',
    'gcloud compute instances list',
    'mise ls',
    'brew list',
    'brew --prefix',
    'curl -s https://x.test/a',
    'curl -X GET https://x.test/a',
    'sqlite3 a.db "select 1"',
    'psql -c "\\d users"',
    'sed -n 1,5p x',
    'tar -tzf a.tgz',
    'make -n all',
    'npm publish --dry-run',
    'systemctl status web',
  ].map((text) => [text]),
)('%s only looks', (text) => {
  expect(looks(text)).toBe(true);
});

it.each(
  [
    'npm test',
    'npm install',
    'cat > a.ts <<EOF\nx\nEOF',
    'echo x >> a',
    'sed -i s/a/b/ x',
    'find . -name x -delete',
    'find . -name x -exec rm {} \\;',
    'git branch new',
    'git branch -D old',
    'git tag v1',
    'git config user.name x',
    'git stash',
    'git remote add a b',
    'go env -w X=1',
    'psql -h localhost -c "drop table x"',
    'psql -h localhost',
    'gh pr create',
    'gh api -X POST repos/a/b',
    'gh api repos/a/b -f body=x',
    'gh api graphql -f query="mutation { x }"',
    'curl -X POST https://x.test',
    'curl -o a https://x.test',
    'sqlite3 a.db "delete from x"',
    'docker compose up',
    'kubectl apply -f x',
    'terraform apply',
    'aws s3 cp a b',
    'uv run env',
    'sort -o a a',
  ].map((text) => [text]),
)('%s does more than look', (text) => {
  expect(looks(text)).toBe(false);
});

it('knows the verbs of PowerShell', () => {
  const look = (text: string): boolean => parseCommand(text, 'powershell').commands.every(isDiagnostic);
  expect(look('Get-Content x | Select-Object -First 5')).toBe(true);
  expect(look('Remove-Item x')).toBe(false);
});
