import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, repository } from './markdown.ts';

describe('the page on security', () => {
  const rows = [...readDocument('SECURITY.md').matchAll(/^\| ([A-Z][^|]+) \| [^|]+ \| ([^|]+) \|$/gm)];

  it('names tests for each promise', () => {
    expect(rows.length).toBeGreaterThan(14);
    for (const [, promise, tests = ''] of rows)
      expect(tests.match(/`tests\/[^`]+`/g)?.length, promise).toBeGreaterThan(0);
  });

  it('names only tests that exist', () => {
    const named = rows.flatMap(([, , tests = '']) =>
      [...tests.matchAll(/`(tests\/[^`]+)`/g)].map((match) => match[1] ?? ''),
    );
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});
