import { describe, expect, it } from 'vitest';
import type { CallInput, ToolKind } from '../../../src/agents/call.ts';
import { compileTriggers, type Machine, type ObservedCall } from '../../../src/lessons/triggers/index.ts';
import { roots } from '../story.ts';

const root = '/srv/orchard';

function did(tool: ToolKind, name: string, input: CallInput, more: Partial<ObservedCall> = {}): ObservedCall {
  return { tool, name, input, cwd: root, outcome: 'ok', ...more };
}
const sh = (command: string, more?: Partial<ObservedCall>) => did('shell', 'Bash', { command }, more);
const read = (path: string, more?: Partial<ObservedCall>) => did('read', 'Read', { path: `${root}/${path}` }, more);
const edit = (path: string, more?: Partial<ObservedCall>) => did('edit', 'Edit', { path: `${root}/${path}` }, more);

/** Whether the trigger matches the last call, after the others. */
function matchesAfter(
  past: readonly ObservedCall[],
  call: ObservedCall,
  trigger: string,
  machine: Machine = {},
): boolean {
  const [rule = '', when = ''] = trigger.split(' when ');
  const matcher = compileTriggers([{ trigger: { rule, when } }], roots, machine);
  expect(matcher.unreadable).toEqual([]);
  const session = matcher.startSession();
  for (const one of past) session.observe(one);
  return session.match(call).length > 0;
}

describe('where the shell is', () => {
  it.each([
    ['cwd is .', sh('make'), true],
    ['cwd is not .', sh('make'), false],
    ['cwd is not .', sh('cd web && make'), true],
    ['cwd is web', sh('cd web && make'), true],
    ['cwd below .', sh('make', { cwd: `${root}/web/src` }), true],
    ['cwd below web', sh('make', { cwd: `${root}/web` }), false],
    ['cwd is not web', sh('make', { cwd: '/tmp' }), false],
  ])('%s on %j is %s', (when, call, expected) => {
    expect(matchesAfter([], call, `Bash(make *) when ${when}`)).toBe(expected);
  });

  it('is carried through cd, but not by a call that failed, was put back, left the project, or ran in a subagent', () => {
    const trigger = 'Bash(make *) when cwd is web';
    expect(matchesAfter([sh('cd web && ls')], sh('make'), trigger)).toBe(true);
    expect(matchesAfter([sh('cd web', { outcome: 'failed' })], sh('make'), trigger)).toBe(false);
    expect(matchesAfter([sh('cd web', { output: 'Shell cwd was reset to /srv/orchard' })], sh('make'), trigger)).toBe(
      false,
    );
    expect(matchesAfter([sh('cd web'), sh('cd /tmp')], sh('make'), trigger)).toBe(true);
    expect(matchesAfter([sh('cd web', { thread: 'a' })], sh('make', { thread: 'a' }), trigger)).toBe(false);
    expect(
      matchesAfter([sh('cd web'), sh('ls', { cwd: `${root}/docs` })], sh('make', { cwd: `${root}/docs` }), trigger),
    ).toBe(false);
  });
});

it('of PowerShell stays where it was led in Claude Code, and begins anew in the others', () => {
  const trigger = 'Bash(make *) when cwd is web';
  const run = (name: string, command: string) => did('shell', name, { command });
  const go = 'Set-Location web; Get-ChildItem';
  expect(matchesAfter([run('PowerShell', go)], run('PowerShell', 'make'), trigger)).toBe(true);
  expect(matchesAfter([run('powershell', go)], run('powershell', 'make'), trigger)).toBe(false);
  expect(matchesAfter([], run('powershell', `${go}; make`), trigger)).toBe(true);
});

