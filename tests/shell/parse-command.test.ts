import { describe, expect, it } from 'vitest';
import { maskedBy, parseCommand } from '../../src/shell/parse-command.ts';

/** Shows a command as the reader took it apart: `wrappers ! runner > name/subcommand args`. */
function show(text: string): string[] {
  return parseCommand(text).commands.map((command) => {
    const head = [
      ...command.wrappers.map((wrapper) => `${wrapper} !`),
      ...(command.runner.length > 0 ? [...command.runner, '>'] : []),
    ];
    const name =
      command.subcommand === undefined
        ? command.program
        : `${command.program}/${command.subcommand.replaceAll(' ', '/')}`;
    return [...(command.nested ? ['~'] : []), ...head, name, ...command.args].join(' ');
  });
}

describe('simple commands in the order they run', () => {
  const cases: [string, string[]][] = [
    ['ls -la src', ['ls -la src']],
    ['cd web && npm test', ['cd web', 'npm/test']],
    ['a | b | c', ['a', 'b', 'c']],
    ['a; b\nc', ['a', 'b', 'c']],
    ['a && b || c', ['a', 'b', 'c']],
    ['# a comment\nls # another', ['ls']],
    ['make \\\n  -j4 \\\n  all', ['make -j4 all']],
    ['echo one\r\necho two\r\n', ['echo one', 'echo two']],
    ['(cd api && go test ./...)', ['cd api', 'go/test ./...']],
    ['{ a; b; } > log', ['a', 'b']],
    ['if [ -f x ]; then a; elif b; then c; else d; fi', ['[ -f x ]', 'a', 'b', 'c', 'd']],
    ['for f in *.ts; do tsc "$f"; done', ['tsc $f']],
    ['while read -r x; do echo $x; done < list', ['read -r x', 'echo $x']],
    ['until curl -s localhost; do sleep 1; done', ['curl -s localhost', 'sleep 1']],
    ['case $x in a) one;; b) two;; esac', ['one', 'two']],
    ['[[ -d src && ! -f x ]] && ls', ['[[ -d src ! -f x ]]', 'ls']],
    ['build() { make all; }; build', ['build']],
    ['echo "$(git rev-parse HEAD)"', ['echo $(git rev-parse HEAD)', '~ git/rev-parse HEAD']],
    ['VERSION=$(git describe --tags) && echo $VERSION', ['~ git/describe --tags', 'echo $VERSION']],
    ['diff <(sort a) <(sort b)', ['diff <(sort a) <(sort b)', '~ sort a', '~ sort b']],
    ['echo `whoami`', ['echo `whoami`', '~ whoami']],
    ['cat <<EOF > out.txt\nrm -rf / && echo\nEOF\nls', ['cat', 'ls']],
    ["cat <<'EOF' | wc -l\n$(date)\nEOF", ['cat', 'wc -l']],
    ['cat <<EOF\n$(date)\nEOF', ['cat', '~ date']],
    ['FOO=1', []],
    ['', []],
    ['# nothing', []],
    ['! grep -q x y', ['grep -q x y']],
    ['sleep 5 & wait', ['sleep 5', 'wait']],
    ['echo "a \\"b\\" c" \'d "e" f\'', ['echo a "b" c d "e" f']],
    ["echo 'it'\\''s'", ["echo it's"]],
    ["printf $'a\\tb'", ['printf a\tb']],
    ['Größe=1 prüfe "Ünï cødé/文件.txt"', ['Größe=1 prüfe Ünï cødé/文件.txt']],
    ['C:\\tools\\harbour.exe --list', ['C:\\tools\\harbour.exe --list']],
    ['type "C:\\Program Files\\harbour\\a.txt"', ['type C:\\Program Files\\harbour\\a.txt']],
    [`echo $((1 + 2)) \${HOME:-x}`, [`echo $((1 + 2)) \${HOME:-x}`]],
  ];
  it.each(cases)('%j', (text, expected) => {
    expect(show(text)).toEqual(expected);
    expect(parseCommand(text).ok).toBe(true);
  });
});

