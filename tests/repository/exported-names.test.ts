import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = resolve(import.meta.dirname, '../../src');
const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:interface|type|class|function\*?|const|enum) (\w+)/gm;

describe('exported names', () => {
  it('are exported once, except that the folders of agents name their parts alike', async () => {
    const places = new Map<string, Set<string>>();
    for (const file of await readdir(sources, { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      const path = file.replaceAll('\\', '/');
      // The parts of one agent never meet those of another.
      const place = /^agents\/[\w-]+\//.test(path) ? 'the folder of an agent' : path;
      for (const [, name = ''] of (await readFile(join(sources, file), 'utf8')).matchAll(EXPORTED))
        places.set(name, (places.get(name) ?? new Set()).add(place));
    }
    const twice = [...places]
      .filter(([, files]) => files.size > 1)
      .map(([name, files]) => `${name}: ${[...files].join(', ')}`);
    expect(places.size).toBeGreaterThan(3000);
    expect(twice).toEqual([]);
  });
});
