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
    runtime: 'node',
    obstacles: [
      /^.*\bfailed to load config from .*/im,
      /^.*\bUnknown (?:option|config(?:uration)?) .{0,100}\bin .{0,200}config.*/im,
    ],
    isSpokenOf: true,
  },
  { names: 'webpack', changes: true, builds: true, isSpokenOf: true },
  { names: 'rollup', changes: true, builds: true },
  { names: 'esbuild', changes: true, builds: true },
  { names: 'tsup', builds: true },
  { names: 'tsdown', builds: true },
  {
    names: 'next',
    valueFlags: '-p --port -H --hostname',
    runtime: 'node',
    builds: 'build generate',
    buildFolder: '.next',
  },
  { names: 'ng', builds: 'build generate', packages: '@angular/cli' },
];
