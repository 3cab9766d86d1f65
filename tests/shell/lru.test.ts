import { describe, expect, it } from 'vitest';
import { Lru } from '../../src/shell/lru.ts';

describe('a cache', () => {
  it('keeps what is asked for and forgets the rest', () => {
    const lru = new Lru<number>(4);
    for (const [at, key] of ['a', 'b', 'c', 'd'].entries()) {
      lru.set(key, at);
      expect(lru.get('a')).toBe(0);
    }
    lru.set('e', 4);
    expect(['a', 'b', 'e'].map((key) => lru.get(key))).toEqual([0, undefined, 4]);
  });

  it('never holds more than its limit', () => {
    const lru = new Lru<number>(10);
    const keys = Array.from({ length: 100 }, (_, at) => `key ${at}`);
    for (const [at, key] of keys.entries()) lru.set(key, at);
    const held = keys.filter((key) => lru.get(key) !== undefined);
    expect(held.length).toBeGreaterThan(0);
    expect(held.length).toBeLessThanOrEqual(10);
    expect(held.at(-1)).toBe('key 99');
  });

  it('replaces a value', () => {
    const lru = new Lru<number>(4);
    lru.set('a', 1);
    lru.set('a', 2);
    expect(lru.get('a')).toBe(2);
  });
});
