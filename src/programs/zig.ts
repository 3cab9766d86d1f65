import type { Program } from './program.ts';

/** Zig, whose build is a program of its own: the steps of `zig build` are what the project declares in build.zig. */
export const zig: Program = {
  names: 'zig',
  subcommands: {},
  valueFlags:
    '-target -mcpu -O --name --build-file --prefix -p --cache-dir --global-cache-dir --zig-lib-dir -j --summary --test-filter -femit-bin',
  pathFlags: '--build-file --prefix -p',
  passesOn: true,
  runsScripts: 'build',
  looks: 'version env targets std help',
  changes: 'init fetch build build-exe build-lib build-obj',
  causes: [
    {
      id: 'zig.step',
      kind: 'script-missing',
      has: 'error: no step named',
      line: /^error: no step named '(?<subject>[^']+)'/,
      strict: true,
    },
    {
      id: 'zig.command',
      kind: 'bad-subcommand',
      has: 'error: unknown command: ',
      line: /^error: unknown command: (?<subject>\S+)$/,
      strict: true,
    },
    {
      id: 'zig.build-file',
      kind: 'wrong-cwd',
      has: 'no build.zig file found',
      line: /^error: no build\.zig file found/,
      strict: true,
    },
    { id: 'build.zig', kind: 'build-failed', has: '.zig:', line: /^\S+\.zig:\d+:\d+: error: /, work: true },
    {
      id: 'test.zig',
      kind: 'test-failed',
      has: ' failed.',
      line: /^\d+ passed; (?:\d+ skipped; )?[1-9]\d* failed\.$/,
      work: true,
    },
  ],
  checks: 'build test ast-check fmt',
  findings: [{ has: '.zig:', line: /^(?<path>[^\s:]+\.zig):\d+:\d+: error: /, kind: 'compile' }],
  language: 'Zig',
  rewrites: { tidies: 'fmt' },
  builds: 'build build-exe build-lib',
  buildFolder: 'zig-out',
};
