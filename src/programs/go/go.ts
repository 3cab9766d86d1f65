import type { Program } from '../program.ts';
import { kindOfMessage } from './go-messages.ts';

/** Go, and generators of its code. */
export const goPrograms: readonly Program[] = [
  {
    names: 'go',
    subcommands: { second: 'mod work tool telemetry', dirs: '-C' },
    valueFlags:
      '-run -count -timeout -tags -bench -benchtime -cpu -parallel -coverprofile -coverpkg -covermode -o -ldflags -gcflags ' +
      '-asmflags -p -mod -modfile -exec -skip -fuzz -fuzztime -cpuprofile -memprofile -f -list -shuffle -blockprofile -trace ' +
      '-vet -overlay -toolexec',
    hasSingleDashes: true,
    passesOn: true,
    operands: 'targets',
    looks: 'env list version doc help mod/graph mod/why mod/verify',
    editsIf: ({ flags }) => flags.includes('-w'),
    changes: 'build install get generate mod/tidy mod/download mod/init mod/vendor mod/edit work/sync work/init work/use clean',
    installs: [{ ecosystem: 'go', verbs: 'install, get, run' }],
    causes: [
      { id: 'go.directory', kind: 'wrong-cwd', has: 'directory not found', line: /^stat (?<subject>\S+): directory not found/ },
      { id: 'go.no-files', kind: 'wrong-cwd', has: 'no Go files in', line: /no Go files in (?<subject>\S+)/ },
      {
        id: 'go.constraints',
        kind: 'bad-flag',
        has: 'build constraints exclude all Go files',
        line: /build constraints exclude all Go files in (?<subject>\S+)/,
        strict: true,
      },
      {
        id: 'go.no-module',
        kind: 'wrong-cwd',
        has: 'go: cannot find main module',
        line: /^go: cannot find main module/,
        strict: true,
      },
      { id: 'go.no-mod', kind: 'wrong-cwd', has: 'go.mod file not found', line: /go\.mod file not found/, strict: true },
      {
        id: 'go.package',
        kind: 'module-missing',
        has: 'is not in std',
        line: /package (?<subject>\S+) is not in std/,
        strict: true,
      },
      {
        id: 'go.flag',
        kind: 'bad-flag',
        has: 'flag provided but not defined',
        line: /flag provided but not defined: (?<subject>-[\w-]+)/,
        strict: true,
      },
      {
        id: 'go.output',
        kind: 'bad-argument',
        has: 'cannot write multiple packages',
        line: /^go: cannot write multiple packages to non-directory (?<subject>\S+)/,
        strict: true,
      },
      {
        id: 'go.matched',
        kind: 'bad-argument',
        has: 'matched no packages',
        line: /"(?<subject>[^"]+)" matched no packages/,
        strict: true,
        quiet: true,
      },
      {
        id: 'go.embed',
        kind: 'module-missing',
        has: 'no matching files found',
        line: /pattern (?:all:)?(?<subject>[\w./-]+)[\w./*-]*: no matching files found/,
      },
      { id: 'build.go', kind: 'build-failed', has: '[build failed]', line: /\[build failed\]/, work: true },
      { id: 'build.go-line', kind: 'build-failed', has: '.go:', line: /^\S+\.go:\d+:\d+: /, work: true },
      { id: 'build.go-cycle', kind: 'build-failed', has: 'import cycle', line: /import cycle not allowed/, work: true },
      { id: 'test.go', kind: 'test-failed', has: '--- FAIL', line: /^\s*--- FAIL: (?<subject>\S+)/, work: true },
      { id: 'test.go-end', kind: 'test-failed', has: 'FAIL\t', line: /^FAIL\t/, work: true },
    ],
    checks: 'build vet test run install',
    findings: [
      {
        has: '.go:',
        line: /^(?:vet: )?(?<path>[^\s:]+\.go):\d+:\d+: (?<message>.*)$/,
        kindOf: (_, message) => kindOfMessage(message),
      },
    ],
    language: 'Go',
    rewrites: { tidies: 'fmt fix', generates: 'generate' },
    builds: 'build generate',
    restores: 'mod/download',
  },
  { names: 'dlv', hasSingleDashes: true },
  { names: 'mockgen', changes: true },
  { names: 'stringer', changes: true },
  { names: 'wire', changes: true },
  { names: 'ent', rewrites: { generates: 'generate' } },
  { names: 'gqlgen', rewrites: { generates: 'generate' } },
];
