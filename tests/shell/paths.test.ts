import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse-command.ts';
import { globsOf, pathsOf, placesOf } from '../../src/shell/paths.ts';

function pathsIn(text: string, dialect: 'posix' | 'powershell' = 'posix'): string[] {
  const { main } = parseCommand(text, dialect);
  return main === undefined ? [] : pathsOf(main);
}

describe('paths', () => {
  it.each<[string, string[]]>([
    ['cat src/a.ts README', ['src/a.ts', 'README']],
    ['ls docs', ['docs']],
    ['cd ../orchard', ['../orchard']],
    ['rm -rf "build dir" ~/x', ['build dir', '~/x']],
    ['head -n 20 log.txt', ['log.txt']],
    ['grep -rn "src/lib" src tests/unit', ['src', 'tests/unit']],
    ['grep -e a -e b x.ts', ['x.ts']],
    ['rg --files src', ['src']],
    ['rg -g "*.ts" pattern lib', ['lib']],
    ["sed -n '1,5p' a.ts", ['a.ts']],
    ["sed -i '' 's/a/b/' a.ts", ['a.ts']],
    ["sed -i -e 's/a/b/' a.ts", ['a.ts']],
    ["awk -F: '/x/ {print $1}' etc/list", ['etc/list']],
    ["jq '.a/.b' data.json", ['data.json']],
    ['find src lib -name "*.ts" -path "./x/*"', ['src', 'lib']],
    ['chmod +x scripts/run.sh', ['scripts/run.sh']],
    ['python scripts/make.py out/report.md --n 5', ['scripts/make.py', 'out/report.md']],
    ['python3 -c "open(\'a/b.txt\')"', []],
    ['node -e "require(\'./x.js\')"', []],
    ['node scripts/gen.mjs', ['scripts/gen.mjs']],
    ['bash ./deploy.sh prod', ['./deploy.sh']],
    ['npx vitest run src/a.test.ts', ['src/a.test.ts']],
    ['pytest tests/test_a.py::TestX::test_y -k "a/b"', ['tests/test_a.py']],
    ['eslint src/a.ts:12', ['src/a.ts']],
    ['git add src/a.ts docs', ['src/a.ts', 'docs']],
    ['git diff main..feature/x -- src/lib', ['src/lib']],
    ['git diff HEAD~1 src/a.ts', ['src/a.ts']],
    ['git checkout feature/login', []],
    ['git checkout -- src/a.ts', ['src/a.ts']],
    ['git push origin user/topic', []],
    ['git show HEAD:src/a.ts', []],
    ['git log origin/main..HEAD --oneline', []],
    ['git worktree add ../orchard-fix fix', ['../orchard-fix']],
    ['git clone https://git.test/a/b.git tools/b', ['tools/b']],
    ['git grep TODO src/a.ts', ['src/a.ts']],
    ['gh repo clone lantern/web', []],
    ['gh api repos/lantern/web/pulls', []],
    ['gh pr create --body-file notes/pr.md', ['notes/pr.md']],
    ['npm install @lantern/core lodash/fp ./packages/core', ['./packages/core']],
    ['npm test -- src/a.test.ts', ['src/a.test.ts']],
    ['docker run --rm lantern/web:1.2 ls /app', []],
    ['docker build -f docker/Dockerfile -t lantern/web services/web', ['docker/Dockerfile', 'services/web']],
    ['docker cp web:/app/log.txt out/log.txt', ['out/log.txt']],
    ['kubectl apply -f k8s/web.yaml', ['k8s/web.yaml']],
    ['kubectl logs deploy/web', []],
    ['go test ./...', []],
    ['go test ./internal/store', ['./internal/store']],
    ['go get github.com/lantern/kit@v1.2.0', []],
    ['golangci-lint run ./internal/...', []],
    ['curl https://x.test/a.json -o out/a.json', ['out/a.json']],
    ['echo src/a.ts', []],
    ['tsc -p tsconfig.build.json', ['tsconfig.build.json']],
    ['vite build --config web/vite.config.ts', ['web/vite.config.ts']],
    ['tar -xzf dist/a.tgz', ['dist/a.tgz']],
    ['tar xzf dist/a.tgz', ['dist/a.tgz']],
    ['cat $HOME/x.txt "$FILE"', []],
    ['cat src/*.ts a.ts', ['a.ts']],
    ['cat "app/[id]/page.tsx"', ['app/[id]/page.tsx']],
    ['cat a.ts > out.ts 2> err.log', ['a.ts']],
    ['cat < in.txt', []],
    ['[ -f config/app.yml ]', ['config/app.yml']],
    ['test "$a" = b/c', []],
    ['lantern report src/main.rs 2024/01/02 text/html a=b/c @lantern/kit', ['src/main.rs']],
    ['lantern sync "two words/in prose" ./x', ['./x']],
    ['cat "Ünï/文件.txt"', ['Ünï/文件.txt']],
    ['type C:\\lantern\\a.txt', ['C:\\lantern\\a.txt']],
    ['cat "C:\\lantern\\a b.txt"', ['C:\\lantern\\a b.txt']],
    ['scp host:/srv/a.txt out/a.txt', ['out/a.txt']],
    ['sqlite3 data/app.db "select a/b from t"', ['data/app.db']],
    ['psql -f db/schema.sql', ['db/schema.sql']],
    ['cat /dev/null', []],
    ['make build/app.o', []],
    ['sed s/a/b/ /dev/stdin', []],
    ['mkdir -p a/b', ['a/b']],
    ['ssh-keygen -f x', []],
  ])('%s', (text, expected) => {
    expect(pathsIn(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['Get-Content src\\a.ts', ['src\\a.ts']],
    ['Get-ChildItem -Path C:\\lantern -Recurse', ['C:\\lantern']],
    ['type notes', ['notes']],
  ])('%s in PowerShell', (text, expected) => {
    expect(pathsIn(text, 'powershell')).toEqual(expected);
  });
});

it.each<[string, string[]]>([
  ['ls src/*.ts lib', ['src/*.ts']],
  ['cp {a,b}.txt out', ['{a,b}.txt']],
  ['git add "docs/*.md"', ['docs/*.md']],
  ['grep "a*b" x', []],
  ['cat $DIR/*.ts', []],
])('lists the globs of %s', (text, expected) => {
  const { main } = parseCommand(text);
  expect(main === undefined ? [] : globsOf(main)).toEqual(expected);
});

describe('placesOf', () => {
  it.each([
    ['target/debug/tide show north.toml', ['target/debug/tide', 'north.toml']],
    ['./gradlew build', ['./gradlew']],
    ['tide show north.toml', ['north.toml']],
    ['"$BIN/tide" show north.toml', ['north.toml']],
  ])('names the program that is called by its path: %s', (text, wanted) => {
    expect(parseCommand(text).commands.flatMap(placesOf)).toEqual(wanted);
  });
});
