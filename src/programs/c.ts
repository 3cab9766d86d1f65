import type { Program } from './program.ts';

/** Compilers of C and C++, and what builds with them. */
export const cPrograms: readonly Program[] = [
  {
    names: 'cmake',
    valueFlags: '-S -B -G -D -U --build --target -t --preset --config -j --install --prefix',
    pathFlags: '-S -B --build',
    changes: true,
  },
  { names: 'ctest', valueFlags: '-R -E -L -j -C --test-dir', directoryFlags: '--test-dir', tests: true },
  { names: 'ninja', directoryFlags: '-C', operands: 'targets', hasTargets: true, changes: true },
  { names: 'meson', directoryFlags: '-C', changes: true },
  {
    names: 'gcc',
    versioned: 'gcc',
    hasSingleDashes: true,
    changes: true,
    causes: [
      {
        id: 'build.c',
        kind: 'build-failed',
        has: ' error: ',
        line: /^\S+:\d+:\d+: (?:fatal )?error: /,
        work: true,
        general: true,
      },
    ],
  },
  { names: 'g++', versioned: 'g++', hasSingleDashes: true, changes: true },
  { names: 'clang', versioned: 'clang', hasSingleDashes: true, changes: true },
  { names: 'cc', hasSingleDashes: true, changes: true },
  { names: 'ld', hasSingleDashes: true },
  {
    names: 'clang-format',
    hasNoVerbs: true,
    checks: true,
    findings: [
      {
        has: '-Wclang-format',
        line: /^(?<path>[^\s:]+):\d+:\d+: (?:error|warning): .*\[-Wclang-format-violations\]$/,
        kind: 'format',
      },
    ],
    rewrites: { told: '-i' },
  },
];
