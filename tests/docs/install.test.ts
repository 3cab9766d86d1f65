import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/registry.ts';

const page = await readFile(join(resolve(import.meta.dirname, '../..'), 'docs/install.md'), 'utf8');

describe('docs/install.md', () => {
  it('names the events of every agent whose hooks are data, and no others', () => {
    const listed = agents.flatMap(({ title, hooks }) =>
      hooks?.form === 'json' ? [[title, hooks.events.map(({ name }) => name).join(', ')]] : [],
    );
    expect(listed.length).toBeGreaterThan(2);
    for (const [title, events] of listed)
      expect(
        page.split('\n').find((line) => line.startsWith(`| ${title} |`)),
        title,
      ).toMatch(new RegExp(`\\| ${events} \\|$`));
  });
});
