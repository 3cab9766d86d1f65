import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WordIndex } from '../../src/lessons/word-index.ts';

const indexOf = (texts: string[]) => {
  const index = new WordIndex<string>((text) => text);
  for (const text of texts) index.add(text);
  return index;
};

it('finds texts by a word of theirs, in order, also after more were added', () => {
  const index = indexOf(['cat src/my-file.ts', 'ls src', 'go test -tags=e2e']);
  expect(index.having('src')).toEqual(['cat src/my-file.ts', 'ls src']);
  expect(index.having('my-file.ts')).toEqual(['cat src/my-file.ts']);
  expect(index.having('-tags')).toEqual(['go test -tags=e2e']);
  expect(index.having('file')).toEqual([]);
  index.add('rm src');
  expect(index.having('src')).toHaveLength(3);
});

it('never misses a text that holds what was asked for as whole words', () => {
  const word = fc.stringMatching(/^[a-z.-]{1,4}$/);
  fc.assert(
    fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), word, (lines, asked) => {
      const found = indexOf(lines.map((words) => words.join(' '))).having(asked);
      for (const words of lines) if (words.includes(asked)) expect(found).toContain(words.join(' '));
    }),
  );
});
