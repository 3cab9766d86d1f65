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

/** The headings of docs/configuration.md under which keys stand. */
const HEADINGS = {
  counts: 'In every file',
  narrows: "In a project's file, to ask for less; more needs trust",
  'only-narrows': "In a project's file, only to ask for less",
  trusted: "In a project's file, with trust",
  never: 'In your own file only',
};

describe('how far settings of a project count', () => {
  it.each(listKeys())('is decided for %s', (key) => {
    expect(REACH[key] ?? REACH[key.split('.', 1)[0] ?? '']).toBeDefined();
  });

  it('is decided for no key that does not exist', () => {
    const keys = listKeys();
    expect(Object.keys(REACH).filter((row) => !keys.some((key) => key === row || key.startsWith(`${row}.`)))).toEqual(
      [],
    );
  });

  it('is nothing for a key that has no row', () => {
    expect(configReachOf('colour')).toBe('never');
  });

  it('is documented as it is', () => {
    const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const sections = page.split(/^#{2,3} /m).map((section) => ({
      heading: section.split('\n', 1)[0],
      keys: [...section.matchAll(/^\| `([^`]+)` \| .+? \| .+? \| /gm)].map(([, key = '']) => key),
    }));
    const documented = sections.flatMap(({ heading, keys }) => keys.map((key) => [key, heading] as const));
    expect(new Map(documented).size).toBe(documented.length);
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries(listKeys().map((key) => [key, HEADINGS[configReachOf(key)]])),
    );
  });
});
