import type { Program } from './program.ts';

/** The command line of Windows. */
export const windowsPrograms: readonly Program[] = [
  { names: 'dir', operands: 'paths', looks: true },
  { names: 'copy del move xcopy start', operands: 'paths', guardedInProse: /rd|del/ },
  { names: 'findstr', operands: 'pattern-first', role: 'filter', looks: true, asks: true },
  { names: 'tasklist ver systeminfo', looks: true },
  { names: 'setx', changes: true },
  { names: '% ?', role: 'filter' },
];
