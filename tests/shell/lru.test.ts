import { expect, it } from 'vitest';
import { Lru } from '../../src/shell/lru.ts';

it('forgets what was asked for longest ago', () => {
  const lru = new Lru<number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  expect(lru.get('a')).toBe(1);
  lru.set('c', 3);
  expect(lru.get('b')).toBeUndefined();
  expect(lru.get('a')).toBe(1);
  expect(lru.get('c')).toBe(3);
  expect(lru.size).toBe(2);
});
