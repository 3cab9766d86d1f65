import { exec, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nameBinary } from '../../src/shared/load-sqlite.ts';
import { isolatedEnvironment, runNode } from '../support/run.ts';

const repository = resolve(import.meta.dirname, '../..');

interface Manifest {
  version: string;
  bin: Record<string, string>;
  scripts: Record<string, string>;
}

let user: string;
let installed: string;
let manifest: Manifest;
let npmSays: string;
beforeAll(async () => {
  user = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-package-')));
  installed = join(user, 'node_modules/hardwon');
  manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'));
  npmSays = await install();
});
afterAll(() => rm(user, { recursive: true, force: true }));

describe('the package as users get it', () => {
  it('brings no other package, runs nothing when it is installed, and npm has nothing to say about it', async () => {
    expect((await readdir(join(user, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['hardwon']);
    const own = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
    expect(own).not.toHaveProperty('dependencies');
    expect(own).not.toHaveProperty('optionalDependencies');
    expect(Object.keys(own.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
    expect(npmSays).toMatch(/^\s*added 1 package in \S+\s*$/);
  });

  it('has SQLite for every platform, with its licence, and loads only the one that fits', async () => {
    const prebuilds = join(installed, 'dist/prebuilds');
    const names = (await readdir(prebuilds, { recursive: true })).filter((name) => name.endsWith('.node'));
    const places = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];
    expect([...new Set(names.map(dirname))].sort()).toEqual(places);
    expect(
      names
        .filter((name) => name.includes('.musl.'))
        .map(dirname)
        .sort(),
    ).toEqual(['linux-arm64', 'linux-x64']);
    expect(await readFile(join(installed, 'dist/THIRD-PARTY.txt'), 'utf8')).toContain('\n@photostructure/sqlite ');
    const away = join(user, 'prebuilds');
    await rename(prebuilds, away);
    try {
      const fitting = nameBinary(process);
      await mkdir(dirname(join(prebuilds, fitting)), { recursive: true });
      await copyFile(join(away, fitting), join(prebuilds, fitting));
      const demo = await runNode(join(installed, 'dist/cli.js'), ['demo'], { home: user, cwd: user });
      expect(demo).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Ready: ') });
      await rm(prebuilds, { recursive: true });
      // Commands that open no database do not miss it; the others say what is wrong.
      const memory = await runNode(join(installed, 'dist/cli.js'), ['memory', 'list', '--json'], {
        home: user,
        cwd: user,
      });
      expect(memory).toMatchObject({ code: 1, stderr: '', stdout: expect.stringContaining('"lessons": []') });
      const learn = await runNode(join(installed, 'dist/cli.js'), ['learn', '--all'], { home: user, cwd: user });
      expect(learn).toMatchObject({ code: 2, stdout: '' });
      expect(learn.stderr).toBe(
        `hardwon: SQLite is not available for ${process.platform} on ${process.arch}.\n  hardwon runs on Linux, macOS and Windows, on x64 and arm64. If this is one of them, install it again: npm install --global hardwon\n`,
      );
    } finally {
      await rm(prebuilds, { recursive: true, force: true });
      await rename(away, prebuilds);
    }
  });

  it('has few files', async () => {
    const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeLessThanOrEqual(155);
  });

  it('holds what it starts with, what it reads, and the pages that its help names', () => {
    // Examples that the documents of the package use.
    const examples = ['examples/calculator/run.mjs', 'examples/healing/run.mjs', 'examples/n8n/hardwon-teacher.json'];
    const needed = [
      ...examples,
      'examples/sessions',
      'skills',
      'schemas/v1/hardwon.config.schema.json',
      '.claude-plugin',
      'plugins/hardwon',
    ];
    const named = [
      'docs/json.md',
      'docs/mcp.md',
      'docs/heal.md',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'SECURITY.md',
    ];
    for (const file of [...Object.values(manifest.bin), ...needed, ...named])
      expect(existsSync(join(installed, file)), file).toBe(true);
    // What only those need who work on hardwon itself.
    for (const file of ['src', 'tests', 'bench', 'scripts', 'docs/images', 'docs/decisions', 'examples/sessions-story'])
      expect(existsSync(join(installed, file)), file).toBe(false);
  });

  it('holds every example that its documents name, and they run as users have them', async () => {
    const pages = ['README.md', ...(await readdir(join(installed, 'docs'))).map((name) => `docs/${name}`)];
    const named = new Set<string>();
    for (const page of pages.filter((name) => name.endsWith('.md'))) {
      const text = await readFile(join(installed, page), 'utf8');
      for (const [name] of text.matchAll(/\bexamples\/[\w./-]*\w/g)) named.add(name);
    }
    // Told to those who work on hardwon itself.
    named.delete('examples/sessions-story');
    expect([...named].sort()).toContain('examples/calculator/run.mjs');
    expect([...named].filter((name) => !existsSync(join(installed, name)))).toEqual([]);
    const healing = await runNode(join(installed, 'examples/healing/run.mjs'), [], { home: user, cwd: user });
    expect(healing).toMatchObject({ code: 0, stdout: expect.stringMatching(/fix_attempted: login\n\s+success: true/) });
    const calculate = () =>
      runNode(join(installed, 'examples/calculator/run.mjs'), ['typescript'], { home: user, cwd: user });
    expect(await calculate()).toMatchObject({
      code: 1,
      stdout: '(without its twin in typescript: there is no vitest here)\n\n',
    });
    const vitest = join(user, 'node_modules/vitest');
    await symlink(join(repository, 'node_modules/vitest'), vitest, 'junction');
    expect(await calculate()).toMatchObject({ code: 0, stdout: expect.stringContaining('CLAUDE.md says now:') });
    await rm(vitest);
  }, 120_000);

  it('imports nothing that an install does not have', async () => {
    const allowed = new Set<string>(builtinModules);
    const unknown: string[] = [];
    for (const name of await readdir(join(installed, 'dist'))) {
      if (!/\.[cm]?js$/.test(name)) continue;
      const code = await readFile(join(installed, 'dist', name), 'utf8');
      const imported = findImports(code);
      const strange = imported.filter(
        (each) => !each.startsWith('.') && !each.startsWith('node:') && !allowed.has(each),
      );
      unknown.push(...strange.map((each) => `${name}: ${each}`));
    }
    // The hook and the loader find their own files; adapters are named by the user's configuration; the client of PostgreSQL has a part that
    // nobody here asks for.
    expect(unknown).toEqual(['hook.js: ?', 'load.cjs: ?', 'pack-adapters.cjs: ?', 'pack-team.cjs: pg-native']);
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

  it('can be imported and required', async () => {
    const print = "console.log(new AppError('usage', 'x').code);\n";
    const files = {
      'use.mjs': `import { AppError } from 'hardwon';\n${print}`,
      // Node 20.19 and 22.12 are the first that can.
      ...(process.features.require_module ? { 'use.cjs': `const { AppError } = require('hardwon');\n${print}` } : {}),
    };
    for (const [name, code] of Object.entries(files)) {
      await writeFile(join(user, name), code);
      expect(await runNode(join(user, name), [], { home: user }), name).toMatchObject({ code: 0, stdout: 'usage\n' });
    }
  });

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('has types that stand on their own, for modules of the kind %s', async (kind, resolution) => {
    await writeFile(join(user, 'package.json'), '{"type":"module"}');
    const source =
      "import { type Agent, AppError, type Lesson } from 'hardwon';\nexport const agentOf = (module: { agent: Agent }): string => module.agent.name;\nexport const titles = (all: Lesson[]): string[] => all.map((each) => each.title);\nexport const wrong: number = new AppError('usage', 'x').message;\n";
    await writeFile(join(user, 'use.ts'), source);
    // No types of Node either: a project may have none.
    const config = {
      compilerOptions: {
        ...{ noEmit: true, strict: true, skipLibCheck: false, target: 'es2022', types: [] },
        ...{ module: kind, moduleResolution: resolution },
      },
      files: ['use.ts'],
    };
    await writeFile(join(user, 'tsconfig.json'), JSON.stringify(config));
    const output = await runTsc();
    // Exactly the one mistake that was made on purpose: the types are there, and nothing in them is unknown.
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(/^use\.ts\(4,14\): error TS2322/)]);
  });

  it('has adapters to copy that keep to these types', async () => {
    const names = await readdir(join(installed, 'examples/adapters'));
    expect(names).toContain('cline.mjs');
    for (const name of names) await copyFile(join(installed, 'examples/adapters', name), join(user, name));
    const types = { types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] };
    const strict = { checkJs: true, allowJs: true, noEmit: true, skipLibCheck: true, strict: false };
    const compilerOptions = { ...types, ...strict, target: 'es2023', module: 'nodenext', moduleResolution: 'nodenext' };
    await writeFile(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
    expect(await runTsc()).toBe('');
  });
});

interface SyntaxNode {
  type?: string;
  /** A string, or a template without holes. */
  source?: Specifier | null;
  callee?: { name?: string };
  arguments?: Specifier[];
}

interface Specifier {
  value?: string;
  quasis?: { value: { cooked: string } }[];
}

/** What a module imports or requires, lazily or not, wherever in it. */
function findImports(code: string): string[] {
  const found: string[] = [];
  const nameOf = ({ value, quasis }: Specifier) => value ?? quasis?.[0]?.value.cooked ?? '?';
  JSON.stringify(parseAst(code), (_key, node: SyntaxNode | null) => {
    if (node?.source && /^(?:Import|Export)/.test(node.type ?? '')) found.push(nameOf(node.source));
    const [required] = node?.type === 'CallExpression' && node.callee?.name === 'require' ? (node.arguments ?? []) : [];
    if (required) found.push(nameOf(required));
    return typeof node === 'bigint' ? String(node) : node;
  });
  return found;
}

/** Packs the package and installs it in an empty folder, without a network: it needs nothing else. Returns what npm said. */
async function install(): Promise<string> {
  // By a shell, because npm is a script on Windows. What is built is there: nothing is built anew under the other tests.
  const run = promisify(exec);
  // Without the settings of this machine's npm, about which it may have something to say.
  const env = isolatedEnvironment({ home: user });
  await run(`npm pack --ignore-scripts --pack-destination "${user}"`, { cwd: repository, env });
  const { stdout, stderr } = await run(`npm install --offline --no-audit --no-fund ./hardwon-${manifest.version}.tgz`, {
    ...{ cwd: user, env },
  });
  return `${stderr}${stdout}`;
}

function runTsc(): Promise<string> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  return new Promise((done) => {
    execFile(process.execPath, [tsc], { cwd: user }, (_error, stdout) => done(stdout));
  });
}
