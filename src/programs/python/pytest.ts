import type { Program } from '../program.ts';

/** pytest, which runs tests. */
export const pytest: Program = {
  names: 'pytest',
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
};
