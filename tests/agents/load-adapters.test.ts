import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAdapters } from '../../src/agents/load-adapters.ts';
import { agents } from '../../src/agents/registry.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-load-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WHOLE = `name: 'lantern', title: 'Lantern', root: () => ${JSON.stringify(tmpdir())}, discover: async () => [], read: async () => ({})`;

/** Loads modules with these texts, in one run. */
async function load(texts: Record<string, string>, patience?: number) {
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const sources = Object.keys(texts).map((name) => ({ name: `./${name}`, folder }));
  return loadAdapters(sources, { taken: agents, places: { home: folder, env: {} }, patience: patience || undefined });
}

describe('loadAdapters', () => {
  it('gives agents, with a version that changes with the file', async () => {
    const first = await load({ 'one.mjs': `export const agent = { ${WHOLE} };` });
    const second = await load({ 'two.mjs': `export const agent = { ${WHOLE} }; // another` });
    const third = await load({ 'three.mjs': `export const agent = { ${WHOLE} };` });
    expect(first).toMatchObject({ agents: [{ name: 'lantern', title: 'Lantern' }], problems: [] });
    const [a, b, c] = [first, second, third].map((loaded) => loaded.agents[0]?.version);
    expect(Number.isSafeInteger(a)).toBe(true);
    expect(b).not.toBe(a);
    expect(c).toBe(a);
  });

  it('keeps what belongs to an object of a class', async () => {
    const { agents: loaded } = await load({
      'class.mjs': `class Lantern { name = 'lantern'; title = 'Lantern'; #root = ${JSON.stringify(tmpdir())}; root() { return this.#root; } async discover() { return []; } async read() { return {}; } }\nexport const agent = new Lantern();`,
    });
    expect(loaded[0]?.root({ home: folder, env: {} })).toBe(tmpdir());
    expect(await loaded[0]?.discover({ home: folder, env: {} })).toEqual([]);
  });

  it('refuses the second of two with one name', async () => {
    const { agents: loaded, problems } = await load({
      'a.mjs': `export const agent = { ${WHOLE} };`,
      'b.mjs': `export const agent = { ${WHOLE} };//`,
    });
    expect(loaded).toHaveLength(1);
    expect(problems).toEqual(['The adapter ./b.mjs was left out: its name, lantern, is that of ./a.mjs.']);
  });

  it.each([
    ['', 'it must export an object called agent'],
    ['export const agent = () => {};', 'it must export an object called agent'],
    [`export const agent = { ${WHOLE}, name: 'The Lantern' };`, 'agent.name must be a string in kebab-case'],
    [`export const agent = { ${WHOLE}, name: '../lantern' };`, 'agent.name must be a string in kebab-case'],
    [`export const agent = { ${WHOLE}, title: 'a\\u001b[31m' };`, 'agent.title must be a string'],
    [`export const agent = { ${WHOLE}, version: '1.0' };`, 'agent.version must be a whole number'],
    [`export const agent = { ${WHOLE}, read: 1 };`, 'agent.read must be a function'],
    [`export const agent = { ${WHOLE}, recall: {} };`, 'agent.recall must be a function, where it is there'],
    [`export const agent = { ${WHOLE}, variables: 'HOME' };`, 'agent.variables must be a list of strings'],
    [`export const agent = { ${WHOLE}, caveat: 4 };`, 'agent.caveat must be a string'],
    [`export const agent = { ${WHOLE}, root: () => 'sessions' };`, 'agent.root must give an absolute path'],
    [`export const agent = { ${WHOLE}, root: () => { throw new Error('no home'); } };`, 'agent.root failed: no home'],
    ['import "hardwon-none-such-package";', 'hardwon-none-such-package'],
  ])('says what is wrong: %s', async (text, reason) => {
    const { agents: loaded, problems } = await load({ [`wrong${text.length}-${reason.length}.mjs`]: text });
    expect(loaded).toEqual([]);
    expect(problems).toEqual([expect.stringContaining(reason)]);
    expect(problems[0]).not.toContain('\n');
  });

  it('does not wait for ever for a module that does not end', async () => {
    const { problems } = await load({ 'endless.mjs': 'await new Promise(() => {});' }, 50);
    expect(problems).toEqual(['The adapter ./endless.mjs was left out: it was not loaded within 0.05 s.']);
  });
});
