import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShellCommand } from '../../src/programs/command.ts';
import type { CommandChange } from '../../src/shell/change.ts';
import { compareCommands, diffCommands } from '../../src/shell/diff-commands.ts';
import { parseCommand } from '../../src/shell/parse-command.ts';

function main(text: string): ShellCommand {
  const command = parseCommand(text).main;
  if (command === undefined) throw new Error(`no command in ${text}`);
  return command;
}

/** A change as one line: `flag-added --tags=integration`. */
function show(change: CommandChange): string {
  const side = (text: string | undefined, value: string | undefined): string =>
    value === undefined ? (text ?? '') : `${text}=${value}`;
  const before = side(change.old, change.oldValue);
  const after = side(change.new, change.newValue);
  return `${change.kind} ${before}${before !== '' && after !== '' ? ' -> ' : ''}${after}`;
}

function changes(a: string, b: string): string[] {
  return diffCommands(main(a), main(b)).map(show);
}

describe('one change is one entry', () => {
  it.each<[string, string, string[]]>([
    ['pytest tests', 'uv run pytest tests', ['runner-added uv run']],
    ['npx vitest run', 'vitest run', ['runner-removed npx']],
    ['npx vitest', 'pnpm exec vitest', ['runner-replaced npx -> pnpm exec']],
    ['pytest x', 'python -m pytest x', ['runner-added python -m']],
    ['python x.py', 'python3 x.py', ['program-replaced python -> python3']],
    ['npm install', 'pnpm install', ['program-replaced npm -> pnpm']],
    ['npm run build', 'pnpm build', ['program-replaced npm -> pnpm']],
    ['grep x a', '/usr/bin/grep x a', ['program-replaced grep -> /usr/bin/grep']],
    ['npm run test-unit', 'npm run test:unit', ['script-replaced test-unit -> test:unit']],
    ['npm test', 'npm run test:ci', ['script-replaced test -> test:ci']],
    ['make tests', 'make test', ['script-replaced tests -> test']],
    ['mise run test:int', 'mise run test:integration', ['script-replaced test:int -> test:integration']],
    ['git checkout main', 'git switch main', ['subcommand-replaced checkout -> switch']],
    ['gh pr view 5', 'gh issue view 5', ['subcommand-replaced pr view -> issue view']],
    ['go test ./api', 'go test -tags=integration ./api', ['flag-added -tags=integration']],
    ['go test -tags integration ./api', 'go test ./api', ['flag-removed -tags=integration']],
    ['vitest --run --no-watch', 'vitest --run', ['flag-removed --no-watch']],
    ['lantern --port 3000', 'lantern --port 3001', ['flag-replaced --port=3000 -> --port=3001']],
    ['lantern --port=3000', 'lantern --port 3000', []],
    ['go test -tag=x ./a', 'go test -tags=x ./a', ['flag-replaced -tag=x -> -tags=x']],
    ['eslint --no-color a', 'eslint --no-colour a', ['flag-replaced --no-color -> --no-colour']],
    ['cat src/a.ts', 'cat lib/a.ts', ['operand-replaced src/a.ts -> lib/a.ts']],
    ['cat a.ts', 'cat a.ts b.ts', ['operand-added b.ts']],
    ['cat a.ts b.ts', 'cat b.ts', ['operand-removed a.ts']],
    ['git push origin master', 'git push origin main', ['operand-replaced master -> main']],
    ['make', 'CC=clang make', ['env-added CC=clang']],
    ['A=1 make', 'make', ['env-removed A=1']],
    ['A=1 make', 'export A=2 && make', ['env-replaced A=1 -> A=2']],
    ['npm test', 'cd web && npm test', ['dir-changed web']],
    ['cd web && npm test', 'cd api && npm test', ['dir-changed web -> api']],
    ['git -C api status', 'cd api && git status', []],
    ['pytest', 'source .venv/bin/activate && pytest', ['sourced-changed .venv/bin/activate']],
    ['ls app/[id]', "ls 'app/[id]'", ["quoting-changed app/[id] -> 'app/[id]'"]],
    ['pip install lantern[dev]', "pip install 'lantern[dev]'", ["quoting-changed lantern[dev] -> 'lantern[dev]'"]],
    ['rm "$x"', 'rm $x', ['quoting-changed "$x" -> $x']],
    ["echo '$x'", 'echo "$x"', ['quoting-changed \'$x\' -> "$x"']],
    ['cat My File.txt', 'cat "My File.txt"', ["quoting-changed My File.txt -> 'My File.txt'"]],
    ['cat src/(app)/a.ts', "cat 'src/(app)/a.ts'", ["quoting-changed src/(app)/a.ts -> 'src/(app)/a.ts'"]],
    ['ls C:\\lantern\\src', "ls 'C:\\lantern\\src'", ["quoting-changed C:\\lantern\\src -> 'C:\\lantern\\src'"]],
    ['cat "a.ts"', 'cat a.ts', []],
    ['lantern < a.sql', 'lantern < b.sql', ['redirect-changed <a.sql -> <b.sql']],
    ['lantern > out/a', 'lantern > build/a', ['redirect-changed >out/a -> >build/a']],
    ['lantern', 'lantern 2>/dev/null', ['redirect-changed 2>/dev/null']],
    ['lantern', 'lantern > log 2>&1', []],
    ['npm test 2>&1 | tail -5', 'npm test | head', []],
    ['go test ./...', 'timeout 60 go test ./...', ['wrapper-changed timeout 60']],
    ['make', 'sudo make', ['wrapper-changed sudo']],
    ['npm ci', 'npm ci || true', ['fallback-added || true']],
    ['npm ci || true', 'npm ci', ['fallback-removed || true']],
    ['lantern a --x b', 'lantern b --x a', ['order-changed a --x b -> b --x a']],
    ['go test ./api -run TestA', 'go test -run TestA ./api', ['order-changed ./api -run TestA -> -run TestA ./api']],
    ['npm test; echo done', 'npm test', []],
    [
      'python x.py --n 5',
      'uv run python3 x.py --n 6',
      ['runner-added uv run', 'program-replaced python -> python3', 'operand-replaced 5 -> 6'],
    ],
  ])('%s => %s', (a, b, expected) => {
    expect(changes(a, b)).toEqual(expected);
  });

  it('says whether a replaced operand is a path of the same name', () => {
    const [change] = diffCommands(main('cat src/a.ts'), main('cat lib/a.ts'));
    expect(change).toMatchObject({ sameBasename: true, isPath: true, on: 'cat' });
    const [branch] = diffCommands(main('git push origin master'), main('git push origin main'));
    expect(branch).toMatchObject({ sameBasename: false, isPath: false, on: 'git push' });
  });

  it('pairs each path with the one of the same name', () => {
    expect(changes('cat a/x.ts a/y.ts', 'cat b/y.ts b/x.ts')).toEqual([
      'operand-replaced a/x.ts -> b/x.ts',
      'operand-replaced a/y.ts -> b/y.ts',
    ]);
  });
});

