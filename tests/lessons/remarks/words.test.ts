import { describe, expect, it } from 'vitest';
import { isSameMeaning, readMeaning } from '../../../src/lessons/remarks/words.ts';

describe('readMeaning', () => {
  it('keeps the words that carry the meaning, folded', () => {
    expect(readMeaning('use any default Exports in the files')).toEqual({
      words: ['default', 'export'],
      namesWay: true,
      namesCode: false,
    });
  });

  it.each(['<Image /> from next/image', 'time.Now()', '--force', 'the "any"', 'loadTide'])(
    'sees the code in %j',
    (what) => {
      expect(readMeaning(what).namesCode).toBe(true);
    },
  );

  it('sees neither in what the page is to look like', () => {
    expect(readMeaning('show the button')).toEqual({ words: ['show', 'button'], namesWay: false, namesCode: false });
  });

  it('reads languages without blanks', () => {
    expect(readMeaning('提交计划')).toMatchObject({ words: ['提交', '交计', '计划'], namesWay: true });
  });
});

describe('isSameMeaning', () => {
  it('takes slips of the keyboard and a word more or less for the same', () => {
    expect(isSameMeaning(['conosle', 'log'], ['console', 'log'])).toBe(true);
    expect(isSameMeaning(['moment.js', 'date'], ['moment.js', 'date', 'chart'])).toBe(true);
  });

  it('tells different things apart', () => {
    expect(isSameMeaning(['commit', 'plan'], ['commit', 'secret'])).toBe(false);
    expect(isSameMeaning(['tab'], ['tag'])).toBe(false);
    expect(isSameMeaning([], [])).toBe(false);
  });
});
