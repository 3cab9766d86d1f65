import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await makeWorkshop();
});
afterEach(() => shop.remove());

async function promote(fields: Record<string, string> = {}) {
  const all = { Guidance: 'Run `pnpm install`, not `npm install`.', Trigger: 'Bash(npm install *)', ...fields };
  await shop.remember({ id: 'L-012', fields: all });
  return (await shop.promote('L-012', { mechanism: 'check' })).outcome[0];
}
const check = (script = 'scripts/check-l-012.mjs') => shop.run(process.execPath, [script]);

describe('a check', () => {
  it('finds the wrong command in scripts, manifests, Makefiles, workflows, images and code of documents', async () => {
    await shop.write('tools/setup.sh', '#!/bin/sh\nset -e\nnpm install --silent\n');
    await shop.write('package.json', '{\n  "scripts": {\n    "ready": "npm run x && npm install"\n  }\n}\n');
    await shop.write('Makefile', 'setup:\n\t@npm install\n');
    await shop.write(
      '.github/workflows/ci.yml',
      'jobs:\n  a:\n    steps:\n      - run: npm install\n      - run: |\n          npm \\\n            install\n',
    );
    await shop.write('Dockerfile', 'FROM node\nRUN npm install\n');
    await shop.write('README.md', 'Never `npm install` here.\n\n```sh\n$ npm install\n```\n');
    await shop.write('web/deep/run.ps1', 'npm install\r\n');
    const promotion = await promote();
    expect(promotion?.targets).toEqual(['tools/check-l-012.mjs']);
    const { code, output } = await check('tools/check-l-012.mjs');
    expect(code).toBe(1);
    const places = output
      .split('\n')
      .filter((line) => /^\S+:\d+: /.test(line))
      .map((line) => line.split(': ')[0]);
    expect(places.sort()).toEqual([
      '.github/workflows/ci.yml:4',
      '.github/workflows/ci.yml:6',
      'Dockerfile:2',
      'Makefile:2',
      'README.md:4',
      'package.json:3',
      'tools/setup.sh:3',
      'web/deep/run.ps1:1',
    ]);
    expect(output).toContain('\nL-012: Run `pnpm install`, not `npm install`.\n');
  });

  it('is silent where all is well: prose, packages, what agents are told, and itself', async () => {
    await shop.write('AGENTS.md', '```sh\nnpm install\n```\n');
    await shop.write('node_modules/a/setup.sh', 'npm install\n');
    await shop.write('docs/a.md', 'Do not run npm install.\n\n```sh\npnpm install # not npm install\n```\n');
    await shop.write('package.json', 'not JSON');
    await shop.write('src/a.ts', "run('npm install')\n");
    await promote();
    expect(await check()).toEqual({ code: 0, output: '' });
  });

  it('says how to run it with what the repository has', async () => {
    expect((await promote())?.notes[0]).toBe('Run it with: node scripts/check-l-012.mjs');
    await shop.write('.github/workflows/ci.yml', 'jobs: {}\n');
    await shop.write('lefthook.yml', 'pre-commit: {}\n');
    await shop.write('.pre-commit-config.yaml', 'repos: []\n');
    expect((await promote())?.notes.slice(1, 4)).toEqual([
      'A step for .github/workflows: - run: node scripts/check-l-012.mjs',
      'For lefthook, under pre-commit, commands: check-l-012: { run: node scripts/check-l-012.mjs }',
      'For pre-commit, under a repo "local": - { id: check-l-012, name: check-l-012, entry: node scripts/check-l-012.mjs, language: system, pass_filenames: false }',
    ]);
  });

  it.each([
    ['Read(docs/**)', 'its trigger is not about a command'],
    ['Bash(make e2e *) when cwd is not .', 'depends on more than its text'],
    ['', 'it has no trigger'],
  ])('is not made of %s', async (Trigger, reason) => {
    await expect(promote({ Trigger })).rejects.toThrow(reason);
  });
});
