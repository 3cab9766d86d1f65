import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { detectTests } from '../../src/loop/tests/detect-tests.ts';
import { runTests } from '../../src/loop/tests/run-tests.ts';
import type { TestFramework } from '../../src/programs/test-runner.ts';
import { makeHome } from '../support/home.ts';
import { pythonFolder, runnerModules } from './support/install-runners.ts';

/** A runner, and the same small project in its words. */
interface Runner {
  name: string;
  framework: TestFramework;
  /** What the project needs of others: the link in it, and where that leads. */
  needs?: { link: string; target: string };
  /** Where its tests stand. */
  file(name: string): string;
  /** Files of the project besides its tests. */
  rest: Record<string, string>;
  /** Tests of a lamp: one that passes, one whose values differ, one with an odd name that throws, one that fails the first time. */
  lamp: string;
  /** A test that passes, in another file. */
  other: string;
  /** A file that cannot be loaded. */
  broken: string;
  /** Ends the process with 0 between two tests. */
  exits: string;
  /** How it names them. */
  ids: { differs: string; odd: string; flaky: string };
}

const script = (command: string, type = 'module') =>
  JSON.stringify({ name: 'lantern', type, scripts: { test: command } });
const RAN = "const ran = (name) => fs.appendFileSync('ran', name + '\\n');";
const FLAKY = "if (fs.existsSync('seen')) return; fs.writeFileSync('seen', ''); throw new Error('not yet');";

function lampOf(head: string, test: string, equal: string): string {
  return `${head}
${RAN}
describe('the lamp', () => {
  ${test}('is lit', () => ran('lit'));
  ${test}('has oil', () => { ran('oil'); ${equal} });
  ${test}('a > b "quoted" ünïcode 灯  (x) $', () => { ran('odd'); throw new TypeError('no wick'); });
  ${test}('sometimes', () => { ran('flaky'); ${FLAKY} });
});
`;
}

const ids = {
  differs: 'the lamp > has oil',
  odd: 'the lamp > a > b "quoted" ünïcode 灯 (x) $',
  flaky: 'the lamp > sometimes',
};

const inCommon = (head: string) => ({
  lamp: lampOf(head, 'it', 'assert.deepEqual({ oil: 1 }, { oil: 2 });'),
  other: `${head}\n${RAN}\nit('other', () => ran('other'));\n`,
});

const inJest = (head: string) => ({
  lamp: lampOf(head, 'test', 'expect({ oil: 1 }).toEqual({ oil: 2 });'),
  other: `${head}\n${RAN}\ntest('other', () => ran('other'));\n`,
});

const NODE =
  "import assert from 'node:assert/strict';\nimport fs from 'node:fs';\nimport { describe, it } from 'node:test';";
const VITEST = "import fs from 'node:fs';\nimport { describe, expect, test } from 'vitest';";
const MOCHA = "const assert = require('node:assert/strict');\nconst fs = require('node:fs');";
const exits = (test: string) =>
  `${test}('a', () => {});\n${test}('b', () => process.exit(0));\n${test}('c', () => {});\n`;

const PYTHON = `import os


def ran(name):
    with open("ran", "a") as file:
        file.write(name + "\\n")


class TestLamp:
    def test_lit(self):
        ran("lit")

    def test_oil(self):
        ran("oil")
        assert {"oil": 1} == {"oil": 2}

    def test_flaky(self):
        ran("flaky")
        if not os.path.exists("seen"):
            open("seen", "w").close()
            raise RuntimeError("not yet")
`;
const ODD = `
import pytest


@pytest.mark.parametrize("text", ['a > b "q" [x] - y'])
def test_odd(text):
    ran("odd")
    raise TypeError("no wick")
`;

