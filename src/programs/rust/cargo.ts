import { existsSync } from 'node:fs';
import type { Program } from '../program.ts';
import { append, insertBehindTest, mentions } from '../test-reports/edit-command.ts';
import type { ParsedFailure } from '../test-reports/parsed-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import type { TestStyle } from '../test-style.ts';
import { parseCargoText } from './cargo-text.ts';

/** Cargo, with the tools that come with it. */
export const cargoPrograms: readonly Program[] = [
  {
    names: 'cargo',
    toolchain: /^\+/,
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
    causes: [
      {
        id: 'cargo.command',
        kind: 'bad-subcommand',
        has: 'no such command',
        line: /^error: no such command: `(?<subject>[^`]+)`/,
        strict: true,
      },
      {
        id: 'cargo.toml',
        kind: 'wrong-cwd',
        has: 'could not find `Cargo.toml`',
        line: /could not find `Cargo\.toml`/,
        strict: true,
      },
      {
        id: 'cargo.nightly',
        kind: 'wrong-runtime',
        has: 'on the nightly ',
        line: /^error: the (?:option )?`(?<subject>[\w-]+)`.{0,40} only (?:accepted|available) on the nightly (?:channel|compiler)/,
        strict: true,
      },
      {
        id: 'cargo.target',
        kind: 'bad-argument',
        has: 'error: no ',
        line: /^error: no (?:test|bin|example|bench)s? target named `(?<subject>[^`]+)`/,
        strict: true,
      },
      {
        id: 'cargo.package',
        kind: 'bad-argument',
        has: 'did not match any packages',
        line: /package ID specification `(?<subject>[^`]+)` did not match any packages/,
        strict: true,
      },
      { id: 'test.cargo', kind: 'test-failed', has: 'test result: FAILED', line: /^test result: FAILED/, work: true },
    ],
    obstacles: [/^error: failed to parse (?:manifest|lock file) at.*/m, /^error: could not find `Cargo\.toml` in .*/m],
    checks: 'clippy check build test fmt run nextest/*',
    rewrites: { tidies: 'fmt fix', told: '--fix' },
    builds: 'build generate',
    buildFolder: 'target',
    isSpokenOf: true,
    isNoWord: true,
    guardedInProse: true,
    manifests: { cargo: 'Cargo.toml Cargo.lock' },
  },
  {
    names: 'clippy',
    causes: [{ id: 'lint.clippy', kind: 'check-failed', has: 'clippy::', line: /`[#-].*clippy::[\w-]+/, work: true }],
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
    causes: [
      {
        id: 'rustc.feature',
        kind: 'wrong-runtime',
        has: 'release channel',
        line: /^error\[E0554\]: .{0,40} may not be used on the (?:stable|beta) release channel/,
        strict: true,
      },
      { id: 'build.rust', kind: 'build-failed', has: 'error[E', line: /^error\[E\d+\]/, work: true },
      {
        id: 'build.rust-end',
        kind: 'build-failed',
        has: 'could not compile',
        line: /^error: could not compile/,
        work: true,
      },
    ],
    findings: [{ has: 'unused import', line: /^(?:error|warning): unused imports?: /, kind: 'import', place: 'below' }],
    language: 'Rust',
  },
  {
    names: 'rustfmt',
    hasNoVerbs: true,
    operands: 'paths',
    causes: [
      {
        id: 'format.rust',
        kind: 'check-failed',
        has: 'Diff in ',
        line: /^Diff in \S+/,
        work: true,
        isOfFormatter: true,
      },
    ],
    checks: true,
    findings: [{ has: 'Diff in ', line: /^Diff in (?<path>[^\s:]+)/, kind: 'format' }],
    rewrites: { tidies: true },
  },
];

/** How Cargo runs tests. */
export const cargoRunner: TestRunner = {
  framework: 'cargo',
  isStartedBy: ({ name, subcommand, args }) => name === 'cargo' && (subcommand ?? args[0]) === 'test',
  reporterFlags: /^--format\b/,
  usual: ['cargo', 'test'],
  detect: async (root) =>
    existsSync(`${root}/Cargo.toml`)
      ? { framework: 'cargo', command: ['cargo', 'test'], source: 'Cargo.toml' }
      : undefined,
  plan({ command, only, recognised, plain }) {
    if (!recognised) return plain;
    // Else it stops at the first target that fails.
    const whole = mentions(command, '--no-fail-fast') ? command : insertBehindTest(command, ['--no-fail-fast']);
    const names = only && namesForCargo(only);
    const dashes = mentions(command, ' -- ') || (typeof command !== 'string' && command.includes('--')) ? [] : ['--'];
    const selected = names ? append(whole, [...dashes, '--exact', ...names]) : whole;
    return { ...plain, isSure: true, isAllResults: true, command: selected };
  },
  parsers: [parseCargoText],
};

/** The names of tests; nothing where there are tests of documentation, whose names it cannot be given. */
export function namesForCargo(only: readonly ParsedFailure[]): string[] | undefined {
  const names = [...new Set(only.map((failure) => failure.names.join('::')))];
  return names.every((name) => /^[^\s-]\S*$/.test(name)) ? names : undefined;
}

/** How tests for Cargo are written. */
export const cargoStyle: TestStyle = {
  name: 'cargo',
  files: /^tests\/\w+\.rs$/,
  folder: 'tests',
  suffix: '.rs',
  isUsed: ({ mentions }) => mentions(['Cargo.toml'], /^\[package\]/m),
  place: ({ folder, identifier, suffix }) => `${folder}/${identifier}${suffix}`,
  run: (target) => `cargo test --test ${target.slice(target.lastIndexOf('/') + 1).replace(/\.rs$/, '')}`,
};
