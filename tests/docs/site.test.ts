import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listDocuments, repository } from './markdown.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');

describe('the site', () => {
  it('has every page in its sidebar, once', async () => {
    const { PAGES } = (await import(join(repository, 'scripts/pages.mjs'))) as {
      PAGES: { pages: [name: string, title: string][] }[];
    };
    const listed = PAGES.flatMap(({ pages }) => pages.map(([name]) => `docs/${name}.md`));
    const pages = listDocuments().filter(
      (file) => /^docs\/[\w-]+\.md$/.test(file) || file === 'docs/decisions/README.md',
    );
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it('names its pages as they name themselves', async () => {
    const { PAGES } = (await import(join(repository, 'scripts/pages.mjs'))) as {
      PAGES: { pages: [name: string, title: string][] }[];
    };
    const wrong = PAGES.flatMap(({ pages }) => pages).filter(
      ([name, title]) => !read(`docs/${name}.md`).startsWith(`# ${title}\n`),
    );
    expect(wrong).toEqual([]);
  });

  it('is built from packages whose lock file names no address', () => {
    expect(read('site/package-lock.json')).not.toContain('"resolved"');
  });
});
