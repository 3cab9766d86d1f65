import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRedactor } from '../../src/redaction/redact.ts';
import { builtInRules } from '../../src/redaction/rules/index.ts';

/** A function that reads text which others wrote. */
export interface TextReader {
  /** The file and the function: `loop/tests/parsers/tap.ts parseTap`. */
  name: string;
  read(text: string): unknown;
}

/** A text made to keep a reader busy, of any size. */
export interface HostileShape {
  name: string;
  make(size: number): string;
}

/** A reader that took more than so many times as long for four times as much. */
export interface SlowReading {
  reader: string;
  shape: string;
  /** Milliseconds for a text of one, two and four times the size. */
  times: [number, number, number];
}

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));

/** First parameters that hold text of others; paths, ids and names of ours are none. */
const TEXTS =
  'text|output|source|message|said|clause|command|line|raw|guidance|printed|log|error|diff|body|content|value|pattern|words|action|prompt|printed|what|rule|condition|item|form|address|comment|answer|xml|json';
const EXPORTED = new RegExp(
  `^export (?:async )?function (\\w+)\\(\\s*(?:${TEXTS}): string(?:,\\s*(\\w+)(\\?)?: (\\w+)[^)]*)?\\)`,
  'gm',
);

/** What is not asked: the page runs in a browser, and what a command or a server does is no reader. */
const OTHERS = /^(?:page|cli\/run-|web\/serve|doctor)/;

/** Every exported function of the sources whose first parameter is text of others, found by its declaration: new ones are found, too. */
export async function listReaders(): Promise<TextReader[]> {
  const files = (await readdir(SOURCES, { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort();
  const readers: TextReader[] = [];
  for (const file of files) {
    const path = join(SOURCES, file);
    if (OTHERS.test(relative(SOURCES, path).replaceAll('\\', '/'))) continue;
    const declared = [...(await readFile(path, 'utf8')).matchAll(EXPORTED)].filter(
      ([, , , optional, type]) => type === undefined || optional || type === 'string',
    );
    if (declared.length === 0) continue;
    const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    for (const [, name = '', second] of declared) {
      const call = module[name];
      if (typeof call !== 'function') continue;
      const more = second === undefined ? [] : [SECONDS[second] ?? '/home/ada/harbour'];
      readers.push({ name: `${file.replaceAll('\\', '/')} ${name}`, read: (text) => call(text, ...more) as unknown });
    }
  }
  const redactor = createRedactor();
  readers.push({ name: 'redaction/redact.ts redactOne', read: (text) => redactor.redactOne(text) });
  return readers;
}

const SECONDS: Readonly<Record<string, string>> = {
  day: '2026-03-09',
  style: 'posix',
  dialect: 'posix',
  tag: 'system-reminder',
  toolName: 'Bash',
};

/** Pieces that lead a pattern on: what languages, shells, logs and reports begin with, and never end. */
const PIECES: readonly string[] = [
  ' ',
  '\n',
  '\t',
  'a',
  'a ',
  'a\n',
  '\\',
  '"',
  "'",
  '`',
  '(',
  '[',
  '{',
  '<',
  '<a>',
  '#',
  '# ',
  '## ',
  '- ',
  '* ',
  '> ',
  '|',
  '| a ',
  '---\n',
  '...\n',
  '```\n',
  '/*',
  '<!--',
  '$(',
  '${',
  '&&',
  ';',
  '<<E\n',
  'ok 1\n',
  'not ok 1 - a\n',
  '    ok 1\n',
  '    ---\n',
  'Error: ',
  '  at a (b:1:2)\n',
  'a: b\n',
  '##[group]Run a\n',
  '2026-03-09T10:00:00.000Z ',
  '[Major] ',
  '**Critical:** ',
  '1. ',
  '\u001b[31m',
  '\u200b',
  '=',
  'a=',
  'token=',
  '://',
  'a@b.',
  '-----BEGIN ',
  '../',
  '/a',
  'C:\\',
  ',',
  '"a",',
  '{"a":',
  '<testcase name="a">',
  '--- FAIL: a\n',
  'FAILED a::b - c\n',
  '日本',
];

/** Each piece alone, over and over; behind another one; with lines of many lengths; and with an end that fits nothing. */
export function hostileShapes(): HostileShape[] {
  const fill = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const markers = builtInRules.map(({ markers: [first = ''] }) => first);
  return [
    ...PIECES.map((piece) => ({ name: JSON.stringify(piece), make: (size: number) => fill(piece, size) })),
    ...PIECES.filter((_, index) => index % 4 === 0).map((piece) => ({
      name: `${JSON.stringify(piece)} in one long line, then an end`,
      make: (size: number) => `Error: ${fill(piece.replaceAll('\n', ' '), size)}\n!`,
    })),
    ...[...new Set(markers)]
      .filter((_, index) => index % 6 === 0)
      .map((marker) => ({ name: `marker ${marker}`, make: (size: number) => fill(`${marker}aB3`, size) })),
    {
      name: 'TAP with deep subtests',
      make: (size) =>
        `TAP version 13\n${Array.from({ length: size / 400 }, (_, i) => `${' '.repeat((i % 90) * 4)}ok ${i} - a\n`).join('')}`,
    },
  ];
}

/** How often the time for one size is taken: the shortest counts, for others work on the same machine. */
const TRIES = 2;

/** Reads texts of a size, twice and four times that, and tells which readers took longer than in proportion, by a generous factor. */
export async function findSlowReaders(
  readers: readonly TextReader[],
  {
    size = 40_000,
    factor = 3,
    least = 60,
    shapes = hostileShapes(),
  }: { size?: number; factor?: number; least?: number; shapes?: readonly HostileShape[] } = {},
): Promise<SlowReading[]> {
  const slow: SlowReading[] = [];
  for (const reader of readers) {
    for (const shape of shapes) {
      const first = await measure(reader, shape.make(size));
      // What takes no time at four times the size need not be compared.
      const last = await measure(reader, shape.make(4 * size));
      if (last < least || last < 4 * factor * Math.max(first, 0.5)) continue;
      const times: SlowReading['times'] = [first, await measure(reader, shape.make(2 * size)), last];
      slow.push({ reader: reader.name, shape: shape.name, times });
    }
  }
  return slow;
}

async function measure({ read }: TextReader, text: string): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < TRIES; count++) {
    const start = performance.now();
    try {
      await read(text);
    } catch {
      // A text may be refused.
    }
    shortest = Math.min(shortest, performance.now() - start);
    if (shortest > 500) break;
  }
  return shortest;
}
