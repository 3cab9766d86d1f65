import type { FindingFormat, FindingKind } from '../../programs/finding-format.ts';
import { programs } from '../../programs/index.ts';
import { wordsOf } from '../../shared/word-set.ts';
import type { Finding } from './finding.ts';

/** Outputs are excerpts of a few thousand characters; a longer line is code. */
const longestLine = 500;

/** Signs of a finding, tested before anything else: most outputs have none. */
const SIGNS =
  /error|Error|ERROR|WARN|warning|[━✖×]|\bx \w|[Ww]ould reformat|unformatted|\.\w+:\d|Diff in |clippy|\(\d+ms\)|\[warn\]|\^--/;

let signs: RegExp | undefined;

/** Whether an output has one of the usual signs, or one of a format with its own signs. */
function mayFind(output: string): boolean {
  const own = () =>
    allFormats()
      .map(({ format: { has } }) => has)
      .filter((has) => has.length > 5 && !SIGNS.test(has))
      .map((has) => has.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  signs ??= new RegExp([SIGNS.source, ...own()].join('|'));
  return signs.test(output);
}

/**
 * Returns the findings that an output of linters, formatters and compilers lists. Warnings that do not fail a run are left out.
 */
export function readFindings(output: string): Finding[] {
  if (!mayFind(output)) return [];
  const formats = allFormats().filter(
    ({ format }) => output.includes(format.has) && output.includes(format.with ?? ''),
  );
  if (formats.length === 0) return [];
  const findings: Finding[] = [];
  const needsPlaces = formats.some(({ format: { place } }) => place !== undefined);
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

/** Tells flake8 from ruff: both print the same lines; only ruff prints a summary and marks the findings it can repair. */
function tellFlake8(findings: readonly Finding[], output: string): readonly Finding[] {
  const isRuff = () => /\[\*\]|^Found \d|\bruff\b|Would reformat|^unformatted: /m.test(output);
  if (!findings.some(({ tool }) => tool === 'ruff') || isRuff()) return findings;
  return findings.map((finding) => (finding.tool === 'ruff' ? { ...finding, tool: 'flake8' } : finding));
}

/** A format with the program that prints it. */
interface ToolFormat {
  readonly tool: string;
  readonly format: FindingFormat;
}

let made: readonly ToolFormat[] | undefined;

/** Returns the formats of all programs, the exact ones first: the first that matches a line wins. */
function allFormats(): readonly ToolFormat[] {
  made ??= programs.flatMap(({ names, findings = [] }) => findings.map((format) => ({ tool: names, format })));
  return made;
}

function readLine(
  line: string,
  formats: readonly ToolFormat[],
): { found: Finding; place: FindingFormat['place'] } | undefined {
  for (const { tool, format } of formats) {
    if (!line.includes(format.has)) continue;
    const groups = format.line.exec(line)?.groups;
    if (!groups && !format.line.test(line)) continue;
    const { path, rule, plugin, message, fix } = groups ?? {};
    if (rule !== undefined && format.isRule?.(rule) === false) continue;
    const name = rule === undefined ? undefined : (format.nameOf?.(rule, plugin, line) ?? rule);
    return {
      found: {
        tool,
        kind: kindOf(format, name, message),
        places: 1,
        rule: name,
        path: path?.replace(/^\.[\\/]/, ''),
        fixable: fix === undefined ? undefined : true,
      },
      place: format.place,
    };
  }
  return undefined;
}

function kindOf({ kind, kinds, kindOf: judge }: FindingFormat, rule = '', message = ''): FindingKind {
  const judged = kind ?? judge?.(rule, message);
  if (judged !== undefined) return judged;
  const short = rule.slice(rule.lastIndexOf('/') + 1);
  if (wordsOf(kinds?.import).has(short)) return 'import';
  return wordsOf(kinds?.format).has(short) ? 'format' : 'rule';
}

/** Keeps track of the file to which findings belong if it is on a line of its own. */
class PlaceReader {
  #path: string | undefined;
  #waiting: Finding | undefined;
  #lines = 0;

  /** Returns the file that a line named last. */
  placed(): { path?: string } {
    return this.#path === undefined ? {} : { path: this.#path };
  }

  /** Holds a finding that counts once its place is known. */
  expect(finding: Finding): void {
    this.#waiting = finding;
    this.#lines = 0;
  }

  /** Returns the waiting finding if this line confirms it: by a place, or for biome by the sign of an error. */
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

/** Returns the file of a line that points to a place: `--> src/a.rs:3:4`, `╭─[src/a.ts:3:4]`, `,-[src/a.ts:3:4]`. */
function placeIn(line: string): string | undefined {
  return /^\s*(?:-->\s|╭─+\[|,-+\[)\s*([^\s:[\]]+):\d+/.exec(line)?.[1]?.replace(/^\.[\\/]/, '');
}

/** Returns the path if a line is nothing but a path: the heading above the findings of a file. */
function headingOf(line: string): string | undefined {
  return /^(?:[A-Za-z]:)?[^\s:|()<>*?"]+\.\w{1,8}$/.test(line) ? line.replace(/^\.[\\/]/, '') : undefined;
}

/** Merges the findings into one per rule and file. */
function joinPlaces(findings: readonly Finding[]): Finding[] {
  const byPlace = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.tool} ${finding.kind} ${finding.rule ?? ''} ${finding.path ?? ''}`;
    byPlace.set(key, { ...finding, places: (byPlace.get(key)?.places ?? 0) + 1 });
  }
  return [...byPlace.values()];
}
