import { existsSync } from 'node:fs';
import { readRegular } from '../../shared/regular-file.ts';
import type { Program } from '../program.ts';
import { insertBehindTest } from '../test-reports/edit-command.ts';
import type { ParsedFailure } from '../test-reports/parsed-tests.ts';
import { anyTestOf } from '../test-reports/select-tests.ts';
import type { TestRunner } from '../test-runner.ts';
import type { TestStyle } from '../test-style.ts';
import { parseGoJson } from './go-json.ts';
import { kindOfMessage } from './go-messages.ts';
import { parseGoText } from './go-text.ts';

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
    changes:
      'build install get generate mod/tidy mod/download mod/init mod/vendor mod/edit work/sync work/init work/use clean',
    installs: [{ ecosystem: 'go', verbs: 'install, get, run' }],
    causes: [
      {
        id: 'go.directory',
        kind: 'wrong-cwd',
        has: 'directory not found',
        line: /^stat (?<subject>\S+): directory not found/,
      },
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
      {
        id: 'go.no-mod',
        kind: 'wrong-cwd',
        has: 'go.mod file not found',
        line: /go\.mod file not found/,
        strict: true,
      },
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
    obstacles: [
      /^go: errors parsing go\.mod:.*(?:\n.*)?/m,
      /^go: .{0,300} requires go >= .*/m,
      /^go: (?:cannot find main module|go\.mod file not found).*/m,
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
    buildFolder: '',
    isSpokenOf: true,
    guardedInProse: /go (?:run|install|get)/,
    manifests: { go: 'go.mod go.sum go.work tools.go' },
    wholePackages: {
      subcommands: 'vet test build run',
      file: /\.go$/,
      error: /\.go:\d+:\d+: undefined: \w/,
      reportsRealMistakes: true,
    },
    isNoWord: /(?:test|build|run|vet|mod|generate|install|fmt)\b/,
  },
  { names: 'dlv', hasSingleDashes: true },
  { names: 'mockgen', changes: true },
  { names: 'stringer', changes: true },
  { names: 'wire', changes: true },
  { names: 'ent', rewrites: { generates: 'generate' } },
  { names: 'gqlgen', rewrites: { generates: 'generate' } },
];

/** How Go runs tests. */
export const goRunner: TestRunner = {
  framework: 'go',
  isStartedBy: ({ name, subcommand, args }) => name === 'go' && (subcommand ?? args[0]) === 'test',
  reporterFlags: /^-json\b/,
  usual: ['go', 'test', './...'],
  detect: async (root) =>
    existsSync(`${root}/go.mod`) ? { framework: 'go', command: ['go', 'test', './...'], source: 'go.mod' } : undefined,
  async plan({ command, cwd, only, recognised, plain }) {
    if (!recognised) return plain;
    const module = /^module\s+(\S+)/m.exec((await readRegular(`${cwd}/go.mod`).catch(() => '')).toString())?.[1];
    const places = { cwd, module: module || undefined };
    const selected = only ? ['-count=1', '-run', patternOfGo(only)] : [];
    return {
      command: insertBehindTest(command, ['-json', ...selected]),
      env: {},
      isSure: true,
      isAllResults: true,
      readReport: async ({ output }) => parseGoJson(output, places) ?? parseGoText(output, places),
    };
  },
  parseReport: (text, cwd) => parseGoJson(text, { cwd }),
  parsers: [(output, cwd) => parseGoJson(output, { cwd }), (output, cwd) => parseGoText(output, { cwd })],
};

/** The tests at the top of `go test`: subtests cannot run without them. */
export function patternOfGo(only: readonly ParsedFailure[]): string {
  return anyTestOf(only.map(({ names }) => names[1] ?? ''));
}

/** How tests for Go are written. */
export const goStyle: TestStyle = {
  name: 'go',
  files: /_test\.go$/,
  folder: 'internal',
  suffix: '_test.go',
  isUsed: ({ mentions }) => mentions(['go.mod'], /^module /m),
  place: ({ folder, identifier, suffix }) => `${folder}/lessons/${identifier}${suffix}`,
  run: (target) => `go test ./${target.slice(0, target.lastIndexOf('/'))}`,
};
