import { describe, expect, it } from 'vitest';
import { foldText } from '../../src/page/fold-text.ts';

const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);

describe('a folded output', () => {
  it('keeps both ends', () => {
    const folded = foldText(lines, { keep: 'ends', most: 6, longest: 100 });
    expect(folded).toBe('line 0\nline 1\n…\nline 36\nline 37\nline 38\nline 39');
  });

  it('never folds the line that shows the reason', () => {
    const folded = foldText(lines, { keep: 'ends', most: 6, longest: 100, line: 'line 20' });
    expect(folded).toBe('line 0\nline 1\n…\nline 20\n…\nline 36\nline 37\nline 38\nline 39');
  });

  it('shows the reason where it stands far along a line', () => {
    const long = `${'x'.repeat(500)} error: no such berth`;
    expect(foldText([long], { keep: 'ends', most: 6, longest: 60, line: 'error: no such berth' })).toContain(
      'error: no such berth',
    );
    expect(foldText([long], { keep: 'ends', most: 6, longest: 60 })).not.toContain('error');
  });

  it('keeps the beginning of a command', () => {
    expect(foldText(lines, { keep: 'start', most: 2, longest: 100 })).toBe('line 0\nline 1\n…');
  });
});
