import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runNode } from '../../support/run.ts';
import { clearProjects, makeProject, placesOf } from './project.ts';

afterAll(clearProjects);

const LIBRARY = resolve(import.meta.dirname, '../../../dist/index.mjs');
const SOURCE = `import { autoHeal } from 'hardwon';

async function listPods(space: string) {
  throw new Error('quay is closed');
}

export const pods = autoHeal(listPods, {
  tool: 'get_pods',
  remedies: [],
});
`;

describe('functions that autoHeal wraps', () => {
  it('are found in the code of the project, with their own definition', async () => {
    const project = await makeProject({ 'src/pods.ts': SOURCE, 'src/other.ts': "const x = { tool: 'get_pods' };\n" });
    expect(placesOf(await project.debug('get_pods'))).toEqual([
      'wrapped-function src/pods.ts:7-10',
      'wrapped-function src/pods.ts:3-5',
    ]);
    expect(placesOf(await project.debug('get_pod'))).toEqual([]);
  });

  it('are found through the log of failures and the source map, though the name is made while they run', async () => {
    const project = await makeProject({
      'src/pods.ts': `import { autoHeal } from 'hardwon';\n\nexport const pods = autoHeal(\n  () => fail(),\n  { tool: name() },\n);\n`,
    });
    await mkdir(join(project.root, 'out'));
    const program = `import { autoHeal } from ${JSON.stringify(LIBRARY)};
const tool = ['get', 'pods'].join('_');
const pods = autoHeal(() => Promise.reject(new Error('quay is closed')), { tool, remedies: [], onAdvice() {} });
await pods().catch(() => {});
`;
    const link = `//# ${'sourceMappingURL'}=main.mjs.map\n`;
    await writeFile(join(project.root, 'out/main.mjs'), program + link);
    // Line 3, from its first column on, is line 3 of the source.
    const map = { version: 3, sources: ['../src/pods.ts'], names: [], mappings: ';;AAEA' };
    await writeFile(join(project.root, 'out/main.mjs.map'), JSON.stringify(map));
    const { code, stderr } = await runNode(join(project.root, 'out/main.mjs'), [], { home: project.home, cwd: project.root });
    expect([code, stderr]).toEqual([0, '']);
    expect(await readFile(join(project.root, '.memory/learned/tool_failures.yaml'), 'utf8')).toContain('source: src/pods.ts:3\n');
    expect(placesOf(await project.debug('get_pods'))).toEqual(['wrapped-function src/pods.ts:3-6']);
  });
});
