import type { Program } from '../program.ts';

/** Bundlers, and frameworks that build with them. */
export const bundlersPrograms: readonly Program[] = [
  { names: 'vite', valueFlags: '-c --config --base --port --host --mode -m --outDir -l --logLevel', changes: true },
  { names: 'webpack', changes: true },
  { names: 'rollup', changes: true },
  { names: 'esbuild', changes: true },
  { names: 'next', valueFlags: '-p --port -H --hostname' },
];
