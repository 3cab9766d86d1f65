import type { Program } from '../program.ts';

/** ruff, a linter and formatter. */
export const ruff: Program = {
  names: 'ruff',
  waiver: /#\s*noqa/,
  subcommands: {},
  valueFlags:
    '--config --select --ignore --extend-select --extend-ignore --line-length --target-version --output-format --exclude ' +
    '--per-file-ignores --fixable',
  causes: [{ id: 'lint.ruff', kind: 'check-failed', has: 'Found ', line: /^Found \d+ errors?\b(?! in )/, work: true }],
  runtime: 'python',
  checks: true,
  findings: [
    {
      has: ': ',
      line: /^(?<path>[^\s:]+\.(?:pyi?|ipynb))(?::cell \d+)?:\d+:\d+: (?<rule>[A-Z]{1,5}\d{3,4}) (?<fix>\[\*\])?/,
      kinds: { import: 'F401', format: 'I001 W291 W292 W293' },
    },
    {
      has: ' ',
      with: '--> ',
      line: /^(?<rule>[A-Z]{1,5}\d{3,4}) (?<fix>\[\*\])?.*\w/,
      place: 'below',
      kinds: { import: 'F401', format: 'I001 W291 W292 W293' },
    },
    { has: 'Would reformat: ', line: /^Would reformat: (?<path>\S+)$/, kind: 'format' },
    { has: 'unformatted: ', line: /^unformatted: File would be reformatted$/, kind: 'format', place: 'below' },
  ],
  language: 'Python',
  repairs: (run, { subcommand }) =>
    subcommand === 'format' ? run.replace(' --check', '').replace(' --diff', '') : `${run} --fix`,
  rewrites: { tidies: 'format', told: '--fix --fix-only' },
  isSpokenOf: true,
  isNoWord: true,
  scriptPurpose: 'lint',
};
