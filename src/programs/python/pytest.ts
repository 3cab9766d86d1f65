import type { Program } from '../program.ts';
import { parseJunitXml } from '../test-reports/junit-xml.ts';
import { addError, type ParsedTests } from '../test-reports/parsed-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import type { TestStyle } from '../test-style.ts';
import { detectPython } from './detect-python.ts';
import { countPytestSessions, parsePytestText } from './pytest-text.ts';

/** pytest, which runs tests. */
export const pytest: Program = {
  names: 'pytest',
  waiver: /pragma:\s*no cover/,
  aliases: 'py.test',
  hasNoVerbs: true,
  valueFlags:
    '-k -m -n -p -c -o -W -r --tb --maxfail --cov --cov-report --cov-config --rootdir --ignore --deselect --junitxml ' +
    '--timeout --durations --basetemp --confcutdir --dist',
  pathFlags: '-c --ignore',
  causes: [
    {
      id: 'pytest.missing',
      kind: 'file-missing',
      has: 'file or directory not found: ',
      line: /^ERROR: file or directory not found: (?<subject>\S+)/,
      strict: true,
    },
    { id: 'pytest.none', kind: 'no-match', has: 'no tests ran', line: /no tests ran/ },
    { id: 'test.pytest', kind: 'test-failed', has: ' failed', line: /^(?:=+ )?[1-9]\d* failed\b/, work: true },
    { id: 'test.pytest-line', kind: 'test-failed', has: 'FAILED ', line: /^FAILED \S+/, work: true },
    { id: 'test.assert', kind: 'test-failed', has: 'AssertionError', line: /^(?:E +)?AssertionError/, work: true },
  ],
  runtime: 'python',
  obstacles: [
    /^.*: No module named '?(?:pytest|nose2?|tox|nox|ward)\b.*/m,
    /^ERROR: .{0,300}\b(?:pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini)\b.*/m,
    /^.{0,300}\b(?:pytest\.ini|setup\.cfg|tox\.ini):\d+: .*/m,
  ],
  tests: true,
  isSpokenOf: true,
  isNoWord: true,
  scriptPurpose: 'test',
};

/** How pytest runs tests: its report is made for JUnit, and reaches it through any wrapper. */
export const pytestRunner: TestRunner = {
  framework: 'pytest',
  programs: 'pytest python',
  isStartedBy: ({ name, args, runner }) =>
    name === 'pytest' ||
    name === 'py.test' ||
    (/^(?:python[\d.]*|py|coverage)$/.test(name) &&
      args.some((word, at) => word === '-m' && args[at + 1] === 'pytest')) ||
    runner.at(-1) === 'pytest',
  reporterFlags: /^--junit-?xml\b/,
  usual: ['python3', '-m', 'pytest'],
  detect: detectPython,
  plan: ({ command, file, folder, only, env, recognised, fromFile }) => ({
    command,
    env: { PYTEST_ADDOPTS: pytestOptions(file, folder, only !== undefined, env) },
    isSure: recognised !== undefined,
    // Of several runs the last one leaves its report.
    readReport: async ({ output }) =>
      countPytestSessions(output) > 1 ? undefined : noteEarlyExit(await fromFile(parseJunitXml), output),
  }),
  parseReport: parseJunitXml,
  parsers: [parsePytestText],
};

/** Its cache is ours, so that the second run knows what failed in the first. */
function pytestOptions(file: string, folder: string, isAgain: boolean, env: NodeJS.ProcessEnv): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'"'"'`)}'`;
  return [
    env.PYTEST_ADDOPTS,
    quoted(`--junitxml=${file}`),
    // The only family that names files.
    '-o junit_family=xunit1',
    `-o ${quoted(`cache_dir=${folder}/pytest`)}`,
    isAgain ? '--last-failed --last-failed-no-failures=none' : undefined,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `pytest.exit` ends a run in the middle with any code; its report says nothing of that, and takes the test for passed. */
function noteEarlyExit(parsed: ParsedTests | undefined, output: string): ParsedTests | undefined {
  const reason = /^!+ _pytest\.outcomes\.Exit: (.{0,500}?) !+$/m.exec(output)?.[1];
  if (parsed && reason !== undefined)
    addError(parsed, { names: ['pytest.exit'], message: `The run was ended early: ${reason}` });
  return parsed;
}

/** How tests for pytest are written. */
export const pytestStyle: TestStyle = {
  name: 'pytest',
  files: /(?:^|\/)(?:test_\w+|\w+_test)\.py$/,
  folder: 'tests',
  suffix: '.py',
  isBesideOthers: true,
  isUsed: ({ mentions }) => mentions([...SETTINGS, ...REQUIREMENTS], /\bpytest\b/),
  place: ({ folder, identifier }) => `${folder}/lessons/test_${identifier}.py`,
  run: (target) => `pytest ${target}`,
};

const SETTINGS = ['pytest.ini', 'pyproject.toml', 'setup.cfg', 'tox.ini'];
const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt', 'dev-requirements.txt', 'requirements/dev.txt'];
