import type { Program } from './program.ts';

/** Swift and the tools of Xcode. */
export const swiftPrograms: readonly Program[] = [
  {
    names: 'swift',
    subcommands: { second: 'package' },
    valueFlags: '-c --configuration --package-path --product --target --filter --scratch-path',
    passesOn: true,
    operands: 'targets',
    looks: 'package/describe package/show-dependencies',
    changes: 'build package/resolve package/update',
    causes: [
      { id: 'build.swift', kind: 'build-failed', has: '.swift:', line: /^\S+\.swift:\d+:\d+: error: /, work: true },
      {
        id: 'test.swift',
        kind: 'test-failed',
        has: 'Executed ',
        line: /Executed \d+ tests?, with [1-9]\d* failures?/,
        work: true,
      },
    ],
    builds: 'build generate',
  },
  { names: 'swiftc', hasSingleDashes: true, changes: true },
  {
    names: 'swiftlint',
    checks: true,
    findings: [
      {
        has: '.swift:',
        line: /^(?<path>[^\s:]+\.swift):\d+(?::\d+)?: error: .* \((?<rule>[a-z]\w+)\)$/,
        kinds: { import: 'unused_import' },
      },
    ],
    language: 'Swift',
    rewrites: { told: '--fix --autocorrect' },
  },
  { names: 'swiftformat', checks: true, rewrites: { tidies: true } },
  {
    names: 'pod',
    subcommands: { second: 'repo' },
    looks: 'env',
    changes: 'install update repo/update',
    restores: 'install',
  },
  {
    names: 'xcodebuild',
    valueFlags:
      '-project -workspace -scheme -configuration -destination -sdk -derivedDataPath -arch -target -only-testing ' +
      '-resultBundlePath',
    hasSingleDashes: true,
    pathFlags: '-project -workspace',
  },
  { names: 'xcrun', starts: [{ values: '--sdk --toolchain' }] },
  { names: 'xcode-select', changes: true },
];
