import type { Finding, FindingKind } from './finding.ts';
import { type FindingFormat, findingFormats } from './formats.ts';

/** Outputs are excerpts of a few thousand characters; a longer line is code. */
const longestLine = 500;

/** Signs of a finding, asked before anything else: most outputs have none. */
const mayFind =
  /error|Error|ERROR|WARN|warning|[━✖×]|\bx \w|[Ww]ould reformat|unformatted|\.\w+:\d|Diff in |clippy|\(\d+ms\)|\[warn\]|\^--/;

/** The findings that an output of linters, formatters and compilers lists. Warnings that do not fail a run are left out. */
export function readFindings(output: string): Finding[] {
  if (!mayFind.test(output)) return [];
  const formats = findingFormats.filter((format) => output.includes(format.has) && output.includes(format.with ?? ''));
  if (formats.length === 0) return [];
  const findings: Finding[] = [];
  const needsPlaces = formats.some(({ place }) => place !== undefined);
  const reader = new PlaceReader();
  for (const raw of output.split('\n')) {
    if (raw.length > longestLine) continue;
    const line = raw.trimEnd();
    const pending = reader.settle(line);
    if (pending) findings.push(pending);
    const finding = readLine(line, formats);
    if (!finding) {
      if (needsPlaces) reader.look(line);
    } else if (finding.place === 'below') reader.expect(finding.found);
    else if (finding.place === 'above') findings.push({ ...finding.found, ...reader.placed() });
    else findings.push(finding.found);
  }
  return joinPlaces(tellFlake8(findings, output));
}

/** Both print the same lines; only ruff sums up and marks what it can repair. */
function tellFlake8(findings: readonly Finding[], output: string): readonly Finding[] {
  const isRuff = () => /\[\*\]|^Found \d|\bruff\b|Would reformat|^unformatted: /m.test(output);
  if (!findings.some(({ tool }) => tool === 'ruff') || isRuff()) return findings;
  return findings.map((finding) => (finding.tool === 'ruff' ? { ...finding, tool: 'flake8' } : finding));
}

function readLine(
  line: string,
  formats: readonly FindingFormat[],
): { found: Finding; place: FindingFormat['place'] } | undefined {
  for (const format of formats) {
    if (!line.includes(format.has)) continue;
    const groups = format.line.exec(line)?.groups;
    if (!groups && !format.line.test(line)) continue;
    const { path, rule, plugin, message, fix } = groups ?? {};
    // A compiler's message may end in a word in brackets, too.
    if (format.tool === 'golangci-lint' && !goLinters.has(rule ?? '')) continue;
    const name = rule === undefined ? undefined : nameRule(rule, plugin, line);
    return {
      found: {
        tool: format.tool,
        kind: kindOf(format, name, message),
        places: 1,
        ...(name === undefined ? {} : { rule: name }),
        ...(path === undefined ? {} : { path: path.replace(/^\.[\\/]/, '') }),
        ...(fix === undefined ? {} : { fixable: true }),
      },
      place: format.place,
    };
  }
  return undefined;
}

/** `eslint-plugin-unicorn(prefer-ternary)` is what people configure as `unicorn/prefer-ternary`. */
function nameRule(rule: string, plugin: string | undefined, line: string): string {
  // The one well-known rule that asks for opposite things in different projects.
  if (rule === 'func-style' && line.includes('Expected a function declaration')) return 'func-style:declaration';
  const short = plugin?.replace(/^eslint-plugin-|-eslint$/g, '');
  return short === undefined || short === 'eslint' ? rule : `${short}/${rule}`;
}

function kindOf(format: FindingFormat, rule: string | undefined, message: string | undefined): FindingKind {
  if (format.tool === 'go' || rule === 'typecheck') return isImportSlip(message ?? '') ? 'import' : 'compile';
  if (format.kind) return format.kind;
  if (format.tool === 'tsc') return rule === 'TS6192' ? 'import' : settings.has(rule ?? '') ? 'rule' : 'compile';
  const short = rule?.slice(rule.lastIndexOf('/') + 1) ?? '';
  if (importRules.has(short)) return 'import';
  return formatRules.has(short) || rule?.startsWith('@stylistic/') ? 'format' : 'rule';
}

