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
  },
  { names: 'swiftc', hasSingleDashes: true, changes: true },
  { names: 'pod', subcommands: { second: 'repo' }, looks: 'env', changes: 'install update repo/update' },
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