describe('wrappers, runners and inner scripts', () => {
  const cases: [string, string[]][] = [
    ['sudo -u postgres psql -c "select 1"', ['sudo -u postgres ! psql -c select 1']],
    ['timeout -k 5 60 go test ./...', ['timeout -k 5 60 ! go/test ./...']],
    ['time npm test', ['time ! npm/test']],
    ['nohup nice -n 10 ./server', ['nohup ! nice -n 10 ! ./server']],
    ['env -i FOO=1 make', ['env -i ! make']],
    ['env', ['env']],
    ['command -v node', ['command -v node']],
    ['command ls', ['command ! ls']],
    ['exec ./run.sh', ['exec ! ./run.sh']],
    ['find . -name x | xargs -0 -n 1 rm -f', ['find . -name x', 'xargs -0 -n 1 ! rm -f']],
    ['stdbuf -oL tail -f log', ['stdbuf -oL ! tail -f log']],
    ['corepack enable', ['corepack/enable']],
    ['corepack pnpm install', ['corepack ! pnpm/install']],
    ['uv run pytest -q', ['uv run > pytest -q']],
    ['uv run --with httpx python -m pytest tests', ['uv run --with httpx python -m > pytest tests']],
    ['uv run', ['uv/run']],
    ['npx -y vitest@2 run', ['npx -y > vitest@2 run']],
    ['npx --package typescript tsc -p .', ['npx --package typescript > tsc -p .']],
    ['pnpm exec eslint .', ['pnpm exec > eslint .']],
    ['pnpm -F web exec tsc', ['pnpm -F web exec > tsc']],
    ['poetry run python x.py', ['poetry run > python x.py']],
    ['bundle exec rspec', ['bundle exec > rspec']],
    ['mise exec node@20 -- npm test', ['mise exec node@20 -- > npm/test']],
    ['mise x -- go build', ['mise x -- > go/build']],
    ['python3 -m pip install x', ['python3 -m > pip/install x']],
    ['python3 -u -W ignore -m http.server 80', ['python3 -u -W ignore -m > http.server 80']],
    ['python3 -c "import x"', ['python3 -c import x']],
    ['docker compose exec -T web npm test', ['docker compose exec -T web > npm/test']],
    ['docker compose -f dev.yml run --rm web ls', ['docker compose -f dev.yml run --rm web > ls']],
    ['docker exec -it db psql', ['docker exec -it db > psql']],
    ['kubectl exec -n shop pod-1 -- ls /app', ['kubectl exec -n shop pod-1 -- > ls /app']],
    ['bash -c "npm ci && npm test"', ['bash -c ! npm/ci', 'bash -c ! npm/test']],
    ['zsh -lc \'echo "a b"; make\'', ['zsh -lc ! echo a b', 'zsh -lc ! make']],
    ['sudo sh -c "echo 1 > /proc/x"', ['sudo ! sh -c ! echo 1']],
    [
      "docker exec db sh -c 'ls | head'",
      ['docker exec db > ls', 'docker exec db > head'].map((line) => `sh -c ! ${line}`),
    ],
    ['eval "make all"', ['eval ! make all']],
    ['eval "$(ssh-agent -s)"', ['eval $(ssh-agent -s)', '~ ssh-agent -s']],
    ['bash -c "$SCRIPT"', ['bash -c $SCRIPT']],
    ['bash scripts/x.sh', ['bash scripts/x.sh']],
    ['bash -c "bash -c \'ls -l\'"', ['bash -c ! bash -c ! ls -l']],
    ['cmd /c "dir /b"', ['cmd /c ! dir /b']],
    ['pwsh -NoProfile -Command "Get-ChildItem src"', ['pwsh ! Get-ChildItem src']],
  ];
  it.each(cases)('%s', (text, expected) => {
    expect(show(text)).toEqual(expected);
  });
});

