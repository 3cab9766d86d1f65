import type { Program } from '../program.ts';

/** Bundlers, and frameworks that build with them. */
export const nodeBundlers: readonly Program[] = [
  {
    names: 'vite',
    valueFlags: '-c --config --base --port --host --mode -m --outDir -l --logLevel',
    changes: true,
    causes: [
      {
        id: 'vite.entry',
        kind: 'module-missing',
        has: 'Failed to resolve entry for package',
        line: /Failed to resolve entry for package "(?<subject>[^"]+)"/,
        strict: true,
      },
      { id: 'build.vite', kind: 'build-failed', has: 'Build failed', line: /Build failed/, work: true },
    ],
  },
  { names: 'webpack', changes: true, builds: true },
  { names: 'rollup', changes: true, builds: true },
  { names: 'esbuild', changes: true, builds: true },
  { names: 'tsup', builds: true },
  { names: 'tsdown', builds: true },
  { names: 'next', valueFlags: '-p --port -H --hostname', builds: 'build generate' },
  { names: 'ng', builds: 'build generate' },
];
