import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changeMemory } from '../../../src/lifecycle/change-memory.ts';
import { saveFix } from '../../../src/lifecycle/save-fix.ts';
import { readErrorPattern } from '../../../src/memory/tool-fixes/tool-fix.ts';
import { parseShell } from '../../../src/shell/index.ts';
import { clearProjects, makeProject } from './project.ts';

afterAll(clearProjects);

const now = new Date('2026-03-09T09:00:00Z');

describe('debugTool', () => {
  it('shows code without secrets and terminal sequences, around the line that the error names', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n');
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'QUJDRA'.repeat(20)}\n${'QUJDRB'.repeat(20)}\n-----END RSA PRIVATE KEY-----`;
    const project = await makeProject({
      'bin/long.sh': long,
      'bin/keys.sh': `#!/bin/sh\nTOKEN=ghp_abcdefghijklmnopqrstuvwxyz0123456789\necho "\u001b[31mred"\n${key}\necho end\n`,
    });
    const keys = await project.debug('keys');
    const { code = '' } = keys.sources[0]?.shown ?? {};
    for (const hidden of ['ghp_', 'QUJDR', '\u001b']) expect(code).not.toContain(hidden);
    expect(code.split('\n')).toHaveLength(8);
    expect(code.split('\n').at(-1)).toBe('echo end');
    const { sources, places } = await project.debug('long', 'bin/long.sh: line 120: boom');
    expect(sources[0]).toMatchObject({ from: 1, to: 200, shown: { from: 90, to: 149 } });
    expect(places[0]).toMatchObject({ path: 'bin/long.sh', line: 120, from: 117, to: 123 });
    expect(places[0]?.code.split('\n')[3]).toBe('line 120');
    expect((await project.debug('long')).sources[0]?.shown).toMatchObject({ from: 1, to: 60 });
  });

  it('shows what is known about the command, and about its program with this error', async () => {
    const project = await makeProject({});
    const request = { root: project.root, dataDir: join(project.home, 'data'), home: project.home, now, apply: true };
    const fix = {
      tool: 'npm',
      errorPattern: 'missing lock',
      rootCause: 'no lock',
      fix: 'run it first',
      commands: ['npm ci'],
    };
    await changeMemory(request, (memory) => saveFix(memory, fix, now));
    const { issues, steps, sources } = await project.debug('npm run build', 'Error: missing lock');
    expect(issues.map(({ id }) => id)).toEqual(['L-001']);
    expect(steps[0]).toBe('Try the fix of L-001 first: `npm ci`.');
    expect(sources).toEqual([]);
    expect((await project.debug('npm run build')).issues).toEqual([]);
  });

  it('suggests a command that saves the fix, with what varies left open', async () => {
    const project = await makeProject({});
    const { save } = await project.debug(
      'deploy',
      "x\nError: tag 3f2a91c0 of /srv/a/b.yaml (line 12) is it's own\n  at x (y.js:1:2)",
    );
    const words = parseShell(save, 'Bash').main?.words.map(({ text }) => text) ?? [];
    const pattern = words[words.indexOf('--error-pattern') + 1] ?? '';
    expect(words.slice(1, 3)).toEqual(['--tool', 'deploy']);
    expect(pattern).toBe("Error: tag <any> of <path> (line <n>) is it's own");
    expect(readErrorPattern(pattern)).toBeDefined();
    expect((await project.debug('npm run x')).save).toContain('--tool npm --error-pattern TEXT');
  });

  it('finds the lines of a stack in the order of their nearness, and not those of what was installed', async () => {
    const files = {
      'src/a.ts': 'x\n'.repeat(20),
      'src/b.py': 'x\n'.repeat(20),
      'node_modules/m/i.js': 'x\n'.repeat(5),
    };
    const project = await makeProject(files);
    const named = async (error: string) =>
      (await project.debug('x', error)).places.map(({ path, line }) => `${path}:${line}`);
    const { root } = project;
    expect(
      await named(
        `Error: x\n at f (${root}/node_modules/m/i.js:1:1)\n at file://${root}/src/a.ts:3:7\n at a (src/a.ts:9:1)`,
      ),
    ).toEqual(['src/a.ts:3', 'src/a.ts:9']);
    expect(
      await named(
        'Traceback (most recent call last):\n  File "src/b.py", line 2, in a\n  File "src/b.py", line 5, in b',
      ),
    ).toEqual(['src/b.py:5', 'src/b.py:2']);
    expect(await named('src/a.ts(4,5): error TS2304: x')).toEqual(['src/a.ts:4']);
    expect(await named('src/a.ts:99: x\nnothing.ts:3:1\nat 12:30:01 x')).toEqual([]);
  });

  it('shows the source of what was built', async () => {
    const project = await makeProject({ 'src/pods.ts': 'one\ntwo\nthree\n' });
    await mkdir(join(project.root, 'out'));
    // One segment: line 1, column 1 of the output is line 3, column 1 of the source.
    const map = { version: 3, sources: ['../src/pods.ts'], names: [], mappings: 'AAEA' };
    await writeFile(join(project.root, 'out/pods.js'), 'run();\n//# sourceMappingURL=pods.js.map\n');
    await writeFile(join(project.root, 'out/pods.js.map'), JSON.stringify(map));
    const inline = Buffer.from(JSON.stringify({ ...map, sourceRoot: '../src', sources: ['pods.ts'] })).toString(
      'base64',
    );
    await writeFile(
      join(project.root, 'out/inline.mjs'),
      `run();\n//# sourceMappingURL=data:application/json;base64,${inline}\n`,
    );
    await writeFile(join(project.root, 'out/broken.js'), 'run();\n//# sourceMappingURL=none.map\n');
    for (const file of ['out/pods.js', 'out/inline.mjs'])
      expect((await project.debug('x', `at ${file}:1:3`)).places[0]).toMatchObject({ path: 'src/pods.ts', line: 3 });
    expect((await project.debug('x', 'at out/broken.js:1:3')).places[0]).toMatchObject({
      path: 'out/broken.js',
      line: 1,
    });
  });
});
