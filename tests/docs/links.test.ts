import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, listDocuments, readDocument, repository, splitCode } from './markdown.ts';

const documents = listDocuments();

describe('documents', () => {
  it('are found', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/json.md', 'tests/golden/README.md']));
  });

  it.each(documents)('%s links only to what is there', (file) => {
    const broken = findLinks(readDocument(file)).filter((link) => !resolves(link, file));
    expect(broken).toEqual([]);
  });

  it('are reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const file of reached) {
      for (const link of findLinks(readDocument(file))) {
        const target = normalize(join(dirname(file), link.split('#')[0] ?? '')).replaceAll('\\', '/');
        if (target.endsWith('.md') && existsSync(join(repository, target))) reached.add(target);
      }
    }
    const pages = documents.filter((file) => file.startsWith('docs/') || /^[A-Z]+\.md$/.test(file));
    // What agents are given by their client needs no link.
    expect(pages.filter((file) => !reached.has(file) && file !== 'CLAUDE.md' && file !== 'AGENTS.md')).toEqual([]);
  });

  it('are all in llms.txt, which links only to what is there', () => {
    const links = findLinks(readDocument('llms.txt'));
    expect(links.filter((link) => !resolves(link, 'llms.txt'))).toEqual([]);
    const pages = documents.filter((file) => /^docs\/[\w-]+\.md$/.test(file));
    expect(pages.filter((file) => !links.includes(file))).toEqual([]);
  });

  it('tell agents the same, whatever file they read', () => {
    expect(readFileSync(join(repository, 'CLAUDE.md'), 'utf8')).toBe('@AGENTS.md\n');
    expect(existsSync(join(repository, 'AGENTS.md'))).toBe(true);
  });
});

describe('the check of links', () => {
  it('sees missing files, missing headings, and links that are code', () => {
    const text =
      '[a](docs/none.md) [b](README.md#no-such-heading) ![c](docs/demo.svg) `[d](e.md)`\n\n```md\n[f](g.md)\n```\n';
    const links = findLinks(text);
    expect(links).toEqual(['docs/none.md', 'README.md#no-such-heading', 'docs/demo.svg']);
    expect(links.map((link) => resolves(link, 'SECURITY.md'))).toEqual([false, false, true]);
  });
});

/** Targets of links and images, without addresses. */
function findLinks(text: string): string[] {
  const prose = splitCode(text).prose.replace(/`[^`\n]*`(?!\])/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map((match) => match[1] ?? '');
  return links.filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

function resolves(link: string, from: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), decodeURIComponent(path));
  const target = join(repository, file);
  if (!existsSync(target)) return false;
  if (anchor === undefined) return true;
  return statSync(target).isFile() && anchorsOf(readDocument(file)).has(anchor);
}
