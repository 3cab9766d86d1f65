import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMarkers } from '../../src/redaction/marker-scan.ts';

function scanAll(literals: readonly string[], text: string): string[] {
  const found: string[] = [];
  compileMarkers(literals).scan(text, (marker, start) => found.push(`${literals[marker]}@${start}`));
  return found.sort();
}

/** The same, the slow way. */
function searchAll(literals: readonly string[], text: string): string[] {
  const folded = text.toLowerCase();
  const starts = Array.from({ length: folded.length }, (_, start) => start);
  return literals
    .flatMap((literal) =>
      starts.filter((start) => folded.startsWith(literal, start)).map((start) => `${literal}@${start}`),
    )
    .sort();
}

const literals = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '_', '-'), minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 8,
});

describe('compileMarkers', () => {
  it('finds each occurrence of each literal, whatever its case', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '_', '-', 'c', ' '), maxLength: 60 });
    fc.assert(
      fc.property(literals, text, (markers, haystack) => {
        expect(scanAll(markers, haystack)).toEqual(searchAll(markers, haystack));
      }),
    );
  });

  it('hides nothing behind characters beyond ASCII', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', '_', 'š', '日', '\u0161', '😀', '\ud800'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(literals, text, (markers, haystack) => {
        expect(scanAll(markers, haystack)).toEqual(expect.arrayContaining(searchAll(markers, haystack)));
      }),
    );
  });

  it('finds what lies across the end of a chunk, and knows where', () => {
    for (const before of [0, 1, 32_765, 32_767, 32_768, 100_000]) {
      expect(scanAll(['ab_ab', 'b_'], `${'x'.repeat(before)}aB_Ab`)).toEqual([`ab_ab@${before}`, `b_@${before + 1}`]);
    }
  });

  it('starts each text anew', () => {
    const scan = compileMarkers(['ab']);
    const found: number[] = [];
    for (const text of ['a', 'b', 'ab']) scan.scan(text, (_marker, start) => found.push(start));
    expect(found).toEqual([0]);
  });

  it('refuses literals it could not find', () => {
    expect(() => compileMarkers(['Ab'])).toThrow('lower-case ASCII');
    expect(() => compileMarkers(['é'])).toThrow('lower-case ASCII');
  });
});
