import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNode } from '../support/run.ts';

const repository = resolve(import.meta.dirname, '../..');

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  files: string[];
  bin: Record<string, string>;
}

let user: string;
let installed: string;
let manifest: Manifest;
beforeAll(async () => {
  user = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-package-')));
  installed = join(user, 'node_modules/hardwon');
  manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  await install();
});
afterAll(() => rm(user, { recursive: true, force: true }));

describe('the package as users get it', () => {
  it('has one dependency, the one with a native part', () => {
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@photostructure/sqlite']);
  });

  it('holds everything that package.json promises', () => {
    for (const file of [...manifest.files, ...Object.values(manifest.bin)])
      expect(existsSync(join(installed, file)), file).toBe(true);
  });

  it('imports nothing that an install does not have', async () => {
    const allowed = new Set([...builtinModules, '@photostructure/sqlite']);
    for (const name of await readdir(join(installed, 'dist'))) {
      if (!/\.[cm]?js$/.test(name)) continue;
      const code = await readFile(join(installed, 'dist', name), 'utf8');
      const imported = findImports(code);
      const strange = imported.filter((each) => !each.startsWith('.') && !each.startsWith('node:') && !allowed.has(each));
      // Adapters are named by the user's configuration: the one import that no build can know.
      expect(strange, name).toEqual(name.startsWith('chunk-load-adapters-') ? ['?'] : []);
    }
  });

  it('runs', async () => {
    const cli = join(installed, manifest.bin.hardwon ?? '');
    const answer = { code: 0, stdout: `${manifest.version}\n`, stderr: '' };
    for (const name of [cli, join(installed, 'dist/cli.js')])
      expect(await runNode(name, ['--version'], { home: user })).toEqual(answer);
    const help = await runNode(cli, ['--help'], { home: user });
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: hardwon');
  });

  it('can be imported, and its types stand on their own', async () => {
    await writeFile(join(user, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(user, 'use.mjs'),
      "import { AppError } from 'hardwon';\nconsole.log(new AppError('usage', 'x').code);\n",
    );
    expect(await runNode(join(user, 'use.mjs'), [], { home: user })).toEqual({ code: 0, stdout: 'usage\n', stderr: '' });

    const source =
      "import { type Agent, AppError, type Lesson } from 'hardwon';\nexport const agentOf = (module: { agent: Agent }): string => module.agent.name;\nexport const titles = (all: Lesson[]): string[] => all.map((each) => each.title);\nexport const wrong: number = new AppError('usage', 'x').message;\n";
    await writeFile(join(user, 'use.ts'), source);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      'false',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
    ];
    const roots = ['--typeRoots', join(repository, 'node_modules/@types')];
    const output = await runTsc([...options, ...roots, 'use.ts']);
    // Exactly the one mistake that was made on purpose: the types are there, and nothing in them is unknown.
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/^use\.ts\(4,14\): error TS2322/)]);
  });
});

interface SyntaxNode {
  type?: string;
  /** A string, or a template without holes, which is what the bundler writes. */
  source?: { value?: string; quasis?: { value: { cooked: string } }[] } | null;
}

/** What a module imports, lazily or not, wherever in it. */
function findImports(code: string): string[] {
  const found: string[] = [];
  JSON.stringify(parseAst(code), (_key, node: SyntaxNode | null) => {
    if (node?.source && /^(?:Import|Export)/.test(node.type ?? ''))
      found.push(node.source.value ?? node.source.quasis?.[0]?.value.cooked ?? '?');
    return typeof node === 'bigint' ? String(node) : node;
  });
  return found;
}

/** What `npm install` would leave: the published files and the dependency with its own. */
async function install(): Promise<void> {
  await mkdir(installed, { recursive: true });
  for (const file of ['package.json', ...manifest.files]) {
    if (existsSync(join(repository, file))) await cp(join(repository, file), join(installed, file), { recursive: true });
  }
  const waiting = Object.keys(manifest.dependencies ?? {});
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const target = join(user, 'node_modules', name);
    if (existsSync(target)) continue;
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(repository, 'node_modules', name), target, 'junction');
    const inner = JSON.parse(await readFile(join(target, 'package.json'), 'utf8')) as Manifest;
    waiting.push(...Object.keys(inner.dependencies ?? {}));
  }
}

function runTsc(args: string[]): Promise<string> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  return new Promise((done) => {
    execFile(process.execPath, [tsc, ...args], { cwd: user }, (_error, stdout) => done(stdout));
  });
}