describe('subcommands behind global flags', () => {
  const cases: [string, string][] = [
    ['git -C api -c user.name=x commit -m y', 'git/commit -c user.name=x -m y'],
    ['git remote add origin url', 'git/remote/add origin url'],
    ['git stash pop', 'git/stash/pop'],
    ['git --no-pager log -5', 'git/log --no-pager -5'],
    ['gh pr create --fill', 'gh/pr/create --fill'],
    ['gh -R lantern/web issue list', 'gh/issue/list -R lantern/web'],
    ['gh api repos/x', 'gh/api repos/x'],
    ['docker compose -f a.yml up -d', 'docker/compose/up -f a.yml -d'],
    ['docker-compose up', 'docker-compose/up'],
    ['kubectl -n shop get pods', 'kubectl/get -n shop pods'],
    ['cargo +nightly build', 'cargo/build +nightly'],
    ['go mod tidy', 'go/mod/tidy'],
    ['npm --prefix web run build', 'npm/run build'],
    ['terraform -chdir=infra apply', 'terraform/apply'],
    ['aws --profile p s3 ls', 'aws/s3/ls --profile p'],
    ['gcloud compute instances list', 'gcloud/compute/instances/list'],
    ['mise run test:unit', 'mise/run test:unit'],
    ['uv pip install x', 'uv/pip/install x'],
    ['brew services start redis', 'brew/services/start redis'],
    ['apt-get install -y jq', 'apt-get/install -y jq'],
    ['lantern deploy now', 'lantern deploy now'],
    ['git "$sub" x', 'git $sub x'],
  ];
  it.each(cases)('%s', (text, expected) => {
    expect(show(text)).toEqual([expected]);
  });
});

describe('flags, values and operands', () => {
  const cases: [string, string[], string[]][] = [
    ['go test --tags=integration -run TestX -count=1 ./api', ['--tags', '-run', '-count'], ['./api']],
    ['ls -la src', ['-la'], ['src']],
    ['git commit -am "two words"', ['-am'], []],
    ['git commit -m "- starts with a dash"', ['-m'], []],
    ['git log --format="%h %s" -n 5 main', ['--format', '-n'], ['main']],
    ['git checkout -b feature/x', ['-b'], []],
    ['grep -rn -A 3 --include="*.go" pattern src', ['-rn', '-A', '--include'], ['pattern', 'src']],
    ['rm -- -weird', [], ['-weird']],
    ['npm test -- --watch=false src/a.test.ts', [], ['src/a.test.ts']],
    ['tar -xzf a.tgz -C out', ['-xzf', '-C'], []],
    ['lantern --name x --verbose y', ['--name', '--verbose'], ['y']],
    ['docker compose logs -f web', ['-f'], ['web']],
    ['docker rm -f web', ['-f'], ['web']],
    ['head -5 x', ['-5'], ['x']],
    ['cat -', [], ['-']],
  ];
  it.each(cases)('%s', (text, flags, operands) => {
    const command = parseCommand(text).commands[0];
    expect(command?.flags).toEqual(flags);
    expect(command?.operands).toEqual(operands);
  });

  it('keeps the value with its flag', () => {
    const [command] = parseCommand('go test -tags integration --timeout=5m ./api').commands;
    expect(command?.arguments.map((argument) => [argument.kind, argument.text, argument.value])).toEqual([
      ['flag', '-tags', 'integration'],
      ['flag', '--timeout', '5m'],
      ['operand', './api', undefined],
    ]);
  });

  it('knows how a word was written', () => {
    const words =
      parseCommand(`x plain 'single' "$var" *.ts '*.ts' a\\ b app/[id] {a,b} $(date)`).commands[0]?.words ?? [];
    expect(words.map((word) => [word.text, word.quoted, word.hasExpansion, word.isGlob])).toEqual([
      ['plain', false, false, false],
      ['single', true, false, false],
      ['$var', true, true, false],
      ['*.ts', false, false, true],
      ['*.ts', true, false, false],
      ['a b', true, false, false],
      ['app/[id]', false, false, true],
      ['{a,b}', false, false, true],
      ['$(date)', false, true, false],
    ]);
  });
});

