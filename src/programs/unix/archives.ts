import type { Program } from '../program.ts';

/** Archives. */
export const unixArchives: readonly Program[] = [
  {
    names: 'tar',
    valueFlags: '-f -C --file --directory --exclude --strip-components -T -X --transform',
    pathFlags: '-f -xzf -xf -czf -tzf -cf -xvf -zxvf -xvzf -czvf -C',
    operands:
      () =>
      (operand, { text }) =>
        operand === 0 && /^[a-zA-Z]+$/.test(text) ? 'none' : 'path',
    looksIf: ({ flags, operands }) =>
      flags.some((flag) => /^-[a-zA-Z]*t/.test(flag)) || /^t[a-z]*$/.test(operands[0] ?? ''),
    changes: true,
  },
  { names: 'zip', valueFlags: '-x -i', operands: 'paths', changes: true },
  {
    names: 'unzip',
    operands: 'paths',
    looksIf: ({ flags }) => flags.some((flag) => /^-[lvZ]/.test(flag)),
    changes: true,
  },
  { names: 'gzip', operands: 'paths' },
  { names: 'gunzip', operands: 'paths', changes: true },
  { names: 'zcat', operands: 'paths', looks: true },
];
