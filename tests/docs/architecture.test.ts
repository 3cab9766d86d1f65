import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDocument, repository } from './markdown.ts';

describe('docs/architecture.md', () => {
  it('names files that exist, with the folder of each row', () => {
    const text = readDocument('docs/architecture.md');
    const whole = [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = '']) => path);
    const rows = [...text.matchAll(/^\| (`\w+\/`(?:, `\w+\/`)*) \|.*\| (`[^|]+`) \|$/gm)];
    const starts = rows.flatMap(([, folders = '', files = '']) =>
      [...files.matchAll(/`([\w./-]+)`/g)].map(([, file = '']) =>
        [...folders.matchAll(/`(\w+)\/`/g)].map(([, folder = '']) => join('src', folder, file)),
      ),
    );
    expect(whole.length).toBeGreaterThan(20);
    expect(rows.length).toBeGreaterThan(18);
    expect(whole.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
    expect(starts.filter((paths) => !paths.some((path) => existsSync(join(repository, path))))).toEqual([]);
  });

  it('is two pages', () => {
    expect(readDocument('docs/architecture.md').split(/\s+/).length).toBeLessThan(1400);
  });
});

describe('CONTRIBUTING.md', () => {
  it('names files that exist', () => {
    const named = [...readDocument('CONTRIBUTING.md').matchAll(/`((?:src|tests|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });
});