describe('environment, directory and sourced files', () => {
  it.each<[string, Record<string, string>]>([
    ['FOO=1 BAR="a b" make', { FOO: '1', BAR: 'a b' }],
    ['env FOO=1 make', { FOO: '1' }],
    ['export FOO=1 && make', { FOO: '1' }],
    ['export FOO=1; unset FOO; make', {}],
    ['export FOO=1; FOO=2 make', { FOO: '2' }],
    ['(export FOO=1); make', {}],
    ['sudo FOO=1 make', { FOO: '1' }],
    ['declare -x FOO=1; make', { FOO: '1' }],
    ['FOO=1; make', {}],
    ["FOO=1 bash -c 'make'", { FOO: '1' }],
    ['DATE=$(date) make', { DATE: '$(date)' }],
  ])('%s', (text, env) => {
    expect(parseCommand(text).commands.find((command) => command.name === 'make')?.env).toEqual(env);
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['cd web && make', 'web', 'web'],
    ['cd web; cd ../api && make', 'api', 'api'],
    ['cd /srv/lantern/ && cd docs && make', '/srv/lantern/docs', '/srv/lantern/docs'],
    ['(cd web && make)', 'web', undefined],
    ['(cd web && ls); make', undefined, undefined],
    ['pushd web && ls && popd && make', undefined, undefined],
    ['cd web && cd - && make', undefined, undefined],
    ['cd && make', '~', '~'],
    ['cd .. && make', '..', '..'],
    [
      'cd "$(git rev-parse --show-toplevel)" && make',
      '$(git rev-parse --show-toplevel)',
      '$(git rev-parse --show-toplevel)',
    ],
    ['cd "$ROOT/a" && cd .. && make', '$ROOT', '$ROOT'],
    ['cd "my app" && make', 'my app', 'my app'],
    ['make -C web', 'web', undefined],
    ['cd api && make -C web', 'api/web', 'api'],
    ['if true; then cd web; fi; make', undefined, undefined],
    ['cd web || cd api; make', 'web', 'web'],
    ['cd web & make', undefined, undefined],
    ["bash -c 'cd web && make'", 'web', undefined],
    ["eval 'cd web' && make", 'web', 'web'],
    ['cd C:/code/lantern && make', 'C:/code/lantern', 'C:/code/lantern'],
    ['cd -P web && make', 'web', 'web'],
    ['make && cd web', undefined, 'web'],
  ])('%s', (text, dir, after) => {
    const parsed = parseCommand(text);
    expect(parsed.commands.find((command) => command.name === 'make')?.dir).toBe(dir);
    expect(parsed.cdAfter).toBe(after);
  });

  it.each<[string, string]>([
    ['git -C api status', 'api'],
    ['cd x && git -C ../api status', 'api'],
    ['npm --prefix=web test', 'web'],
    ['pnpm -C web build', 'web'],
    ['yarn --cwd web build', 'web'],
    ['uv --directory api sync', 'api'],
    ['uv run --directory api pytest', 'api'],
    ['go -C api build', 'api'],
    ['./gradlew -p app build', 'app'],
  ])('%s runs in %s', (text, dir) => {
    expect(parseCommand(text).main?.dir).toBe(dir);
  });

  it('does not take the message of a commit for a directory', () => {
    expect(parseCommand('git commit -C HEAD').main?.dir).toBeUndefined();
  });

  it('remembers sourced files', () => {
    expect(parseCommand('source .venv/bin/activate && . ./.env && pytest').main?.sourced).toEqual([
      '.venv/bin/activate',
      './.env',
    ]);
  });
});

