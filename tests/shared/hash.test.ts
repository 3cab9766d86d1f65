import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashText } from '../../src/shared/hash.ts';

it('is equal for equal texts and differs for others', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(hashText(a) === hashText(b)).toBe(a === b);
    }),
  );
});

it('sees one changed letter anywhere', () => {
  const text = 'the quick brown fox '.repeat(50);
  const names = new Set([hashText(text)]);
  for (let at = 0; at < text.length; at++) names.add(hashText(`${text.slice(0, at)}#${text.slice(at + 1)}`));
  expect(names.size).toBe(text.length + 1);
});
