import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentFinder, fenceFinder, withoutEnding } from '../../src/memory/markdown.ts';

const line = fc.constantFrom(
  '```',
  '````',
  '~~~',
  '~~~~',
  '```sh',
  '~~~ x',
  '``` `',
  '   ```',
  '    ```',
  '<!--',
  '-->',
  '<!-- a -->',
  'x',
  '## wall',
);

/** Asks for every line in turn, as callers do. */
const ask = (lines: string[], find: (start: number) => unknown) => lines.map((_, index) => find(index));

describe('fenceFinder', () => {
  it('remembers what it sought in vain, and says what a search for each line alone says', () => {
    const isWall = (text: string) => text === '## wall';
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        expect(ask(lines, fenceFinder(lines, isWall))).toEqual(
          lines.map((_, index) => fenceFinder(lines, isWall)(index)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('closes a fence with its own mark, at least as long and with nothing behind it', () => {
    const region = (...lines: string[]) => fenceFinder(lines)(0);
    expect(region('```', 'x', '```')).toEqual({ start: 0, end: 2 });
    expect(region('````', '```', '~~~~', '```` x', '`````')).toEqual({ start: 0, end: 4 });
    expect(region('```', 'x')).toBeUndefined();
    expect(region('``` `x`', '```')).toBeUndefined();
    expect(region('    ```', '```')).toBeUndefined();
  });
});

describe('commentFinder', () => {
  it('says of each line what a search for it alone says', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        expect(ask(lines, commentFinder(lines))).toEqual(lines.map((_, index) => commentFinder(lines)(index)));
      }),
      { numRuns: 300 },
    );
  });

  it('ends where the comment is closed', () => {
    expect(commentFinder(['<!-- a', 'b --> c'])(0)).toEqual({ start: 0, end: 1 });
    expect(commentFinder(['<!-->', '-->'])(0)).toEqual({ start: 0, end: 1 });
    expect(commentFinder(['x <!-- a -->'])(0)).toBeUndefined();
  });
});

describe('withoutEnding', () => {
  it('takes off one line break', () => {
    expect(['a\r\n', 'a\n', 'a\r', 'a'].map(withoutEnding)).toEqual(['a', 'a', 'a\r', 'a']);
  });
});