describe('who decides the exit status', () => {
  it.each<[string, string[], string | undefined]>([
    ['npm test', [], 'npm'],
    ['npm test | tail -5', ['pipe'], 'tail'],
    ['npm test 2>&1 | tee log | tail', ['pipe'], 'tail'],
    ['set -o pipefail; npm test | tail', [], 'tail'],
    ['set -euo pipefail\nnpm test | tail\necho done', [], 'echo'],
    [`npm test | tail; exit \${PIPESTATUS[0]}`, [], 'exit'],
    ['npm test || true', ['or-true'], 'true'],
    ['npm test || echo failed', ['or-true'], 'echo'],
    ['npm test || npm run fallback', ['or-else'], 'npm'],
    ['npm test || exit 1', [], 'exit'],
    ['npm test || { echo no; exit 1; }', [], 'exit'],
    ['npm test || exit 0', ['or-true'], 'exit'],
    ['npm ci && npm test || true', ['or-true'], 'true'],
    ['npm test; echo $?', ['sequence'], 'echo'],
    ['npm test; exit $?', [], 'exit'],
    ['set -e; npm test; echo done', [], 'echo'],
    ['npm test &', ['background'], undefined],
    ['! npm test', ['negated'], undefined],
    ['if npm test; then echo ok; fi', ['condition'], 'echo'],
    ['for p in a b; do npm test; done', ['loop'], 'npm'],
    ['npm test 2>/dev/null', ['stderr-discarded'], 'npm'],
    ['npm test >/dev/null 2>&1', ['stderr-discarded'], 'npm'],
    ['npm test 2>&1 >/dev/null', [], 'npm'],
    ['npm test &>/dev/null', ['stderr-discarded'], 'npm'],
    ['{ npm test; } 2>/dev/null', ['stderr-discarded'], 'npm'],
    ['(npm test | tail) || true', ['or-true', 'pipe'], 'true'],
    ['npm ci && npm test', [], 'npm'],
    ['X=$(npm test)', [], 'npm'],
    ['echo $(npm test)', ['substitution'], 'echo'],
    ["bash -c 'npm test | tail'", ['pipe'], 'tail'],
    ["bash -o pipefail -c 'npm test | tail'", [], 'tail'],
  ])('%s', (text, reasons, decider) => {
    const parsed = parseCommand(text);
    const npm = parsed.commands.find((command) => command.name === 'npm');
    expect([...(npm?.masks ?? [])].sort()).toEqual([...reasons].sort());
    expect(npm?.exitMasked).toBe(reasons.some((reason) => reason !== 'stderr-discarded'));
    expect(parsed.exitDecidedBy?.name).toBe(decider);
  });

  it('joins the reasons of all commands that do the work', () => {
    const parsed = parseCommand('npm ci 2>/dev/null; npm test | tail');
    expect(new Set(maskedBy(parsed))).toEqual(new Set(['sequence', 'stderr-discarded', 'pipe']));
    expect(parsed.masked).toBe(true);
  });

  it('does not count filters and preparations as masked', () => {
    expect(parseCommand('cd web; npm test').masked).toBe(false);
    expect(parseCommand('echo start; npm test; ').masked).toBe(false);
  });
});

describe('redirections and heredocs', () => {
  it('keeps operator and target, and no body', () => {
    const parsed = parseCommand('cat > "out file" 2>> err <<-EOF\n\tbody words\n\tEOF');
    expect(parsed.commands[0]?.redirects).toEqual([
      { op: '>', target: 'out file' },
      { op: '2>>', target: 'err' },
      { op: '<<-', target: 'EOF' },
    ]);
    expect(parsed.commands[0]?.args).toEqual([]);
    expect(parsed.heredoc).toBe(true);
    expect(parsed.commands[0]?.source).not.toContain('body');
  });

  it('tells a here-string from a heredoc', () => {
    expect(parseCommand('grep x <<< "y"').heredoc).toBe(false);
  });
});

describe('broken text', () => {
  it.each<[string, string[]]>([
    ['cat src/(app)/page.tsx', ['cat src/(app)/page.tsx']],
    ['echo "open', ['echo "open']],
    ['if true; then ls', ['if true', 'then ls']],
    ['ls && && pwd', ['ls', 'pwd']],
    ['echo hi) | wc', ['echo hi)', 'wc']],
    ['FOO=1 run (x) > out # note', ['run (x)']],
    ['echo \'a b\' "c d" )', ['echo a b c d )']],
  ])('%s', (text, expected) => {
    const parsed = parseCommand(text);
    expect(parsed.ok).toBe(false);
    expect(show(text)).toEqual(expected);
  });

  it('marks a broken inner script', () => {
    expect(parseCommand('bash -c "if true"').ok).toBe(false);
  });

  it('cuts what is too long and says so', () => {
    const parsed = parseCommand(`cat > out.txt <<'EOF'\n${'x y\n'.repeat(6000)}EOF`);
    expect(parsed.ok).toBe(false);
    expect(parsed.text.length).toBe(20_000);
    expect(parsed.commands.map((command) => command.name)).toEqual(['cat']);
  });
});

it('answers from the cache with the same object', () => {
  expect(parseCommand('lantern one two')).toBe(parseCommand('lantern one two'));
  expect(parseCommand('lantern one two', 'powershell')).not.toBe(parseCommand('lantern one two'));
});

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