const goLinters = new Set(
  (
    'asasalint asciicheck bidichk bodyclose canonicalheader containedctx contextcheck copyloopvar cyclop decorder depguard dogsled dupl ' +
    'dupword durationcheck err113 errcheck errchkjson errname errorlint exhaustive exhaustruct exptostd fatcontext forbidigo ' +
    'forcetypeassert funcorder funlen gci ginkgolinter gocheckcompilerdirectives gochecknoglobals gochecknoinits gochecksumtype gocognit ' +
    'goconst gocritic gocyclo godoclint godot godox goerr113 gofmt gofumpt goheader goimports golines gomoddirectives gomodguard ' +
    'goprintffuncname gosec gosimple gosmopolitan govet grouper iface importas inamedparam ineffassign interfacebloat intrange ireturn ' +
    'lll loggercheck maintidx makezero mirror misspell mnd modernize musttag nakedret nestif nilerr nilnesserr nilnil nlreturn noctx ' +
    'noinlineerr nolintlint nonamedreturns nosprintfhostport paralleltest perfsprint prealloc predeclared promlinter protogetter ' +
    'reassign recvcheck revive rowserrcheck sloglint spancheck sqlclosecheck staticcheck stylecheck tagalign tagliatelle testableexamples ' +
    'testifylint testpackage thelper tparallel typecheck unconvert unparam unused usestdlibvars usetesting varnamelen wastedassign ' +
    'whitespace wrapcheck wsl wsl_v5 zerologlint'
  ).split(' '),
);

/** The packages of Go's library that code uses without thinking of the import. */
const goPackages = new Set(
  'bufio bytes context errors exec filepath fmt fs http io ioutil json log maps math os path rand reflect regexp require assert runtime slices slog sort strconv strings sync testing time unicode url utf8'.split(
    ' ',
  ),
);

function isImportSlip(message: string): boolean {
  if (/^"[^"]+" imported (?:as \w+ )?and not used/.test(message)) return true;
  const name = /^undefined: (\w+)/.exec(message)?.[1];
  return name !== undefined && goPackages.has(name);
}

const importRules = new Set([
  'F401',
  'no-unused-imports',
  'noUnusedImports',
  'unused-import',
  'unused_imports',
  'UnusedImports',
  'unused_import',
]);

const formatRules = new Set(['prettier', 'gofmt', 'gofumpt', 'goimports', 'gci', 'golines', 'I001', 'W291', 'W292', 'W293']);

/** Errors of the TypeScript compiler that a setting of the project asks for; all others are work. */
const settings = new Set(
  'TS1484 TS1294 TS2532 TS18048 TS18047 TS2531 TS2835 TS2834 TS4111 TS4114 TS5097 TS6133 TS6196 TS6198 TS7006 TS7030 TS7031'.split(
    ' ',
  ),
);

/** Keeps the file that findings belong to, where it stands on a line of its own. */
class PlaceReader {
  #path: string | undefined;
  #waiting: Finding | undefined;
  #lines = 0;

  /** Where the last line with a file pointed to. */
  placed(): { path?: string } {
    return this.#path === undefined ? {} : { path: this.#path };
  }

  /** A finding that counts once its place is there. */
  expect(finding: Finding): void {
    this.#waiting = finding;
    this.#lines = 0;
  }

  /** The waiting finding, if this line confirms it: a place, or for biome the sign of an error. */
  settle(line: string): Finding | undefined {
    const waiting = this.#waiting;
    if (!waiting) return undefined;
    if (waiting.path !== undefined) {
      if (line === '') return undefined;
      this.#waiting = undefined;
      return /^\s*[×✖]/.test(line) ? waiting : undefined;
    }
    const path = placeIn(line);
    if (path !== undefined) {
      this.#waiting = undefined;
      return { ...waiting, path };
    }
    this.#lines += 1;
    if (this.#lines > 4) this.#waiting = undefined;
    return undefined;
  }

  /** Remembers the file that a line names. */
  look(line: string): void {
    const path = /^In (\S+) line \d+:$/.exec(line)?.[1] ?? placeIn(line) ?? headingOf(line);
    if (path !== undefined) this.#path = path;
  }
}

/** `--> src/a.rs:3:4`, `╭─[src/a.ts:3:4]`, `,-[src/a.ts:3:4]`. */
function placeIn(line: string): string | undefined {
  return /^\s*(?:-->\s|╭─+\[|,-+\[)\s*([^\s:[\]]+):\d+/.exec(line)?.[1]?.replace(/^\.[\\/]/, '');
}

/** A line that is nothing but a path: the heading over the findings of a file. */
function headingOf(line: string): string | undefined {
  return /^(?:[A-Za-z]:)?[^\s:|()<>*?"]+\.\w{1,8}$/.test(line) ? line.replace(/^\.[\\/]/, '') : undefined;
}

/** One finding per rule and file. */
function joinPlaces(findings: readonly Finding[]): Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.tool} ${finding.kind} ${finding.rule ?? ''} ${finding.path ?? ''}`;
    byPlace.set(key, { ...finding, places: (byPlace.get(key)?.places ?? 0) + 1 });
  }
  return [...byPlace.values()];
}
