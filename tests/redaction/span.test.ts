import { describe, expect, it } from 'vitest';
import { replaceSpans, type Span } from '../../src/redaction/span.ts';

const span = (start: number, end: number, id: string, rank = 0): Span => ({ start, end, id, rank });

describe('replaceSpans', () => {
  it('replaces in any order', () => {
    expect(replaceSpans('abcdef', [span(4, 5, 'y'), span(0, 2, 'x')])).toBe('[redacted:x]cd[redacted:y]f');
  });

  it('makes one of those that overlap, and lets neighbours be', () => {
    expect(replaceSpans('abcdef', [span(0, 3, 'x'), span(2, 5, 'y')])).toBe('[redacted:x]f');
    expect(replaceSpans('abcdef', [span(0, 5, 'x'), span(1, 2, 'y')])).toBe('[redacted:x]f');
    expect(replaceSpans('abcdef', [span(0, 3, 'x'), span(3, 5, 'y')])).toBe('[redacted:x][redacted:y]f');
  });

  it('names it after the rule of the lowest rank where two start together', () => {
    expect(replaceSpans('abcdef', [span(0, 3, 'late', 7), span(0, 2, 'early', 3)])).toBe('[redacted:early]def');
  });

  it('keeps older placeholders whole', () => {
    const text = 'a[redacted:old]b[redacted:old]c';
    expect(replaceSpans(text, [span(0, text.length, 'x')])).toBe(
      '[redacted:x][redacted:old][redacted:x][redacted:old][redacted:x]',
    );
    expect(replaceSpans(text, [span(1, 15, 'x')])).toBe(text);
    expect(replaceSpans(text, [span(0, 5, 'x'), span(10, 16, 'y')])).toBe(
      '[redacted:x][redacted:old][redacted:y][redacted:old]c',
    );
  });

  it('gives the same string back for no spans', () => {
    expect(replaceSpans('abc', [])).toBe('abc');
  });
});