const runners: Runner[] = [
  {
    name: 'jest',
    framework: 'jest',
    needs: { link: 'node_modules', target: runnerModules },
    file: (name) => `test/${name}.test.js`,
    rest: { 'package.json': script('jest', 'commonjs') },
    ...inJest("const fs = require('node:fs');"),
    broken: "require('./nothere');\n",
    exits: exits('test'),
    ids,
  },
  {
    name: 'mocha',
    framework: 'mocha',
    needs: { link: 'node_modules', target: runnerModules },
    file: (name) => `test/${name}.js`,
    rest: { 'package.json': script('mocha', 'commonjs') },
    ...inCommon(MOCHA),
    broken: "require('./nothere');\n",
    exits: exits('it'),
    ids,
  },
  {
    name: 'vitest',
    framework: 'vitest',
    needs: { link: 'node_modules', target: resolve(import.meta.dirname, '../../node_modules') },
    file: (name) => `test/${name}.test.js`,
    rest: { 'package.json': script('vitest run') },
    ...inJest(VITEST),
    broken: "import './nothere.js';\n",
    exits: `import { test } from 'vitest';\n${exits('test')}`,
    ids,
  },
  {
    name: "Node's runner",
    framework: 'node-test',
    file: (name) => `test/${name}.test.js`,
    rest: { 'package.json': script('node --test') },
    ...inCommon(NODE),
    broken: "import './nothere.js';\n",
    exits: `import { test } from 'node:test';\n${exits('test')}`,
    ids,
  },
  {
    name: 'pytest',
    framework: 'pytest',
    needs: { link: '.venv', target: pythonFolder },
    file: (name) => `tests/test_${name}.py`,
    rest: { 'pytest.ini': '[pytest]\n' },
    lamp: PYTHON + ODD,
    other: 'def test_other():\n    open("ran", "a").write("other\\n")\n',
    broken: 'import nothere\n',
    exits: 'import os\n\n\ndef test_a():\n    pass\n\n\ndef test_b():\n    os._exit(0)\n\n\ndef test_c():\n    pass\n',
    ids: { differs: 'TestLamp > test_oil', odd: 'test_odd[a > b "q" [x] - y]', flaky: 'TestLamp > test_flaky' },
  },
];

async function makeProject(runner: Runner, tests: Record<string, string>): Promise<string> {
  const home = await makeHome();
  onTestFinished(home.remove);
  const root = join(home.path, 'lantern');
  const files = {
    ...runner.rest,
    ...Object.fromEntries(Object.entries(tests).map(([name, text]) => [runner.file(name), text])),
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  if (runner.needs) await symlink(runner.needs.target, join(root, runner.needs.link), 'junction');
  return root;
}

async function detectIn(root: string, framework: TestFramework) {
  const tests = await detectTests(root);
  if (!tests) throw new Error('No tests were found.');
  expect(tests.framework).toBe(framework);
  return tests;
}

describe.each(runners)('the results of $name', (runner) => {
  it('are read, and only what failed is run again', async () => {
    const root = await makeProject(runner, { lamp: runner.lamp, other: runner.other });
    const run = await runTests(await detectIn(root, runner.framework));
    const file = runner.file('lamp');
    expect(run).toMatchObject({ outcome: 'failed', parsed: true, passed: 3, failed: 2, skipped: 0 });
    expect(run.flaky).toEqual([`${file} > ${runner.ids.flaky}`]);
    expect(run.failures.map(({ id }) => id).sort()).toEqual(
      [`${file} > ${runner.ids.differs}`, `${file} > ${runner.ids.odd}`].sort(),
    );
    const message = (id: string) => run.failures.find((failure) => failure.id === `${file} > ${id}`)?.message ?? '';
    expect(message(runner.ids.odd)).toContain('no wick');
    expect(message(runner.ids.differs)).toMatch(/oil\W+[12]\b[\s\S]*oil\W+[12]\b/);
    expect(run.failures.every((failure) => failure.file === file && failure.line !== undefined)).toBe(true);
    const ran = (await readFile(join(root, 'ran'), 'utf8')).trim().split('\n').sort();
    expect(ran).toEqual(['flaky', 'flaky', 'lit', 'odd', 'odd', 'oil', 'oil', 'other']);
  });

  it('say that a file cannot be loaded', async () => {
    const root = await makeProject(runner, { other: runner.other, broken: runner.broken });
    const run = await runTests(await detectIn(root, runner.framework));
    expect(['failed', 'errored']).toContain(run.outcome);
    expect(run.failures).toHaveLength(1);
    expect(run.failures[0]?.message).toContain('nothere');
  });

  it('are none where the process ends with 0 in the middle, and where there are no tests', async () => {
    const root = await makeProject(runner, { exits: runner.exits });
    const run = await runTests(await detectIn(root, runner.framework));
    expect(['failed', 'errored']).toContain(run.outcome);
    expect(run.failures).toHaveLength(1);
    const empty = await makeProject(runner, {});
    expect(await runTests(await detectIn(empty, runner.framework))).toMatchObject({
      outcome: 'no-tests',
      failures: [],
    });
  });
});
