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
    changes: 'build install add remove update fetch clean generate-lockfile new init vendor b',
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
    checks: 'clippy check build test fmt run nextest/*',
    rewrites: { tidies: 'fmt fix', told: '--fix' },
    builds: 'build generate',
  },
  {
    names: 'clippy',
    findings: [
      {
        has: 'clippy',
        line: /(?:#\[(?:warn|deny)\(|[`-]D )clippy::(?<rule>[a-z][\w-]*)/,
        place: 'above',
        kinds: { import: 'unused_imports' },
      },
      {
        has: 'rust-clippy',
        line: /rust-clippy\/\S*index\.html#(?<rule>[a-z]\w*)/,
        place: 'above',
        kinds: { import: 'unused_imports' },
      },
    ],
    language: 'Rust',
  },
  {
    names: 'rustc',
    findings: [{ has: 'unused import', line: /^(?:error|warning): unused imports?: /, kind: 'import', place: 'below' }],
    language: 'Rust',
  },
  {
    names: 'rustfmt',
    hasNoVerbs: true,
    operands: 'paths',
    checks: true,
    findings: [{ has: 'Diff in ', line: /^Diff in (?<path>[^\s:]+)/, kind: 'format' }],
    rewrites: { tidies: true },
  },
];
