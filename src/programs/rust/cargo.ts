import type { Program } from '../program.ts';

/** Cargo, with the tools that come with it. */
export const cargoPrograms: readonly Program[] = [
  {
    names: 'cargo',
    subcommands: { second: 'nextest', values: '--color --config -Z', dirs: '-C' },
    valueFlags:
      '-p --package --features -F --bin --example --test --bench --manifest-path --target --target-dir --profile -j --jobs ' +
      '--exclude -Z',
    passesOn: true,
    operands: 'targets',
    runsScripts: 'make xtask',
    looks: 'metadata tree search locate-project version help pkgid info',
    changes: 'build install add remove update fetch clean generate-lockfile new init fmt fix vendor b',
    bypasses: [
      {
        id: 'allow-dirty',
        group: 'checks',
        why: 'a clean checkout',
        sample: 'cargo publish --allow-dirty',
        flags: '--allow-dirty',
      },
    ],
    installs: [{ ecosystem: 'cargo', verbs: 'install, add, binstall' }],
  },
  { names: 'rustfmt', operands: 'paths', changes: true },
];
