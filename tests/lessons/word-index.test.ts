import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexedWords, WordIndex } from '../../src/lessons/word-index.ts';

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

it('gives the same answer however often it is asked, and finds what is added later', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', ' ', '/', '='), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, text, (texts, added, asked) => {
      const index = indexOf(texts);
      const [word] = indexedWords(asked).sort((a, b) => b.length - a.length);
      const isWanted = (one: string) => word === undefined || indexedWords(one).includes(word);
      for (let time = 0; time < 60; time++) expect(index.having(asked)).toEqual(texts.filter(isWanted));
      index.add(added);
      expect(index.having(asked)).toEqual([...texts, added].filter(isWanted));
    }),
  );
});
