import { wordsOf } from '../../shared/word-set.ts';
import type { Program } from '../program.ts';
import { kindOfMessage } from './go-messages.ts';

/** Linters of Go. */
export const golangciLintPrograms: readonly Program[] = [
  {
    names: 'golangci-lint',
    waiver: /\/\/\s*nolint/,
    subcommands: { second: 'cache config' },
    valueFlags:
      '-c --config --timeout -E --enable -D --disable --build-tags -j --concurrency --out-format --new-from-rev --path-prefix',
    passesOn: true,
    pathFlags: '-c',
    causes: [{ id: 'lint.golangci', kind: 'check-failed', has: ' issues:', line: /^\d+ issues:$/, work: true }],
    checks: true,
    findings: [
      {
        has: '.go:',
        line: /^(?<path>[^\s:]+\.go):\d+(?::\d+)?: (?<message>.*) \((?<rule>[a-z][a-z\d-]+)\)$/,
        kinds: { format: 'gofmt gofumpt goimports gci golines' },
        isRule: (rule) => wordsOf(LINTERS).has(rule),
        kindOf: (rule, message) => (rule === 'typecheck' ? kindOfMessage(message) : undefined),
      },
    ],
    language: 'Go',
    rewrites: { tidies: 'fmt', told: '--fix' },
    wholePackages: { subcommands: 'run', file: /\.go$/, error: /\.go:\d+:\d+: undefined: \w/ },
  },
  { names: 'staticcheck', checks: true },
  { names: 'revive', checks: true },
];

/** A compiler's message may end in a word in brackets, too: only these are linters. */
const LINTERS =
  'asasalint asciicheck bidichk bodyclose canonicalheader containedctx contextcheck copyloopvar cyclop decorder depguard ' +
  'dogsled dupl dupword durationcheck err113 errcheck errchkjson errname errorlint exhaustive exhaustruct exptostd ' +
  'fatcontext forbidigo forcetypeassert funcorder funlen gci ginkgolinter gocheckcompilerdirectives gochecknoglobals ' +
  'gochecknoinits gochecksumtype gocognit goconst gocritic gocyclo godoclint godot godox goerr113 gofmt gofumpt goheader ' +
  'goimports golines gomoddirectives gomodguard goprintffuncname gosec gosimple gosmopolitan govet grouper iface importas ' +
  'inamedparam ineffassign interfacebloat intrange ireturn lll loggercheck maintidx makezero mirror misspell mnd ' +
  'modernize musttag nakedret nestif nilerr nilnesserr nilnil nlreturn noctx noinlineerr nolintlint nonamedreturns ' +
  'nosprintfhostport paralleltest perfsprint prealloc predeclared promlinter protogetter reassign recvcheck revive ' +
  'rowserrcheck sloglint spancheck sqlclosecheck staticcheck stylecheck tagalign tagliatelle testableexamples testifylint ' +
  'testpackage thelper tparallel typecheck unconvert unparam unused usestdlibvars usetesting varnamelen wastedassign ' +
  'whitespace wrapcheck wsl wsl_v5 zerologlint';
