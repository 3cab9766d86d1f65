import { execFileSync } from 'node:child_process';
import { appendFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type LineVisitor, readLines } from '../../src/agents/lines.ts';
import { makeFolder, removeFolders, writeLog } from './log-file.ts';

afterAll(removeFolders);

interface Seen {
  lines: { text: string; offset: number }[];
  rest: string[];
  long: { offset: number; length: number }[];
}

function watch(takesRest = true, more: Partial<LineVisitor> = {}): { seen: Seen; visitor: LineVisitor } {
  const seen: Seen = { lines: [], rest: [], long: [] };
  const visitor: LineVisitor = {
    line: (bytes, start, end, offset) => seen.lines.push({ text: bytes.toString('utf8', start, end), offset }),
    rest: (bytes) => {
      seen.rest.push(bytes.toString('utf8'));
      return takesRest;
    },
    tooLong: (offset, length) => seen.long.push({ offset, length }),
    pause: () => {},
    ...more,
  };
  return { seen, visitor };
}

describe('the lines of a file', () => {
  it('are the same however many bytes are read at a time', async () => {
    const content = fc.array(
      fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' ')),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.string({ maxLength: 20 }),
        fc.integer({ min: 1, max: 200 }),
        async (texts, tail, chunk) => {
          const rest = tail.replaceAll('\n', ' ');
          const { path } = writeLog(texts.map((text) => `${text}\n`).join('') + rest);
          const { seen, visitor } = watch();
          const read = await readLines(path, 0, visitor, chunk);
          expect(seen.lines.map(({ text }) => text)).toEqual(texts);
          expect(seen.rest).toEqual(rest === '' ? [] : [rest]);
          let offset = 0;
          for (const line of seen.lines) {
            expect(line.offset).toBe(offset);
            offset += Buffer.byteLength(line.text) + 1;
          }
          expect(read).toEqual({
            offset: offset + Buffer.byteLength(rest),
            lines: texts.length + (rest === '' ? 0 : 1),
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('go on where the last reading stopped', async () => {
    const { path } = writeLog('one\ntwo\nthr');
    const first = watch(false);
    const { offset, lines } = await readLines(path, 0, first.visitor);
    expect({ offset, lines }).toEqual({ offset: 8, lines: 2 });
    appendFileSync(path, 'ee\nfour\n');
    const second = watch();
    await readLines(path, offset, second.visitor);
    expect(second.seen.lines.map(({ text }) => text)).toEqual(['three', 'four']);
  });

  it('may be longer than the buffer, and do not keep it large', async () => {
    const long = 'x'.repeat(300_000);
    const { path } = writeLog(`a\n${long}\nb\nc\n`);
    const { seen, visitor } = watch();
    await readLines(path, 0, visitor, 1000);
    expect(seen.lines.map(({ text }) => text.length)).toEqual([1, 300_000, 1, 1]);
  });

  it('that are too long to be held are reported and skipped', async () => {
    const { path } = writeLog(Buffer.concat([Buffer.from('a\n'), Buffer.alloc(66 << 20, 'x'), Buffer.from('\nb\n')]));
    const { seen, visitor } = watch();
    const read = await readLines(path, 0, visitor, 4 << 20);
    expect(seen.lines.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(seen.long).toEqual([{ offset: 2, length: 66 << 20 }]);
    expect(read.lines).toBe(3);
  });

  it('end where the file was cut off while it was read', async () => {
    const { path } = writeLog('one\ntwo\n'.repeat(100));
    const { seen, visitor } = watch(true, { pause: () => truncateSync(path, 4) });
    const read = await readLines(path, 0, visitor, 16);
    expect(seen.lines.length).toBeLessThan(10);
    expect(read.unreadable).toBeUndefined();
  });

  it('are none in an empty file', async () => {
    const { seen, visitor } = watch();
    expect(await readLines(writeLog('').path, 0, visitor)).toEqual({ offset: 0, lines: 0 });
    expect(seen.lines).toEqual([]);
  });

  it('are none beyond the end of the file', async () => {
    const { visitor } = watch();
    expect(await readLines(writeLog('one\n').path, 100, visitor)).toEqual({ offset: 100, lines: 0 });
  });
});

describe('what is no file', () => {
  it('is reported', async () => {
    const { visitor } = watch();
    const folder = makeFolder();
    expect((await readLines(join(folder, 'gone'), 5, visitor)).unreadable).toBe('ENOENT');
    expect((await readLines(folder, 0, visitor)).unreadable).toBeDefined();
  });

  it.runIf(process.platform !== 'win32')('does not block where it is a pipe', async () => {
    const path = join(makeFolder(), 'pipe.jsonl');
    execFileSync('mkfifo', [path]);
    const { visitor } = watch();
    expect((await readLines(path, 0, visitor)).unreadable).toBe('not a file');
  });
});
