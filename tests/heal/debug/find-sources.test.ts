import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runNode } from '../../support/run.ts';
import { clearProjects, makeProject, placesOf } from './project.ts';

afterAll(clearProjects);

const MANIFEST = `{
  "name": "harbour",
  "workspaces": ["quays/*"],
  "scripts": {
    "prebuild": "node scripts/clean.mjs",
    "build": "make dist && node scripts/build.mjs --fast",
    "loop": "npm run loop"
  },
  "bin": { "tide": "./scripts/clean.mjs" }
}
`;

describe('scripts of package.json', () => {
  it('are found with what runs before them and the files that they run', async () => {
    const project = await makeProject({
      'package.json': MANIFEST,
      Makefile:
        'all: dist\n\n.PHONY: dist\ndist: all\n\t@bash tools/pack.sh $(OUT)\n\techo done\n\nclean:\n\trm -rf out\n',
      'tools/pack.sh': '#!/bin/bash\nhelm push\n',
      'scripts/build.mjs': 'one\ntwo\n',
      'scripts/clean.mjs': 'one\n',
    });
    const expected = [
      'npm-script package.json:6-6',
      'make-target Makefile:4-6',
      'script tools/pack.sh:1-2',
      'script scripts/build.mjs:1-2',
      'npm-script package.json:5-5',
      'script scripts/clean.mjs:1-1',
    ];
    for (const tool of ['npm run build', 'pnpm build', 'build', 'yarn run build'])
      expect(placesOf(await project.debug(tool))).toEqual(expected);
    expect(placesOf(await project.debug('loop'))).toEqual(['npm-script package.json:7-7']);
    expect(placesOf(await project.debug('tide'))).toEqual(['script scripts/clean.mjs:1-1']);
    expect(placesOf(await project.debug('npm install'))).toEqual([]);
  });

  it('are found in workspaces, the nearest package first, and the named one alone', async () => {
    const quay = (script: string) => `{\n  "name": "@harbour/${script}",\n  "scripts": { "ship": "${script}" }\n}\n`;
    const project = await makeProject({
      'package.json': MANIFEST,
      'quays/east/package.json': quay('east'),
      'quays/west/package.json': quay('west'),
      'quays/west/src/a.ts': '',
    });
    expect(placesOf(await project.debug('ship'))).toEqual([
      'npm-script quays/east/package.json:3-3',
      'npm-script quays/west/package.json:3-3',
    ]);
    const west = ['npm-script quays/west/package.json:3-3'];
    expect(placesOf(await project.debug('npm run ship', undefined, 'quays/west/src'))).toEqual(west);
    for (const tool of [
      'npm run ship -w @harbour/west',
      'npm run ship --workspace=quays/west',
      'pnpm --filter west run ship',
    ])
      expect(placesOf(await project.debug(tool))).toEqual(west);
  });
});

describe('targets of makefiles', () => {
  it('are found in files that are included, and in other folders', async () => {
    const project = await makeProject({
      Makefile: 'include mk/*.mk\n-include $(HOME)/own.mk\nOUT := dist:x\nall: ship\n',
      'mk/ship.mk': 'ship load: \\\n  all\n\t-./tools/ship \\\n  --fast\n\n# the end\nother:\n\ttrue\n',
      'tools/ship': '#!/bin/sh\ntrue\n',
      'quays/Makefile': 'moor:\n\ttrue\n',
      'quays/west.mk': 'west:\n\ttrue\n',
    });
    expect(placesOf(await project.debug('make load'))).toEqual(['make-target mk/ship.mk:1-4', 'script tools/ship:1-2']);
    expect(placesOf(await project.debug('make -C quays moor'))).toEqual(['make-target quays/Makefile:1-2']);
    expect(placesOf(await project.debug('cd quays && make -f west.mk west'))).toEqual([
      'make-target quays/west.mk:1-2',
    ]);
    expect(placesOf(await project.debug('OUT'))).toEqual([]);
    expect(placesOf(await project.debug('make nothing'))).toEqual([]);
  });
});

describe('recipes and tasks', () => {
  it('are found by the runner or by the name', async () => {
    const project = await makeProject({
      justfile:
        "out := 'x'\n\n# ships it\n@ship stage='test': build\n    ./ship.sh {{stage}}\n    echo done\n\nbuild:\n    true\n",
      'ship.sh': '#!/bin/sh\n',
      'Taskfile.yml': "version: '3'\ntasks:\n  moor:\n    cmds:\n      - bash ship.sh\n  'cast off':\n    cmds: []\n",
    });
    expect(placesOf(await project.debug('just ship'))).toEqual(['just-recipe justfile:4-6', 'script ship.sh:1-1']);
    expect(placesOf(await project.debug('build'))).toEqual(['just-recipe justfile:8-9']);
    expect(placesOf(await project.debug('task moor'))).toEqual(['task Taskfile.yml:3-5', 'script ship.sh:1-1']);
    expect(placesOf(await project.debug('out'))).toEqual([]);
  });
});

describe('scripts of the repository', () => {
  it('are found by path, by interpreter, by module, and by name in the usual folders', async () => {
    const project = await makeProject({
      'bin/moor': '#!/bin/sh\n',
      'scripts/cast_off.py': 'x\n',
      'src/quay/server.py': 'x\ny\n',
      'notes/moor.txt': 'x\n',
      data: 'no script\n',
    });
    expect(placesOf(await project.debug('moor'))).toEqual(['script bin/moor:1-1']);
    expect(placesOf(await project.debug('cast-off'))).toEqual(['script scripts/cast_off.py:1-1']);
    expect(placesOf(await project.debug('./bin/moor --all'))).toEqual(['script bin/moor:1-1']);
    expect(placesOf(await project.debug('python3 -u scripts/cast_off.py x'))).toEqual([
      'script scripts/cast_off.py:1-1',
    ]);
    expect(placesOf(await project.debug('uv run python -m quay.server'))).toEqual(['script src/quay/server.py:1-2']);
    expect(placesOf(await project.debug('data'))).toEqual([]);
  });

  it('never lead out of the project', async () => {
    const project = await makeProject({ 'bin/x': '#!/bin/sh\n', '~/secret.sh': '#!/bin/sh\nkey\n' });
    await symlink(join(project.home, 'secret.sh'), join(project.root, 'bin', 'leak'));
    for (const tool of ['leak', '../secret.sh', `${project.home}/secret.sh`, 'bash ../secret.sh'])
      expect(placesOf(await project.debug(tool))).toEqual([]);
    expect((await project.debug('x', '../secret.sh:1: x\nbin/leak:1:1')).places).toEqual([]);
    await writeFile(join(project.root, 'bin', 'image'), '#!\0\0');
    expect(placesOf(await project.debug('image'))).toEqual([]);
  });
});

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
    const { code, stderr } = await runNode(join(project.root, 'out/main.mjs'), [], {
      home: project.home,
      cwd: project.root,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(await readFile(join(project.root, '.memory/learned/tool_failures.yaml'), 'utf8')).toContain(
      'source: src/pods.ts:3\n',
    );
    expect(placesOf(await project.debug('get_pods'))).toEqual(['wrapped-function src/pods.ts:3-6']);
  });
});
