import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Markers } from '../../../src/failures/cause/markers.ts';

const texts = ['not found', 'a.b', 'fatal:', '$('];

describe('Markers', () => {
  it('finds lines with one of the texts, trimmed at the end, with their numbers', () => {
    const output = 'harbour\nberth: not found  \r\naxb\na.b\nfatal: $( and not found';
    expect(new Markers(texts).linesIn(output)).toEqual([
      { at: 1, line: 'berth: not found' },
      { at: 3, line: 'a.b' },
      { at: 4, line: 'fatal: $( and not found' },
    ]);
    expect(new Markers(texts).linesIn(`not found ${'x'.repeat(500)}\nfatal:`)).toEqual([{ at: 1, line: 'fatal:' }]);
    expect(new Markers(texts).isIn(output)).toBe(true);
    expect(new Markers(texts).isIn('all is well')).toBe(false);
  });

  it('finds the same in the first outputs as in later ones', () => {
    const line = fc.oneof(fc.constantFrom(...texts, 'x not found', ''), fc.string(), fc.constant('a.b'.repeat(200)));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const output = lines.join('\n');
        const [first, later] = [new Markers(texts), new Markers(texts)];
        for (let count = 0; count < 12; count++) later.isIn('');
        expect(later.linesIn(output)).toEqual(first.linesIn(output));
        expect(later.isIn(output)).toBe(first.isIn(output));
      }),
    );
  });
});
