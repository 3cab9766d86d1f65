import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { carryDependencies } from '../../src/loop/scratch/dependencies.ts';
import { mapEnvironment } from '../../src/loop/scratch/environment.ts';
import { makeScratch } from '../../src/loop/scratch/make-scratch.ts';
import { mapCheckout } from '../../src/loop/scratch/path-map.ts';
import { leadPython } from '../../src/loop/scratch/python-path.ts';
import type { Scratch } from '../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../src/loop/scratch/source.ts';
import { TestRepository } from '../loop/scratch/repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository({ '.gitignore': '.venv\n', 'src/orchard/__init__.py': "APPLES = 'of the user'\n" });
});
afterEach(() => repository.remove());

const run = (program: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', env }).trim();

/** An environment as Python itself makes it, in which the project is installed in place, as uv, poetry and pdm do that. */
function install(environment: string): void {
  run('python3', ['-m', 'venv', environment], repository.root);
  const [version = ''] = readdirSync(join(environment, 'lib'));
  writeFileSync(join(environment, 'lib', version, 'site-packages/_orchard.pth'), `${join(repository.root, 'src')}\n`);
}

/** A scratch checkout in which an agent has worked, and its environment where this one of Python is active. */
async function workWith(environment: string): Promise<{ scratch: Scratch; env: NodeJS.ProcessEnv }> {
  const source = await describeSource(repository.root);
  const folder = mkdtempSync(join(repository.top, 'run-'));
  const scratch = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false });
  const map = await mapCheckout(source.root, scratch.tree, []);
  await carryDependencies(source, scratch, {}, map);
  writeFileSync(join(scratch.tree, 'src/orchard/__init__.py'), "APPLES = 'of the agent'\n");
  const env = { ...process.env, VIRTUAL_ENV: environment, PATH: `${join(environment, 'bin')}:${process.env.PATH}` };
  return { scratch, env: await leadPython(mapEnvironment(env, map, scratch.tree), map, () => undefined) };
}

const LOOK = 'import orchard, sys; print(orchard.APPLES, sys.prefix)';

describe('a real environment of Python', () => {
  it('runs programs of its own in a scratch checkout, on the work of the agent', async () => {
    const own = join(repository.root, '.venv');
    install(own);
    const { scratch, env } = await workWith(own);
    const expected = `of the agent ${join(scratch.tree, '.venv')}`;
    expect(run(join(own, 'bin/python'), ['-c', LOOK], repository.root)).toBe(`of the user ${own}`);
    expect(run(join(scratch.tree, '.venv/bin/python'), ['-c', LOOK], scratch.tree)).toBe(expected);
    // As an activated environment finds it, and as a person activates it.
    expect(run('python', ['-c', LOOK], scratch.tree, env)).toBe(expected);
    expect(run('sh', ['-c', `. .venv/bin/activate && python -c '${LOOK}'`], scratch.tree)).toBe(expected);
    // A script that pip wrote says where it is from.
    expect(run('pip', ['--version'], scratch.tree, env)).toContain(` from ${scratch.tree}/.venv/`);
  });

  it('that is kept elsewhere works on what the agent did, too', async () => {
    const own = join(repository.top, 'environments', 'orchard');
    install(own);
    const { scratch, env } = await workWith(own);
    expect(run('python', ['-c', LOOK], scratch.tree, env)).toBe(`of the agent ${own}`);
  });
});
