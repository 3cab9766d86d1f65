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
};
