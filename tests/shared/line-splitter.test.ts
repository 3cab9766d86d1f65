import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, tooLong } from '../../src/shared/line-splitter.ts';

function split(pieces: readonly string[], longest?: number): (string | typeof tooLong)[] {
  const splitter = new LineSplitter(longest);
  return [...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.end()];
}

describe('LineSplitter', () => {
  it('gives the same lines however the text arrives', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r\n', ' ', '\uFEFF'), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(20)), (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
        const lines = whole.replace(/^\uFEFF/, '').split('\n');
        expect(split(pieces)).toEqual(lines.filter((line) => line.trim() !== ''));
      }),
    );
  });

  it('passes over a line that is too long, and goes on', () => {
    expect(split(['ab', 'cdef', '\nab', '\n', 'abcdefgh\n\nx'], 4)).toEqual([tooLong, 'ab', tooLong, 'x']);
  });
});
