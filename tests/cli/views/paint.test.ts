import { describe, expect, it } from 'vitest';
import { createPaint } from '../../../src/cli/views/paint.ts';

const visible = (text: string) => text.replaceAll('\u001b', '^');

describe('paint', () => {
  it('is put around a text, and goes on behind what is painted inside', () => {
    const { bold, dim, red, green } = createPaint(true);
    expect(visible(red('a'))).toBe('^[31ma^[39m');
    expect(visible(red(`a${green('b')}c`))).toBe('^[31ma^[32mb^[31mc^[39m');
    expect(visible(bold(`a${dim('b')}c`))).toBe('^[1ma^[2mb^[22m^[1mc^[22m');
    expect(bold('')).toBe('');
  });

  it('is none where it is not wanted', () => {
    expect(createPaint(false).red('a')).toBe('a');
  });
});