describe('similarity', () => {
  const similarity = (a: string, b: string): number => compareCommands(main(a), main(b)).similarity;

  it('is 1 for the same command', () => {
    expect(similarity('npm test', 'npm test 2>&1 | tail')).toBe(1);
  });

  it.each<[string, string]>([
    ['python x.py', 'python3 x.py'],
    ['pytest tests', 'uv run pytest tests'],
    ['cat src/a.ts', 'cat lib/a.ts'],
    ['npm run test-unit', 'npm run test:unit'],
    ['go test ./api', 'go test -tags=integration ./api'],
    ['npm test', 'cd web && npm test'],
  ])('is high for a retry: %s, %s', (a, b) => {
    expect(similarity(a, b)).toBeGreaterThan(0.7);
  });

  it.each<[string, string]>([
    ['npm test', 'git push'],
    ['cat src/a.ts', 'docker compose up -d'],
    ['ls src', 'rm -rf build'],
  ])('is low for something else: %s, %s', (a, b) => {
    expect(similarity(a, b)).toBeLessThan(0.4);
  });
});

describe('properties', () => {
  const word = fc.constantFrom(
    'a',
    'b',
    'src/a.ts',
    'lib/a.ts',
    '--x',
    '--y=1',
    '--y=2',
    '-v',
    '*.ts',
    "'*.ts'",
    '"$v"',
    'main',
    '--',
    '5',
  );
  const start = fc.constantFrom(
    'ls',
    'npm run',
    'git push',
    'uv run pytest',
    'A=1 make',
    'cd w && cat',
    'sudo rm',
    'python3',
    'python',
    'go test',
  );
  const end = fc.constantFrom('', ' 2>/dev/null', ' || true', ' > out', ' | tail');
  const text = fc
    .tuple(start, fc.array(word, { maxLength: 6 }), end)
    .map(([head, words, tail]) => `${head} ${words.join(' ')}${tail}`);

  it('a command does not differ from itself', () => {
    fc.assert(
      fc.property(text, (line) => {
        const again = parseCommand(`${line} `).main;
        expect(again && diffCommands(main(line), again)).toEqual([]);
      }),
    );
  });

  it('swapped sides give the mirrored answer', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const there = compareCommands(main(a), main(b));
        const back = compareCommands(main(b), main(a));
        expect(back.similarity).toBe(there.similarity);
        expect(back.changes.map(show).sort()).toEqual(there.changes.map((change) => show(mirror(change))).sort());
      }),
    );
  });

  it('lies between 0 and 1', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { similarity, changes: found } = compareCommands(main(a), main(b));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        expect(found.length === 0).toBe(similarity === 1);
      }),
    );
  });

  it('compares commands of thousands of words', () => {
    const many = (offset: number): string =>
      `lantern ${Array.from({ length: 4000 }, (_, at) => `w${at * 2 + offset}`).join(' ')}`;
    expect(diffCommands(main(many(0)), main(many(1))).length).toBeGreaterThan(0);
  });
});

function mirror(change: CommandChange): CommandChange {
  const kind = change.kind.endsWith('-added')
    ? change.kind.replace('-added', '-removed')
    : change.kind.endsWith('-removed')
      ? change.kind.replace('-removed', '-added')
      : change.kind;
  const { old, new: fresh, oldValue, newValue } = change;
  return {
    kind: kind as CommandChange['kind'],
    on: change.on,
    old: fresh,
    new: old,
    oldValue: newValue,
    newValue: oldValue,
  };
}