describe('files', () => {
  it('are known once they were read or written', () => {
    const trigger = 'Edit(**) when file not read';
    expect(matchesAfter([], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([read('a.ts')], edit('a.ts'), trigger)).toBe(false);
    expect(matchesAfter([read('b.ts')], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([read('a.ts', { outcome: 'failed' })], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([sh('cat a.ts')], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([did('write', 'Write', { path: `${root}/a.ts` })], edit('a.ts'), trigger)).toBe(false);
    expect(matchesAfter([read('a.ts', { thread: 'helper' })], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([], { ...edit('a.ts'), name: 'apply_patch' }, trigger)).toBe(false);
  });

  it('are no longer known after a compaction, or when the agent says so', () => {
    const trigger = 'Edit(**) when file not read';
    expect(matchesAfter([read('a.ts')], edit('a.ts', { compacted: true }), trigger)).toBe(true);
    expect(matchesAfter([read('a.ts')], edit('a.ts', { compacted: true, thread: 'helper' }), trigger)).toBe(true);
    const refused = edit('a.ts', {
      outcome: 'failed',
      output: 'File has not been read yet. Read it first before writing to it.',
    });
    expect(matchesAfter([read('a.ts'), refused], edit('a.ts'), trigger)).toBe(true);
    const opencode = { ...refused, output: 'You must read file a.ts before overwriting it. Use the Read tool first' };
    expect(matchesAfter([read('a.ts'), opencode], edit('a.ts'), trigger)).toBe(true);
    expect(
      matchesAfter([read('a.ts'), edit('a.ts', { outcome: 'failed', output: 'not found' })], edit('a.ts'), trigger),
    ).toBe(false);
  });

  it('lack a text that an edit took out, until something may have brought it back', () => {
    const trigger = 'Edit(**) when old text is not in the file';
    const swap = (oldText: string, newText: string, more?: Partial<ObservedCall>) =>
      did('edit', 'Edit', { path: `${root}/a.ts`, oldText, newText }, more);
    const rename = swap('plantTree', 'growTree');
    expect(matchesAfter([rename], swap('plantTrees()', 'x'), trigger)).toBe(true);
    expect(matchesAfter([rename], swap('growTrees()', 'x'), trigger)).toBe(false);
    expect(matchesAfter([swap('plantTree', 'plantTrees')], swap('plantTree', 'x'), trigger)).toBe(false);
    expect(matchesAfter([rename, swap('// todo: x', 'plantTree')], swap('plantTree', 'x'), trigger)).toBe(false);
    expect(matchesAfter([{ ...rename, outcome: 'failed' }], swap('plantTree', 'x'), trigger)).toBe(false);
    expect(
      matchesAfter([rename, did('write', 'Write', { path: `${root}/a.ts` })], swap('plantTree', 'x'), trigger),
    ).toBe(false);
    expect(matchesAfter([rename, sh('git checkout .')], swap('plantTree', 'x'), trigger)).toBe(false);
    expect(matchesAfter([rename, sh("sed -i 's/a/b/' a.ts")], swap('plantTree', 'x'), trigger)).toBe(false);
    // Cut texts say nothing of their end, and short ones are everywhere.
    expect(matchesAfter([rename], swap('plantTree…', 'x'), trigger)).toBe(false);
    expect(matchesAfter([swap('tree', 'bush')], swap('trees', 'x'), trigger)).toBe(false);
    expect(
      matchesAfter(
        [rename],
        { ...swap('plantTree', 'x'), input: { path: `${root}/b.ts`, oldText: 'plantTree', newText: 'x' } },
        trigger,
      ),
    ).toBe(false);
  });

  it.each([
    ['npx prettier --write .', true],
    ['npx prettier --write a.ts', true],
    ['npx prettier --write b.ts', false],
    ['npx prettier --check .', false],
    ['git checkout main', true],
    ['git status', false],
    ['sed -i s/x/y/ a.ts', true],
    ['sed -n 1p a.ts', false],
    ['echo x > a.ts', true],
    ['npm run format', true],
    ['npm test', false],
  ])('after %s, changed is %s', (command, expected) => {
    const trigger = 'Edit(**) when file changed since read';
    expect(matchesAfter([read('a.ts'), sh(command)], edit('a.ts'), trigger)).toBe(expected);
    expect(matchesAfter([sh(command), read('a.ts')], edit('a.ts'), trigger)).toBe(false);
  });

  it('are seen by what a command prints, where the agent has no tool for reading', () => {
    const trigger = 'Edit(**) when file changed since read';
    const format = sh('npx prettier --write .');
    const patch = { ...edit('a.ts'), name: 'apply_patch' };
    expect(matchesAfter([sh('cat a.ts'), format], patch, trigger)).toBe(true);
    expect(matchesAfter([patch, format], patch, trigger)).toBe(true);
    for (const command of ['cat a.ts', "sed -n '1,9p' a.ts", 'nl -ba a.ts | head', 'cd . && tail -5 a.ts'])
      expect([command, matchesAfter([patch, format, sh(command)], patch, trigger)]).toEqual([command, false]);
    for (const command of ['cat b.ts', 'cat a.ts | wc -l', 'rg x a.ts', 'echo "$(cat a.ts)"', 'cat a.ts > b.ts'])
      expect([command, matchesAfter([patch, format, sh(command)], patch, trigger)]).toEqual([command, true]);
    // A client that watches files wants its own tool to be used again.
    expect(matchesAfter([read('a.ts'), format, sh('cat a.ts')], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([sh('cat a.ts'), format], edit('a.ts', { compacted: true }), trigger)).toBe(false);
  });

  it('are folders where something below was found, or the disk says so', () => {
    const trigger = 'Tool(Read) when file is a folder';
    expect(matchesAfter([], read('src'), trigger)).toBe(false);
    expect(matchesAfter([read('src/a.ts')], read('src'), trigger)).toBe(true);
    expect(matchesAfter([], read('src'), trigger, { isFolder: (path) => path === `${root}/src` })).toBe(true);
  });

  it('are read whole without offset and limit', () => {
    const trigger = 'Read(a.ts) when file read whole';
    expect(matchesAfter([], read('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([], did('read', 'Read', { path: `${root}/a.ts`, limit: 5 }), trigger)).toBe(false);
    expect(matchesAfter([], sh('rg x a.ts'), trigger)).toBe(false);
  });
});

describe('what ran before', () => {
  it('counts where it ended well', () => {
    const trigger = 'Bash(npm test *) when Bash(npm run seed *) has not run';
    expect(matchesAfter([], sh('npm test'), trigger)).toBe(true);
    expect(matchesAfter([sh('npm run seed')], sh('npm test'), trigger)).toBe(false);
    expect(matchesAfter([sh('npm run seed', { outcome: 'failed' })], sh('npm test'), trigger)).toBe(true);
  });

  it('counts since the file was read', () => {
    const trigger = 'Edit(**) when Bash(npm run fix *) ran since the file was read';
    expect(matchesAfter([read('a.ts'), sh('npm run fix')], edit('a.ts'), trigger)).toBe(true);
    expect(matchesAfter([sh('npm run fix'), read('a.ts')], edit('a.ts'), trigger)).toBe(false);
    expect(matchesAfter([sh('npm run fix')], edit('a.ts'), trigger)).toBe(false);
  });

  it('counts after edits of certain files', () => {
    const trigger = 'Bash(make lint *) when edited **/*.go since Bash(gofmt * -w *)';
    expect(matchesAfter([], sh('make lint'), trigger)).toBe(false);
    expect(matchesAfter([edit('cmd/a.go')], sh('make lint'), trigger)).toBe(true);
    expect(matchesAfter([edit('README.md')], sh('make lint'), trigger)).toBe(false);
    expect(matchesAfter([edit('cmd/a.go'), sh('gofmt -w cmd')], sh('make lint'), trigger)).toBe(false);
    expect(matchesAfter([sh('gofmt -w cmd'), edit('cmd/a.go')], sh('make lint'), trigger)).toBe(true);
  });
});

describe('the call itself', () => {
  it.each([
    ['Bash(go test *) when without -tags{,=*}', sh('go test ./it'), true],
    ['Bash(go test *) when without -tags{,=*}', sh('go test -tags=it ./it'), false],
    ['Bash(bin/tides *) when without REGION=*', sh('bin/tides'), true],
    ['Bash(bin/tides *) when without REGION=*', sh('REGION=north bin/tides'), false],
    ['Tool(Task) when without prompt', did('task', 'Task', { rest: { prompt: 'x' } }), false],
    ['Pattern(*") when without *"*"', did('search', 'Grep', { pattern: 'open"' }), true],
    ['Pattern(*") when without *"*"', did('search', 'Grep', { pattern: '"open"' }), false],
    ['Bash(* *?*=* *) when unquoted *?*=*', sh('gh api repos/x?page=2'), true],
    ['Bash(* *?*=* *) when unquoted *?*=*', sh("gh api 'repos/x?page=2'"), false],
    ['Bash(make *) when time limit below 600 s', did('shell', 'Bash', { command: 'make', timeoutMs: 60_000 }), true],
    ['Bash(make *) when time limit below 600 s', did('shell', 'Bash', { command: 'make', timeoutMs: 600_000 }), false],
    ['Bash(make *) when time limit below 600 s', did('shell', 'Bash', { command: 'make', background: true }), false],
    [
      'Edit(**) when old text equals new text',
      did('edit', 'Edit', { path: `${root}/a`, oldText: 'x', newText: 'x' }),
      true,
    ],
    [
      'Edit(**) when old text equals new text',
      did('edit', 'Edit', { path: `${root}/a`, oldText: 'x', newText: 'y' }),
      false,
    ],
  ])('%s on %j is %s', (trigger, call, expected) => {
    expect(matchesAfter([], call, trigger)).toBe(expected);
  });

  it('is compared with the file on disk, inside the repository only', () => {
    const readFile = () => 'one two two';
    const change = (oldText: string, path = `${root}/a`) => did('edit', 'Edit', { path, oldText, newText: 'x' });
    const missing = 'Edit(**) when old text is not in the file';
    expect(matchesAfter([], change('three'), missing, { readFile })).toBe(true);
    expect(matchesAfter([], change('one'), missing, { readFile })).toBe(false);
    expect(matchesAfter([], change('three'), missing)).toBe(false);
    expect(matchesAfter([], change('three', '/etc/a'), missing, { readFile })).toBe(false);
    const repeated = 'Edit(**) when old text is not unique in the file';
    expect(matchesAfter([], change('two'), repeated, { readFile })).toBe(true);
    expect(matchesAfter([], change('one'), repeated, { readFile })).toBe(false);
  });

  it('depends on the shell where that is known', () => {
    const trigger = 'Bash(make *) when shell is zsh';
    expect(matchesAfter([], sh('make'), trigger)).toBe(true);
    expect(matchesAfter([], sh('make'), trigger, { shell: 'zsh' })).toBe(true);
    expect(matchesAfter([], sh('make'), trigger, { shell: 'bash' })).toBe(false);
  });
});

describe('arguments and quotes', () => {
  const wait = (rest: Record<string, string | number>) => did('other', 'await_ship', { rest });
  it.each([
    ['argument patience below 2000', { patience: 500 }, true],
    ['argument patience below 2000', { patience: 2000 }, false],
    ['argument patience below 2000', {}, false],
    ['argument patience above 10', { patience: 11 }, true],
    ['argument mode is whole', { mode: 'whole' }, true],
    ['argument mode is whole', { mode: 'half' }, false],
    ['argument mode is not whole', { mode: 'half' }, true],
    ['argument mode is not whole', {}, true],
    ['argument mode is not whole', { mode: 'whole' }, false],
  ])('%s with %j is %s', (when, rest, expected) => {
    expect(matchesAfter([], wait(rest as Record<string, string | number>), `Tool(await_ship) when ${when}`)).toBe(
      expected,
    );
  });

  it.each([
    ['gh pr create --body "run `make` first"', true],
    ["gh pr create --body 'run `make` first'", false],
    ['git commit -m "built on `date`"', false],
    ['gh pr create --body "run \\`make\\` first"', false],
    ['echo `make`', false],
  ])('%s has backticks in double quotes: %s', (command, expected) => {
    expect(matchesAfter([], sh(command), 'Bash(*) when backticks in double quotes')).toBe(expected);
  });
});

describe('the text of a file, as far as calls showed it', () => {
  const missing = 'Edit(**) when old text is not in the file';
  const repeated = 'Edit(**) when old text is not unique in the file';
  const shown = (lines: readonly string[], first = 1) =>
    lines.map((line, index) => `     ${first + index}→${line}`).join('\n');
  const whole = (lines: readonly string[]) => read('a.ts', { output: shown(lines) });
  const part = (lines: readonly string[]) =>
    did('read', 'Read', { path: `${root}/a.ts`, offset: 40 }, { output: shown(lines, 40) });
  const change = (oldText: string, newText = 'x', input: CallInput = {}) =>
    did('edit', 'Edit', { path: `${root}/a.ts`, oldText, newText, ...input });

  it.each<[string, ObservedCall[], ObservedCall, boolean]>([
    ['a whole read lacks it', [whole(['const a = 1;', 'const b = 2;'])], change('const c = 3;'), true],
    ['a whole read has it', [whole(['const a = 1;', 'const b = 2;'])], change('const a = 1;\nconst b'), false],
    ['nothing was read', [], change('const c = 3;'), false],
    ['a part does not have it', [part(['const a = 1;'])], change('const c = 3;'), false],
    [
      'a part has it with other blanks',
      [part(['\t\tconst a = 1;', '\t\tconst b = 2;'])],
      change('\tconst a = 1;\n\tconst b'),
      true,
    ],
    ['an edit brought it', [whole(['const a = 1;']), change('a = 1', 'b = 2')], change('const b = 2;'), false],
    ['an edit took it', [whole(['const a = 1;']), change('a = 1', 'b = 2')], change('const a = 1;'), true],
    [
      'a write brought it',
      [did('write', 'Write', { path: `${root}/a.ts`, newText: 'let d;\n' })],
      change('let d;'),
      false,
    ],
    [
      'a write left it out',
      [did('write', 'Write', { path: `${root}/a.ts`, newText: 'let d;\n' })],
      change('let e;'),
      true,
    ],
    ['a formatter ran since', [whole(['const a = 1;']), sh('npx prettier --write .')], change('const c = 3;'), false],
    [
      'an edit worked that could not have',
      [whole(['const a = 1;']), change('const z = 1;', 'y')],
      change('const c = 3;'),
      false,
    ],
  ])('%s', (_, past, call, expected) => {
    expect(matchesAfter(past, call, missing)).toBe(expected);
  });

  it('tells a text that is there twice', () => {
    const past = [whole(['return a;', 'return a;', 'return b;'])];
    expect(matchesAfter(past, change('return a;'), repeated)).toBe(true);
    expect(matchesAfter(past, change('return b;'), repeated)).toBe(false);
    expect(matchesAfter(past, change('return a;', 'x', { replaceAll: true }), repeated)).toBe(false);
  });

  it('compares a patch as its tool does: without blanks at the ends of lines', () => {
    const disk: Machine = { readFile: () => 'fn a() {\n    b();  \n}\n' };
    const patch = (oldText: string) => did('edit', 'apply_patch', { path: `${root}/a.rs`, oldText, newText: 'x' });
    expect(matchesAfter([], patch('fn a() {\n  b();'), missing, disk)).toBe(false);
    expect(matchesAfter([], patch('fn a() {\n  c();'), missing, disk)).toBe(true);
  });
});

describe('what a command is given', () => {
  it.each([
    ['operands above 1', 'cargo test berth quay', true],
    ['operands above 1', 'cargo test berth -- --nocapture quay', false],
    ['operands above 1', 'cargo test -p harbour berth', false],
    ['quoted -*', 'cargo test "- name: berth"', true],
    ['quoted -*', "cargo test --features 'a b' -g'*.rs'", false],
    ['glob matches no file', 'cargo test repos/a/b?ref=main', true],
    ['glob matches no file', 'cargo test --include=*.rs', true],
    ['glob matches no file', "cargo test '--include=*.rs'", false],
    ['glob matches no file', 'cargo test src/*.rs', false],
  ])('%s on %s is %s', (when, command, expected) => {
    expect(matchesAfter([], sh(command), `Bash(cargo test *) when ${when}`)).toBe(expected);
  });

  it.each([
    ['ls src/*.rs', false],
    ['ls src/*.ts', true],
    ['ls s?c/main.rs', false],
    ['ls s?c/gone.rs', true],
    ['ls *', false],
    ['ls *hidden*', true],
    ['ls .h*', false],
    ['ls src/**/*.ts', false],
    ['ls $HOME/*.ts', false],
    [`ls ${root}/src/m*`, false],
    ['cd docs && ls *.md', true],
    ['ls gone/*/a.ts', true],
    ['ls /srv/meadow/*.ts', false],
    ['ls ../*.ts', false],
  ])('the disk decides on the globs of %s: %s', (command, expected) => {
    const folders: Record<string, string[]> = {
      [root]: ['src', 'docs', '.hidden'],
      [`${root}/src`]: ['main.rs'],
      [`${root}/docs`]: [],
    };
    const parents = { '/': ['srv'], '/srv': ['orchard'] };
    const machine: Machine = { listFolder: (path) => ({ ...folders, ...parents })[path] };
    expect(matchesAfter([], sh(command), 'Bash(ls *) when glob matches no file', machine)).toBe(expected);
  });

  it.each(['ls /srv/meadow/*.ts', 'cd /srv/meadow && ls *.ts', 'ls ../*.ts', 'ls s*/../../meadow/*.ts'])(
    'looks into nothing outside the repository for %s',
    (command) => {
      const looked: string[] = [];
      const listFolder = (path: string) => {
        looked.push(path);
        return ['src'];
      };
      expect(matchesAfter([], sh(command), 'Bash(ls *) when glob matches no file', { listFolder })).toBe(false);
      expect(looked).toEqual([]);
    },
  );

  it('says nothing of globs where the directory is not on this disk', () => {
    expect(
      matchesAfter([], sh('ls src/*.ts'), 'Bash(ls *) when glob matches no file', { listFolder: () => undefined }),
    ).toBe(false);
  });
});

describe('a call that has its preparation with it', () => {
  it.each([
    ['Bash(npm test *) when Bash(npm ci *) has not run', 'npm ci && npm test', false],
    ['Bash(npm test *) when Bash(npm ci *) has not run', 'npm test; npm ci', true],
    ['Bash(npm run lint *) when edited **/*.ts since Bash(npm run format *)', 'npm run format && npm run lint', false],
    ['Bash(npm run lint *) when edited **/*.ts since Bash(npm run format *)', 'npm run lint', true],
  ])('%s on %s is %s', (trigger, command, expected) => {
    expect(matchesAfter([edit('a.ts')], sh(command), trigger)).toBe(expected);
  });
});

describe('what runs beside a call', () => {
  const trigger = 'Bash(lampcheck *) when Bash(chartpress bake *) is running';
  const sent = (command: string, batch: string | undefined, more: Partial<ObservedCall> = {}) =>
    sh(command, { batch, ...more });

  it.each<[string, ObservedCall[], string | undefined, boolean]>([
    ['in the same turn', [sent('chartpress bake north', 't1')], 't1', true],
    ['in the same turn, though it failed', [sent('chartpress bake north', 't1', { outcome: 'failed' })], 't1', true],
    ['in an earlier turn', [sent('chartpress bake north', 't1')], 't2', false],
    ['in turns that nobody knows', [sent('chartpress bake north', undefined)], undefined, false],
    ['something else', [sent('chartpress list', 't1')], 't1', false],
  ])('%s', (_, past, batch, expected) => {
    expect(matchesAfter(past, sent('lampcheck all', batch), trigger)).toBe(expected);
  });
});

describe('a command and a filter', () => {
  it.each([
    ['not behind a pipe', 'grep berth src', true],
    ['not behind a pipe', 'make list | grep berth', false],
    ['not behind a pipe', 'grep berth src | head', true],
    ['not behind a pipe', 'make list | grep berth; grep quay src', true],
    ['behind a pipe', 'make list | grep berth', true],
    ['behind a pipe', 'grep berth src', false],
  ])('%s in %j is %s', (when, command, expected) => {
    expect(matchesAfter([], sh(command), `Bash(grep *) when ${when}`)).toBe(expected);
  });
});

describe('how a value is written', () => {
  it.each([
    ['short hash', 'quay deploy def5678', true],
    ['short hash', 'quay deploy --at def5678', true],
    ['short hash', 'quay deploy 1234567', false],
    ['short hash', 'quay deploy deadbee', false],
    ['short hash', `quay deploy ${'a1'.repeat(20)}`, false],
    ['full hash', `quay deploy ${'a1'.repeat(20)}`, true],
    ['number', 'quay deploy 12', true],
    ['number with #', "quay deploy '#12'", true],
    ['issue key', 'quay deploy TIDE-12', true],
    ['version', 'quay deploy 1.2.3', true],
    ['version with v', 'quay deploy v1.2.3', true],
    ['version', 'quay deploy v1.2.3', false],
    ['date', 'quay deploy 2026-03-01', true],
    ['time', 'quay deploy 2026-03-01T09:00:00Z', true],
    ['UUID', 'quay deploy 01234567-89ab-cdef-0123-456789abcdef', true],
  ])('a %s in %j is %s', (shape, command, expected) => {
    expect(matchesAfter([], sh(command), `Bash(quay deploy *) when given a ${shape}`)).toBe(expected);
  });
});

describe('files that the shell showed', () => {
  const trigger = 'Edit(**) when old text is not in the file';
  const patch = (oldText: string) => did('edit', 'apply_patch', { path: `${root}/a.ts`, oldText, newText: 'x' });
  const shown = 'const tide = 1;\nconst quay = 2;\n';

  it.each([
    ['cat a.ts', shown, 'const moon = 3;', true],
    ['cat a.ts', shown, 'const quay = 2;', false],
    ['cat -n a.ts', '     1\tconst tide = 1;\n     2\tconst quay = 2;\n', 'const moon = 3;', true],
    ['nl -ba a.ts', '     1\tconst tide = 1;\n     2\tconst quay = 2;\n', 'const quay = 2;', false],
    // The rest of the file is not known.
    ["sed -n '1,2p' a.ts", shown, 'const moon = 3;', false],
    ['head -n 2 a.ts', shown, 'const moon = 3;', false],
    // Not the lines of one file, or not as they are.
    ['cat a.ts b.ts', shown, 'const moon = 3;', false],
    ['cat a.ts | grep tide', shown, 'const moon = 3;', false],
    ['cat a.ts && git status', shown, 'const moon = 3;', false],
    ['cat a.ts', `${shown}…120 tokens truncated…\n`, 'const moon = 3;', false],
  ])('%s before a patch', (command, output, oldText, expected) => {
    expect(matchesAfter([sh(command, { output })], patch(oldText), trigger)).toBe(expected);
  });

  it('are followed through edits', () => {
    const past = [sh('cat a.ts', { output: shown }), patch('const tide = 1;')];
    expect(matchesAfter(past, patch('const tide = 1;'), trigger)).toBe(true);
    expect(matchesAfter(past, patch('const quay = 2;'), trigger)).toBe(false);
    expect(matchesAfter([...past, sh('git checkout a.ts')], patch('const tide = 1;'), trigger)).toBe(false);
  });
});

describe('brackets in an unquoted path', () => {
  it.each([
    ['ls app/(shop)/lamps', true],
    ['cat app/[id]/page.tsx', true],
    ['cat app/[[...slug]]/page.tsx', true],
    ["ls 'app/(shop)/lamps'", false],
    ['ls "app/(shop)/lamps"', false],
    ['ls app/\\(shop\\)/lamps', false],
    ['ls $(pwd)/lamps', false],
    ['ls app/[a-z]*.ts', false],
    ["node -e 'f(a/(b))'", false],
    ['cat > a.ts <<EOF\nimport "app/(shop)/lamps";\nEOF', false],
  ])('%s is %s', (command, expected) => {
    expect(matchesAfter([], sh(command), 'Bash(*) when brackets in an unquoted path')).toBe(expected);
  });
});
