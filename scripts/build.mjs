// Builds dist/: the command line tool, the hook, the library and the page, each with its dependencies inside, and SQLite for every platform. Prints
// nothing when all is well. A published install has no dependencies and no install script.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { bundleTypes } from './bundle-types.mjs';
import { writeNotices } from './licenses.mjs';
import { packChunks, renderEntry } from './pack-chunks.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const dist = join(root, 'dist');
// Built beside dist and swapped in at the end: a tool that is running meanwhile never finds half of a build.
const stage = join(root, `.build-${process.pid}`);
// SQLite as binaries, of which src/shared/load-sqlite.ts loads the one that fits.
const sqlite = join(root, 'node_modules/@photostructure/sqlite');
const bundledModules = new Set();
const TARGET = 'node20';
const sources = await hashSources();
const { version, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
// What every run of `learn` needs. The readers of logs are not: mostly nothing is new, and then nothing of an agent but where its logs are.
const CORE_FOLDERS = /\/src\/(?:shared\/|sessions\/[\w-]+\.ts$|agents\/[\w-]+\/(?:index|paths)\.ts$)/;
const CORE_FILES = sourceFiles(
  ...['choose-agents', 'registry', 'log-folders', 'excerpt'].map((name) => `agents/${name}`),
  ...['load-config', 'config', 'merge', 'anchor-glob', 'reach', 'narrow', 'restrict', 'trust', 'defaults'].map(
    (name) => `config/${name}`,
  ),
  ...[
    'surroundings',
    'history/open-library',
    'history/session-history',
    'history/project-disk',
    'history/load-restater',
  ].map((name) => `app/${name}`),
  'memory/told-how',
  'agents/find-hooks',
  ...['agent-folders', 'session-request', 'progress'].map((name) => `cli/${name}`),
);

// With all that it imports, which is all that `check` needs where its index is of the files as they are: one file, because sixteen small ones
// take as long as a bare start.
const CHECK_FILES = sourceFiles('cli/check/short');

/** Packs of what is needed first: by every start, by every command but `check`, by commands that read lessons, by those that change them. */
const STARTS = [
  ['/src/cli/main.ts', 'load'],
  ['/src/cli/program.ts', 'core'],
  ['/src/cli/projects/run.ts', 'core'],
  ['/src/cli/stats/run.ts', 'lessons'],
  ['/src/cli/consult/run.ts', 'lessons'],
  ['/src/cli/learn/view.ts', 'lessons'],
  ['/src/cli/match/run.ts', 'lessons'],
  ['/src/cli/memory/run.ts', 'memory'],
];

/** Packs of the rest, by the folder or package that a chunk is from: what is needed together is loaded together. */
const PACKS = {
  ...{ programs: 'mining', shell: 'mining', failures: 'mining', lessons: 'mining', proof: 'mining' },
  ...{ sessions: 'index', agents: 'agents', redaction: 'redaction' },
  ...{ '@secretlint/core': 'redaction', '@secretlint/secretlint-rule-preset-recommend': 'redaction' },
  ...{ memory: 'changes', delivery: 'changes', lifecycle: 'changes', heal: 'tools', loop: 'loop', doctor: 'doctor' },
  ...{ mcp: 'mcp', '@modelcontextprotocol/server': 'mcp', web: 'web', hono: 'web', '@hono/node-server': 'web' },
  ...{ team: 'team', pg: 'team', 'pg-protocol': 'team', 'pg-types': 'team' },
  ...{ '@anthropic-ai/sdk': 'anthropic', openai: 'openai', zod: 'zod', yaml: 'yaml' },
};

// What takes commands apart and matches triggers: most calls of a hook need none of it.
const MATCHING =
  /[\\/]unbash[\\/]|[\\/]src[\\/](?:(?:programs|shell|failures)[\\/].*|shared[\\/](?:path-shape|word-set)|lessons[\\/]triggers[\\/](?!may-write|proven).*|live[\\/](?:match|past)|agents[\\/](?:worktree-registry|[\w-]+[\\/]worktrees)|sessions[\\/]projects[\\/](?:relative-path|worktree-paths))\.ts$/;

try {
  await rm(stage, { recursive: true, force: true });
  await mkdir(stage);
  // All of them end before the stage is removed, whichever fails.
  const parts = await Promise.allSettled([
    bundleToolAndLibrary(),
    bundleHook(),
    bundlePage(),
    emitTypes(),
    copySqlite(),
  ]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  await writeFile(
    join(stage, 'THIRD-PARTY.txt'),
    await writeNotices([...bundledModules, join(sqlite, 'package.json')]),
  );
  await swapIn();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(stage, { recursive: true, force: true });
}

/**
 * Entries, and chunks for what they share and for what is imported lazily: `hardwon --help` must not load a database. Chunks are CommonJS, which
 * Node starts faster, and are kept in a few packs. Files lie beside each other, because code that looks for `../package.json` must find it from
 * each.
 */
async function bundleToolAndLibrary() {
  const chunks = await bundle(
    {
      cli: 'src/cli/main.ts',
      index: 'src/index.ts',
      'picture-thread': 'src/web/picture-thread.ts',
      'propose-lessons': 'src/app/capture/propose-lessons.ts',
    },
    {
      format: 'cjs',
      entryFileNames: '[name]',
      chunkFileNames: '[name]-[hash]',
      // What every run of `learn` needs is one chunk.
      codeSplitting: {
        groups: [
          { name: 'check', test: (id) => CHECK_FILES.has(id.replaceAll('\\', '/')), priority: 2 },
          { name: 'core', test: isCore, priority: 1 },
        ],
      },
    },
    { write: false },
  );
  const [{ code: reader }] = await bundle(
    { reader: 'src/cli/pack-reader.ts' },
    { format: 'cjs', codeSplitting: false },
    { write: false },
  );
  for (const [name, text] of Object.entries(packChunks(chunks, STARTS, packOf, reader)))
    await writeFile(join(stage, name), text);
  for (const entry of chunks.filter(({ isEntry }) => isEntry))
    await writeFile(join(stage, `${entry.fileName}.mjs`), renderEntry(entry));
  await writeFile(join(stage, 'package.json'), '{ "type": "commonjs" }\n');
  await writeFile(join(stage, 'cli.js'), "require('./load.cjs').start('cli');\n");
  await writeFile(join(stage, 'cli.mjs'), "import './cli.js';\n");
  await makeProgram('cli.mjs');
  await makeProgram('cli.js');
}

/** The pack of a chunk by the folder or package that most of its modules are from. */
function packOf(ids) {
  // It imports modules of users, which code that V8 compiled before cannot do: it must not keep the readers from being such code.
  if (ids.some((id) => /[\\/]load-adapters\.ts$/.test(id))) return 'adapters';
  const counts = new Map();
  for (const id of ids) {
    const path = id.replaceAll('\\', '/');
    const inner = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? /\/src\/([^/]+)\//.exec(path)?.[1];
    const pack = PACKS[inner] ?? 'app';
    counts.set(pack, (counts.get(pack) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'app';
}

/** What `bin` of the package names is started by its first line. */
async function makeProgram(name) {
  const path = join(stage, name);
  const code = await readFile(path, 'utf8');
  if (!code.startsWith('#!')) await writeFile(path, `#!/usr/bin/env node\n${code}`);
  await chmod(path, 0o755);
}

/** Paths of sources by their names below src/; one that is not there would be bundled elsewhere without a word. */
function sourceFiles(...names) {
  const paths = names.map((name) => join(root, 'src', `${name}.ts`));
  const missing = paths.find((path) => !existsSync(path));
  if (missing) throw new Error(`scripts/build.mjs names ${missing}, which is not there.`);
  return new Set(paths.map((path) => path.replaceAll('\\', '/')));
}

/** The way from the command line to an answer that is known already; what mines, merges and writes is loaded when it is needed. */
function isCore(id) {
  const path = id.replaceAll('\\', '/');
  if (path.includes('/node_modules/') || path.endsWith('/src/sessions/check-index.ts')) return false;
  return CORE_FOLDERS.test(path) || CORE_FILES.has(path);
}

/**
 * Files of its own: it is started before every tool call, so its start is all that counts. `hook.js` is what agents start, and loads
 * `hook-main.cjs`. All are CommonJS: as a module it would take a quarter of Node's own start longer.
 */
async function bundleHook() {
  const mayWrite = await derive('src/lessons/triggers/may-write.ts', 'MAY_WRITE');
  await bundle(
    { 'hook-main': 'src/live/hook.ts' },
    {
      format: 'cjs',
      entryFileNames: '[name].cjs',
      chunkFileNames: 'hook-[name].cjs',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: 'start',
            test: /[\\/]src[\\/](?:live[\\/](?:start|told-in-files|work-at-hand)|delivery[\\/]markdown-safe|shared[\\/]estimate-tokens)\.ts$/,
            priority: 4,
          },
          { name: 'stop', test: /[\\/]src[\\/]live[\\/](?:prompt|stop)\.ts$/, priority: 4 },
          { name: 'rules', test: /[\\/]src[\\/]lessons[\\/]triggers[\\/](?:rule|glob)\.ts$/, priority: 3 },
          {
            name: 'changed-files',
            test: /[\\/]src[\\/](?:live[\\/]changed-files|shared[\\/]git-environment)\.ts$/,
            priority: 3,
          },
          {
            name: 'warm-up',
            test: /[\\/]src[\\/](?:live[\\/]warm-up|delivery[\\/]snapshot[\\/]encode)\.ts$/,
            priority: 3,
          },
          {
            name: 'issues',
            test: /[\\/]src[\\/](?:live[\\/](?:known-issues|unsolved)|failures[\\/](?:judge|signature|cause[\\/].*))\.ts$/,
            priority: 3,
          },
          { name: 'match', test: MATCHING, priority: 2 },
          { name: 'hot', test: /[\\/]src[\\/]/, priority: 1 },
        ],
      },
    },
    {
      preserveEntrySignatures: 'allow-extension',
      treeshake: { moduleSideEffects: false },
      // Derived from all programs, which a hook would have to load before it knows whether it needs them.
      plugins: [replaceModule('src/lessons/triggers/may-write.ts', `export const MAY_WRITE = ${mayWrite};`)],
    },
  );
  const files = (await readdir(stage)).filter((name) => /^hook-.*\.cjs$/.test(name));
  await Promise.all(files.map((name) => escapeLetters(join(stage, name))));
  const digest = createHash('sha256');
  for (const name of files.sort()) digest.update(await readFile(join(stage, name)));
  await bundle(
    { hook: 'src/live/boot.ts' },
    { format: 'cjs', entryFileNames: '[name].js', codeSplitting: false },
    { transform: { target: TARGET, define: { __BUILD__: JSON.stringify(digest.digest('hex').slice(0, 12)) } } },
  );
  await makeProgram('hook.js');
}

/** The value that a module exports, as the build finds it. */
async function derive(path, name) {
  const { output } = await build({
    cwd: root,
    input: path,
    platform: 'node',
    write: false,
    logLevel: 'warn',
    onLog: failOnWarning,
  });
  const code = Buffer.from(output[0].code).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`))[name];
}

/** Puts other code in the place of a module. */
function replaceModule(path, code) {
  return { name: 'replace-module', load: (id) => (id.replaceAll('\\', '/').endsWith(`/${path}`) ? code : undefined) };
}

/** What `hardwon ui` sends to the browser: a script, a style sheet and the document that names them. Nothing in it is loaded from elsewhere. */
async function bundlePage() {
  const folder = join(root, 'src/page');
  await bundle(
    { app: 'src/page/main.tsx' },
    {
      dir: join(stage, 'page'),
      entryFileNames: '[name].js',
      codeSplitting: false,
      minify: true,
    },
    { platform: 'browser', transform: { target: 'es2022' } },
  );
  const names = (await readdir(join(folder, 'styles'))).filter((name) => name.endsWith('.css')).sort();
  const sheets = [
    join(root, 'node_modules/uplot/dist/uPlot.min.css'),
    ...names.map((name) => join(folder, 'styles', name)),
  ];
  const texts = await Promise.all(sheets.map((path) => readFile(path, 'utf8')));
  await writeFile(join(stage, 'page/app.css'), shrinkStyles(texts.join('\n')));
  for (const name of ['index.html', 'icon.svg']) await copyFile(join(folder, name), join(stage, 'page', name));
}

async function copySqlite() {
  await cp(join(sqlite, 'prebuilds'), join(stage, 'prebuilds'), { recursive: true });
}

/** Without comments, indents and line breaks; our sheets have no text in which these count. */
function shrinkStyles(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
}

/** Letters beyond ASCII as escapes: they stand in texts and patterns only, and the hook reads its files a byte a letter. */
async function escapeLetters(path) {
  const code = await readFile(path, 'utf8');
  const toEscape = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  await writeFile(path, code.replace(/[\u0080-\uffff]/g, toEscape));
}

async function bundle(input, output, options = {}) {
  const { output: files } = await build({
    cwd: root,
    input,
    platform: 'node',
    resolve: { alias: { '@modelcontextprotocol/server/_shims': join(root, 'src/mcp/sdk-shims.ts') } },
    logLevel: 'warn',
    onLog: failOnWarning,
    transform: {
      target: TARGET,
      define: {
        HARDWON_SOURCES: JSON.stringify(sources),
        HARDWON_MANIFEST: JSON.stringify({ version, engines }),
        HARDWON_PREBUILDS: JSON.stringify('./prebuilds/'),
      },
    },
    ...options,
    output: {
      dir: stage,
      format: 'esm',
      // Names stay, so that a stack in a bug report can be read.
      minify: {
        compress: { keepNames: { function: true, class: true } },
        mangle: { keepNames: { function: true, class: true } },
        codegen: true,
      },
      ...output,
    },
  });
  for (const file of files) for (const id of file.moduleIds ?? []) bundledModules.add(id);
  return files;
}

/** An unresolved import would only show at a user's desk. */
function failOnWarning(level, log, defaultHandler) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  defaultHandler(level, log);
}

async function emitTypes() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const all = join(stage, 'all-types');
  const args = [tsc, '--project', join(root, 'scripts/tsconfig.types.json'), '--outDir', all];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0) throw new Error(`Types were not written: tsc ended with ${code}\n${output}`);
  await mkdir(join(stage, 'types'));
  await writeFile(join(stage, 'types', 'index.d.ts'), await bundleTypes(all));
  await writeFile(join(stage, 'types', 'package.json'), '{ "type": "module" }\n');
  await rm(all, { recursive: true });
}

/** What is kept in the index is worked out anew by another program, also by one that is still called the same. */
async function hashSources() {
  const hash = createHash('sha256');
  const folder = join(root, 'src');
  for (const name of (await readdir(folder, { recursive: true })).sort())
    if (name.endsWith('.ts') && !name.startsWith('page'))
      hash.update(`${name}\n${await readFile(join(folder, name), 'utf8')}`);
  return hash.digest('hex').slice(0, 16);
}

async function swapIn() {
  const old = join(root, `.build-${process.pid}-old`);
  await rename(dist, old).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(stage, dist);
  await rm(old, { recursive: true, force: true });
}
