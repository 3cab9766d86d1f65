import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runTests } from '../../../src/loop/tests/run-tests.ts';
import type { TestCommand } from '../../../src/programs/test-runner.ts';
import { makeHome } from '../../support/home.ts';

const modules = resolve(import.meta.dirname, '../../../node_modules');

/** A folder with files, and what is there after the tests have run. */
async function project(files: Record<string, string>): Promise<{ root: string; names(): Promise<string[]> }> {
  const home = await makeHome();
  onTestFinished(home.remove);
  for (const [name, text] of Object.entries(files)) await home.addFile(`lantern/${name}`, text);
  const root = join(home.path, 'lantern');
  await mkdir(root, { recursive: true });
  return { root, names: async () => (await readdir(root, { recursive: true })).sort() };
}

function command(cwd: string, rest: Partial<TestCommand> = {}): TestCommand {
  return {
    framework: 'node-test',
    command: [process.execPath, '--test'],
    cwd,
    timeoutMs: 60_000,
    source: 'configured',
    ...rest,
  };
}

const RED = `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
describe('the lamp', () => {
  it('adds', () => {});
  it('is lit', () => assert.equal('dark', 'lit'));
});
`;

describe('runTests', () => {
  it("tells the failed tests of Node's runner, and leaves nothing behind", async () => {
    const { root, names } = await project({ 'package.json': '{"type":"module"}', 'test/lamp.test.js': RED });
    const scratch = await project({});
    vi.stubEnv('TMPDIR', scratch.root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const before = await names();
    const heard: string[] = [];
    const run = await runTests(command(root), { onOutput: (text) => heard.push(text) });
    expect(run).toMatchObject({
      outcome: 'failed',
      passed: 1,
      failed: 1,
      skipped: 0,
      flaky: [],
      exitCode: 1,
      parsed: true,
    });
    expect(run.failures).toEqual([
      {
        id: 'test/lamp.test.js > the lamp > is lit',
        file: 'test/lamp.test.js',
        line: 5,
        message: expect.stringContaining("'dark' !== 'lit'"),
        code: "  it('is lit', () => assert.equal('dark', 'lit'));",
      },
    ]);
    expect(heard.join('')).toContain('the lamp');
    expect(await names()).toEqual(before);
    expect(await scratch.names()).toEqual([]);
  });

  it('takes no run of Gradle for passed that ran tests and left no report, as where one ends its process', async () => {
    const lines = [':compileTestJava', ':testClasses', ':test', '', 'BUILD SUCCESSFUL in 12s', ''].join('\\n');
    const { root } = await project({ 'gradlew.js': `process.stdout.write('${lines}');` });
    const gradle = { command: [process.execPath, 'gradlew.js'], framework: 'junit' as const };
    const lost = await runTests(command(root, gradle));
    expect(lost).toMatchObject({ outcome: 'errored', parsed: false, exitCode: 0 });
    expect(lost.failures[0]?.message).toContain('set `tests.framework: exit-code`');
    expect(await runTests(command(root, { ...gradle, framework: 'exit-code' }))).toMatchObject({ outcome: 'passed' });
  });

  it('says of a build of Gradle that fails what the compiler complained of', async () => {
    const said = [
      ':compileTestJava/home/ada/lantern/src/test/java/PierTest.java:4: error: cannot find symbol',
      '  @Test public void isWide() { rope(); }',
      '1 error',
      ' FAILED',
      '',
      'FAILURE: Build failed with an exception.',
      "* What went wrong:\\nExecution failed for task \\':compileTestJava\\'.",
      'BUILD FAILED in 9s',
    ].join('\\n');
    const { root } = await project({ 'gradlew.js': `console.log('${said}'); process.exitCode = 1;` });
    const run = await runTests(command(root, { command: [process.execPath, 'gradlew.js'], framework: 'junit' }));
    expect(run.outcome).toBe('errored');
    expect(run.failures[0]?.message).toContain('PierTest.java:4: error: cannot find symbol');
    const what =
      'FAILURE: Build failed with an exception.\\n\\n* What went wrong:\\nA problem occurred evaluating the project.\\n> No lamp.\\n\\n* Try:';
    const other = await project({ 'gradlew.js': `console.log('${what}'); process.exitCode = 1;` });
    const broken = await runTests(
      command(other.root, { command: [process.execPath, 'gradlew.js'], framework: 'junit' }),
    );
    expect(broken.failures[0]?.message).toMatch(/^A problem occurred evaluating the project\.\n> No lamp\./);
  });

  it('tells a flaky test apart by running it once more', async () => {
    const flaky = `import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
test('sometimes', () => {
  if (existsSync('seen')) return;
  writeFileSync('seen', '');
  throw new Error('not yet');
});
`;
    const { root } = await project({ 'package.json': '{"type":"module"}', 'a.test.js': flaky });
    expect(await runTests(command(root))).toMatchObject({
      outcome: 'passed',
      passed: 1,
      failed: 0,
      failures: [],
      flaky: ['a.test.js > sometimes'],
    });
  });

  it('does not run them again unless it may', async () => {
    const { root, names } = await project({
      'count.mjs': "import { appendFileSync } from 'node:fs'; appendFileSync('runs', 'x'); process.exit(1);",
    });
    const options = { framework: 'exit-code', command: [process.execPath, 'count.mjs'] } as const;
    expect(await runTests(command(root, options), { rerunFailed: false })).toMatchObject({
      outcome: 'failed',
      parsed: false,
    });
    expect(await names()).toContain('runs');
  });

  it('reads the report of vitest behind a script of package.json, and runs only what failed again', async () => {
    const test = `import { appendFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
describe('pier (old)', () => {
  test('adds', () => appendFileSync('ran', 'a'));
  test.each([1, 2])('doubles %i', (n) => { appendFileSync('ran', String(n)); expect(n).toBe(1); });
});
`;
    const { root } = await project({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'vitest run' } }),
      'pier.test.js': test,
    });
    await symlink(modules, join(root, 'node_modules'), 'junction');
    const run = await runTests(command(root, { framework: 'vitest', command: ['npm', 'test'] }));
    expect(run).toMatchObject({
      outcome: 'failed',
      passed: 2,
      failed: 1,
      failures: [{ id: 'pier.test.js > pier (old) > doubles 2' }],
    });
    expect(await readFile(join(root, 'ran'), 'utf8')).toBe('a122');
  });

  it("runs only what failed again with Node's runner, also where there is a file that breaks", async () => {
    const test = `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { describe, it, test } from 'node:test';
const ran = (name) => appendFileSync('ran', name + ' ');
describe('the lamp', () => {
  it('is lit', () => ran('lit'));
  it('has "oil" > (and a wick) $', () => { ran('oil'); throw new Error('no oil'); });
  it('sometimes', () => { ran('sometimes'); if (existsSync('seen')) return; writeFileSync('seen', ''); throw new Error('not yet'); });
});
test('the pier', async (t) => {
  ran('pier');
  await t.test('is short', () => { ran('short'); throw new Error('no planks'); });
});
`;
    const { root } = await project({
      'package.json': JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }),
      'lamp.test.js': test,
      'other.test.js':
        "import { appendFileSync } from 'node:fs'; import { test } from 'node:test'; test('b', () => appendFileSync('ran', 'b '));",
      'broken.test.js': "import './nothere.js';",
    });
    for (const words of [['npm', 'test'], `"${process.execPath}" --test lamp.test.js broken.test.js`]) {
      await rm(join(root, 'seen'), { force: true });
      await rm(join(root, 'ran'), { force: true });
      const run = await runTests(command(root, { command: words }));
      expect(run).toMatchObject({
        outcome: 'failed',
        failed: 2,
        failures: [
          { id: 'lamp.test.js > the lamp > has "oil" > (and a wick) $', message: 'no oil' },
          { id: 'lamp.test.js > the pier > is short' },
          { id: 'broken.test.js' },
        ],
        flaky: ['lamp.test.js > the lamp > sometimes'],
      });
      const ran = (await readFile(join(root, 'ran'), 'utf8')).split(' ').filter(Boolean);
      const twice = ['oil', 'pier', 'short', 'sometimes'];
      expect(ran.filter((name) => name !== 'b').sort()).toEqual([...twice, ...twice, 'lit'].sort());
    }
  });

  it('takes no run for passed that ended with 0 in the middle', async () => {
    const test =
      "import { test } from 'node:test';\ntest('a', () => {});\ntest('b', () => process.exit(0));\ntest('c', () => {});";
    const { root } = await project({ 'package.json': '{"type":"module"}', 'a.test.js': test });
    const run = await runTests(command(root));
    expect(run).toMatchObject({
      outcome: 'errored',
      passed: 0,
      exitCode: 0,
      failures: [{ id: 'a.test.js', file: 'a.test.js' }],
    });
    expect(run.failures[0]?.message).toContain('before any of its tests had reported');
  });

  it('takes a file without tests of its own for one test, as Node does', async () => {
    const { root } = await project({
      'package.json': '{"type":"module"}',
      'a.test.js': "import assert from 'node:assert'; assert(true);",
    });
    expect(await runTests(command(root))).toMatchObject({ outcome: 'passed', passed: 1 });
  });

  it('does not take a file for broken whose tests are left out on this machine', async () => {
    const test = "import { test } from 'node:test';\nif (process.platform === 'sunos') {\n  test('a', () => {});\n}\n";
    const { root } = await project({ 'package.json': '{"type":"module"}', 'a.test.js': test });
    expect(await runTests(command(root))).toMatchObject({ outcome: 'passed', failures: [] });
  });

  it('takes no runner for passed that says nothing of its tests', async () => {
    const { root } = await project({
      'node_modules/jest/bin/jest.js': 'process.exit(0);',
      'node_modules/mocha/bin/mocha.js': 'process.exit(3);',
    });
    const words = [process.execPath, 'node_modules/jest/bin/jest.js'];
    expect(await runTests(command(root, { framework: 'jest', command: words }))).toMatchObject({
      outcome: 'errored',
      parsed: false,
      failures: [{ message: expect.stringMatching(/^It exited with 0 before it reported any results\./) }],
    });
    const others = [process.execPath, 'node_modules/mocha/bin/mocha.js'];
    expect(await runTests(command(root, { framework: 'mocha', command: others }))).toMatchObject({
      outcome: 'errored',
    });
    // Of any other command the exit code is all that is asked.
    expect(await runTests(command(root, { framework: 'exit-code', command: words }))).toMatchObject({
      outcome: 'passed',
    });
  });

  // Without rights of its own Windows makes no link to a file.
  it.skipIf(process.platform === 'win32')('takes no runner for passed that does not come to its end', async () => {
    const { root } = await project({
      'manage.py':
        "console.log('Creating test database'); if (process.env.WHOLE) console.log('\\nRan 1 test in 0.1s\\n\\nOK');",
    });
    await symlink(process.execPath, join(root, 'python3'));
    const tests = command(root, { framework: 'exit-code', command: [join(root, 'python3'), 'manage.py', 'test'] });
    expect(await runTests(tests)).toMatchObject({ outcome: 'errored', exitCode: 0 });
    expect(await runTests(tests, { env: { ...process.env, WHOLE: '1' } })).toMatchObject({
      outcome: 'passed',
      passed: 1,
    });
  });

  it('runs a command again of which only the exit code is known', async () => {
    const { root } = await project({
      'flaky.mjs':
        "import { existsSync, writeFileSync } from 'node:fs'; if (!existsSync('seen')) { writeFileSync('seen', ''); process.exitCode = 1; }",
    });
    const options = { framework: 'exit-code', command: [process.execPath, 'flaky.mjs'] } as const;
    expect(await runTests(command(root, options))).toMatchObject({
      outcome: 'passed',
      failures: [],
      flaky: ['the test command'],
    });
  });

  it('names files from the folder of the run, whatever way leads to it', async () => {
    const { root } = await project({ 'package.json': '{"type":"module"}', 'test/lamp.test.js': RED });
    const way = `${root}-way`;
    await symlink(root, way, 'junction');
    const run = await runTests(command(way));
    expect(run.failures).toMatchObject([{ id: 'test/lamp.test.js > the lamp > is lit' }]);
    expect(JSON.stringify(run.failures)).not.toContain(root);
  });

  it('knows a crash before tests from a failure, and says why', async () => {
    const { root } = await project({ 'package.json': '{"type":"module"}', 'a.test.js': "import './nothere.js';" });
    const run = await runTests(command(root));
    expect(run).toMatchObject({ outcome: 'errored', passed: 0, failed: 0 });
    expect(run.failures).toMatchObject([{ id: 'a.test.js', message: expect.stringContaining('ERR_MODULE_NOT_FOUND') }]);
  });

  it('knows that no tests ran', async () => {
    const { root } = await project({ 'package.json': '{}', 'test/notes.txt': '' });
    const run = await runTests(
      command(root, { framework: 'tap', command: [process.execPath, '-e', 'console.log("1..0")'] }),
    );
    expect(run).toMatchObject({ outcome: 'no-tests', failures: [] });
  });

  it('takes nothing for passed that does not end with 0', async () => {
    const { root } = await project({});
    const print = 'console.log("TAP version 13\\nok 1 - a\\n1..1"); process.exitCode = 3;';
    const run = await runTests(command(root, { framework: 'tap', command: [process.execPath, '-e', print] }));
    expect(run).toMatchObject({ outcome: 'errored', passed: 1, exitCode: 3 });
  });

  it('takes a stream of TAP for none that never begins', async () => {
    const { root } = await project({});
    const run = await runTests(
      command(root, { framework: 'tap', command: [process.execPath, '-e', 'process.exit(0)'] }),
    );
    expect(run).toMatchObject({ outcome: 'errored', exitCode: 0, parsed: false });
  });

  it('is not taken in by a swallowed exit code', async () => {
    const { root } = await project({});
    const print = 'console.log("TAP version 13\\nnot ok 1 - a\\n1..1")';
    const run = await runTests(command(root, { framework: 'tap', command: [process.execPath, '-e', print] }));
    expect(run).toMatchObject({ outcome: 'failed', failed: 1, exitCode: 0 });
  });

  it('reads a report that the command writes where it is told', async () => {
    const xml =
      '<testsuite><testcase classname="Pier" name="a"/><testcase classname="Pier" name="b"><failure message="no"/></testcase></testsuite>';
    const { root } = await project({
      'write.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(process.argv[2], '${xml}'); process.exitCode = 1;`,
    });
    const run = await runTests(
      command(root, { framework: 'exit-code', command: [process.execPath, 'write.mjs', '{report}'] }),
    );
    expect(run).toMatchObject({
      outcome: 'failed',
      passed: 1,
      failed: 1,
      parsed: true,
      failures: [{ id: 'Pier > b', message: 'no' }],
    });
  });

  it('ends a run that takes too long, with all that it started', async () => {
    const child = "setInterval(() => require('fs').appendFileSync('beats', '.'), 20);";
    const { root } = await project({
      'hang.mjs': `import { spawn } from 'node:child_process'; spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000);`,
    });
    const beats = () => readFile(join(root, 'beats'), 'utf8').catch(() => '');
    // Two starts of Node have to fit into the limit, and how long these take depends on the machine.
    for (const timeoutMs of [1_500, 6_000, 24_000]) {
      const hanging = { framework: 'exit-code', command: [process.execPath, 'hang.mjs'], timeoutMs } as const;
      const run = await runTests(command(root, hanging));
      expect(run).toMatchObject({ outcome: 'timed-out', parsed: false });
      expect(run.exitCode).toBeUndefined();
      if ((await beats()) !== '') break;
    }
    const last = await beats();
    await wait(300);
    expect(last).not.toBe('');
    expect(await beats()).toBe(last);
  });

  it('stops when it is told to', async () => {
    const { root } = await project({});
    const abort = new AbortController();
    const run = runTests(
      command(root, {
        framework: 'exit-code',
        command: [process.execPath, '-e', 'console.log(1); setInterval(() => {}, 1000)'],
      }),
      {
        signal: abort.signal,
        onOutput: () => abort.abort(),
      },
    );
    expect(await run).toMatchObject({
      outcome: 'errored',
      failures: [{ message: expect.stringContaining('It was stopped.') }],
    });
  });

  it('tells what failed in a script before it came to its own runner, and takes nothing else for passed', async () => {
    const jest =
      'FAIL lamp.test.js\n  ● is lit\n\n    dark\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 1 total\n';
    const { root } = await project({
      'package.json': '{"type":"module","scripts":{"test":"node first.js && node --test"}}',
      'first.js': `console.log(${JSON.stringify(jest)}); process.exitCode = 1;`,
    });
    const tests = command(root, { command: ['npm', 'test'] });
    const run = await runTests(tests, { rerunFailed: false });
    expect(run).toMatchObject({ outcome: 'failed', failed: 1, failures: [{ id: 'lamp.test.js > is lit' }] });
  });

  it('reads the same runner whether its tests fail or pass, also where another one is configured', async () => {
    const { root } = await project({
      'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
      'test/lamp.test.js': RED,
    });
    const tests = command(root, { framework: 'pytest', command: ['npm', 'test'] });
    expect(await runTests(tests, { rerunFailed: false })).toMatchObject({ parsed: true, passed: 1, failed: 1 });
    await writeFile(join(root, 'test/lamp.test.js'), RED.replace("'dark'", "'lit'"));
    expect(await runTests(tests)).toMatchObject({ parsed: true, passed: 2, failed: 0, outcome: 'passed' });
  });

  it('misses no test of a runner whose results are all over megabytes of output', async () => {
    const { root } = await project({});
    const print = `
      console.log('TAP version 13');
      for (const name of ['oil', 'wick', 'glass']) console.log('ok - ' + name + '\\n' + ('# ' + 'x'.repeat(998) + '\\n').repeat(4000));
      console.log('1..3');`;
    const run = await runTests(command(root, { framework: 'tap', command: [process.execPath, '-e', print] }));
    expect(run).toMatchObject({ outcome: 'passed', passed: 3 });
  });

  it('reads results that 33 MB of other output follow', async () => {
    const code = `console.log('TAP version 13\\nok 1 - lit\\nnot ok 2 - has oil\\n1..2');
process.exitCode = 1;
const noise = 'the tide comes in\\n'.repeat(60000);
let left = 34;
(function more() { if (left-- > 0) process.stdout.write(noise, more); })();`;
    const { root } = await project({ 'tests.cjs': code });
    const tests = command(root, { framework: 'tap', command: [process.execPath, 'tests.cjs'] });
    const run = await runTests(tests, { rerunFailed: false });
    expect(run).toMatchObject({ outcome: 'failed', passed: 1, failed: 1, failures: [{ id: 'has oil' }] });
  });

  it('says that the command is not there', async () => {
    const { root } = await project({});
    const run = await runTests(command(root, { framework: 'exit-code', command: ['no-such-runner-here'] }));
    expect(run).toMatchObject({
      outcome: 'errored',
      exitCode: 127,
      failures: [{ message: expect.stringContaining('no-such-runner-here') }],
    });
  });

  it.skipIf(process.platform === 'win32')(
    'tells a run that a signal ended from one whose program is not there',
    async () => {
      const { root } = await project({});
      const crash = [process.execPath, '-e', 'console.log("halving"); process.kill(process.pid, "SIGSEGV")'];
      const run = await runTests(command(root, { framework: 'exit-code', command: crash }));
      expect(run).toMatchObject({ outcome: 'errored', failures: [{ message: 'A signal ended it.\nhalving' }] });
      expect(run.exitCode).toBeUndefined();
    },
  );

  it('takes secrets out of messages and output', async () => {
    const { root } = await project({});
    const secret = ['ghp', 'a'.repeat(36)].join('_');
    const print = `console.log("TAP version 13\\nnot ok 1 - a\\n  ---\\n  error: 'no ${secret}'\\n  ...\\n1..1")`;
    const run = await runTests(command(root, { framework: 'tap', command: [process.execPath, '-e', print] }), {
      rerunFailed: false,
    });
    expect(run.failures).toHaveLength(1);
    expect(JSON.stringify(run)).not.toContain(secret);
    expect(run.output).toContain('[redacted:');
  });

  it('takes a secret out before it cuts a message', async () => {
    const { root } = await project({});
    const secret = ['ghp', 'h'.repeat(36)].join('_');
    const message = `${'x '.repeat(1990)}${secret}`;
    const print = `console.log("TAP version 13\\nnot ok 1 - a\\n  ---\\n  error: '${message}'\\n  ...\\n1..1")`;
    const run = await runTests(command(root, { framework: 'tap', command: [process.execPath, '-e', print] }), {
      rerunFailed: false,
    });
    expect(run.failures[0]?.message.length).toBeLessThanOrEqual(4_001);
    expect(JSON.stringify(run)).not.toContain('ghp_h');
  });
});
