import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configReachOf, REACH } from '../../src/config/reach.ts';
import { configSchema } from '../../src/config/schema.ts';

/** Every setting that a file may hold, as docs/configuration.md names them: `budget`, `live.mode`. */
function listKeys(): string[] {
  const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input' });
  return Object.entries(properties).flatMap(([key, value]) => {
    const inner = typeof value === 'object' ? value.properties : undefined;
    return inner ? Object.keys(inner).map((each) => `${key}.${each}`) : [key];
  });
}

const WORDS = {
  counts: 'counts',
  narrows: 'to ask for less',
  'only-narrows': 'only to ask for less',
  trusted: 'with trust',
  never: 'never',
};

describe('how far settings of a project count', () => {
  it.each(listKeys())('is decided for %s', (key) => {
    expect(REACH[key] ?? REACH[key.split('.', 1)[0] ?? '']).toBeDefined();
  });

  it('is decided for no key that does not exist', () => {
    const keys = listKeys();
    expect(Object.keys(REACH).filter((row) => !keys.some((key) => key === row || key.startsWith(`${row}.`)))).toEqual([]);
  });

  it('is nothing for a key that has no row', () => {
    expect(configReachOf('colour')).toBe('never');
  });

  it('is documented as it is', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const rows = page.matchAll(/^\| `([^`]+)` \| .+? \| .+? \| ([a-z ]+) \| /gm);
    const documented = Object.fromEntries([...rows].map(([, key = '', words]) => [key, words]));
    expect(documented).toEqual(Object.fromEntries(listKeys().map((key) => [key, WORDS[configReachOf(key)]])));
  });
});
