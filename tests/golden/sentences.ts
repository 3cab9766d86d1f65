import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Told {
  kind: string;
  title: string;
  guidance: string;
}

const root = import.meta.dirname;
const list = join(root, 'sentences.md');

/** Every lesson of the cases, each wording once: what varies is taken out to tell wordings apart. */
async function readSentences(): Promise<Told[]> {
  const known = new Map<string, Told>();
  const files = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('expected.yaml')).sort();
  for (const path of files) {
    const { lessons } = (parse(await readFile(join(root, path), 'utf8')) ?? {}) as { lessons?: Told[] };
    for (const { kind, title, guidance } of lessons ?? []) {
      const wording = guidance.replace(/`[^`]*`/g, '``').replace(/“[^”]*”/g, '“”').replace(/\d+/g, '0');
      if (!known.has(wording)) known.set(wording, { kind, title, guidance });
    }
  }
  return [...known.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.title.localeCompare(b.title));
}

/** A page to read in one sitting. */
function render(sentences: readonly Told[]): string {
  const head = '# What lessons say\n\nEach wording once, with the values of a golden case. Written by `UPDATE_GOLDEN=1 npx vitest run tests/golden`; read it aloud.\n';
  const kinds = [...new Set(sentences.map(({ kind }) => kind))];
  const parts = kinds.map((kind) => {
    const told = sentences.filter((one) => one.kind === kind).map(({ title, guidance }) => `- **${title}**\n  ${guidance}`);
    return `\n## ${kind}\n\n${told.join('\n')}\n`;
  });
  return head + parts.join('');
}

/** One page with every wording, so that they can be read together; after the cases, which may rewrite what it is made of. */
export function defineSentences(): void {
  describe('what lessons say', () => {
    it('is listed on one page', async () => {
      const text = render(await readSentences());
      if (process.env.UPDATE_GOLDEN === '1') await writeFile(list, text);
      expect(text).toBe(await readFile(list, 'utf8'));
    });

    it('is short: one line, and a title that fits into another', async () => {
      for (const { title, guidance } of await readSentences()) {
        expect(guidance, title).not.toContain('\n');
        expect(guidance.length, guidance).toBeLessThanOrEqual(240);
        expect(title.length, title).toBeLessThanOrEqual(140);
        expect(guidance, title).toMatch(/[.”)]$/);
      }
    });
  });
}
