// Scaffolds a coding agent: npm run new-agent NAME
// or an adapter for one in a package of its own: npm run new-agent -- --external DIR [NAME]
//
// Writes src/agents/NAME/, its tests and its log writer, and adds it to the registries. What it writes reads a minimal JSON lines format, has
// hooks and a way to be run without a person, and passes its own tests: from there each piece is replaced by what the real agent does.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  options: { root: { type: 'string' }, title: { type: 'string' }, external: { type: 'string' } },
  allowPositionals: true,
});
const root = resolve(values.root ?? join(here, '..'));
const external = values.external === undefined ? undefined : resolve(values.external);
const [name = external === undefined ? '' : basename(external).replace(/^hardwon-agent-/, '')] = positionals;

const { version } = JSON.parse(await readFile(join(here, '../package.json'), 'utf8'));

const files = {
  'index.ts.txt': `src/agents/${name}/index.ts`,
  'paths.ts.txt': `src/agents/${name}/paths.ts`,
  'reader.ts.txt': `src/agents/${name}/reader.ts`,
  'context.ts.txt': `src/agents/${name}/context.ts`,
  'hooks.ts.txt': `src/agents/${name}/hooks.ts`,
  'live.ts.txt': `src/agents/${name}/live.ts`,
  'headless.ts.txt': `src/agents/${name}/headless.ts`,
  'README.md.txt': `src/agents/${name}/README.md`,
  'reader.test.ts.txt': `tests/agents/${name}/reader.test.ts`,
  'live.test.ts.txt': `tests/agents/${name}/live.test.ts`,
  'headless.test.ts.txt': `tests/agents/${name}/headless.test.ts`,
  'log-writer.ts.txt': `tests/support/log-writers/${name}.ts`,
};

try {
  await (external === undefined ? scaffold() : scaffoldExternal(external));
} catch (error) {
  console.error(`new-agent: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}

/** An adapter needs nothing of this repository: it goes anywhere, and is tested with Node alone. */
async function scaffoldExternal(folder) {
  checkName('npm run new-agent -- --external ../hardwon-agent-lantern');
  if (existsSync(folder) && (await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  await mkdir(folder, { recursive: true });
  const templates = join(here, 'new-agent/external');
  for (const template of await readdir(templates)) {
    const file = template.replace(/\.txt$/, '');
    await writeFile(join(folder, file), fill(await readFile(join(templates, template), 'utf8')));
    console.log(`wrote ${join(folder, file)}`);
  }
  console.log(`next: npm test in ${folder}, then read docs/adapters.md`);
}

function checkName(example) {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw new Error(`name the agent in kebab-case: ${example}`);
}

async function scaffold() {
  checkName('npm run new-agent lantern-cli');
  const taken = Object.values(files).find((path) => existsSync(join(root, path)));
  if (taken) throw new Error(`${taken} is already there`);
  const registries = await Promise.all([
    extendRegistry('src/agents/registry.ts', 'agents', "import { __camel__ } from './__name__/index.ts';"),
    extendRegistry(
      'src/agents/live-registry.ts',
      'liveClients',
      "import { live as __camel__ } from './__name__/live.ts';",
    ),
  ]);
  for (const [template, path] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), fill(await readFile(join(here, 'new-agent', template), 'utf8')));
    console.log(`wrote ${path}`);
  }
  for (const { file, text } of registries) {
    await writeFile(join(root, file), text);
    console.log(`added it to ${file}`);
  }
  formatAll([...Object.values(files), ...registries.map(({ file }) => file)]);
  console.log(`next: npx vitest run tests/agents/${name}, then read src/agents/${name}/README.md`);
}

/** The length of the name decides where lines break. */
function formatAll(paths) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const run = spawnSync(process.execPath, [biome, 'check', '--vcs-enabled=false', '--write', ...paths], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`the new files do not pass the linter:\n${run.stdout}${run.stderr}`);
}

function fill(template) {
  const words = name.split('-');
  const title = values.title ?? words.map(capitalize).join(' ');
  const camel = words[0] + words.slice(1).map(capitalize).join('');
  const upper = name.toUpperCase().replaceAll('-', '_');
  return template
    .replaceAll('__name__', name)
    .replaceAll('__title__', title)
    .replaceAll('__camel__', camel)
    .replaceAll('__upper__', upper)
    .replaceAll('__version__', version);
}

/** A registry with one more import and one more element of its list, in their places. */
async function extendRegistry(file, listName, importLine) {
  const text = await readFile(join(root, file), 'utf8');
  const list = new RegExp(`(export const ${listName}\\b[^=]*= \\[)([^\\]]*)(\\])`).exec(text);
  if (!list) throw new Error(`${file} has no list ${listName}`);
  const elements = list[2]
    .split(',')
    .map((element) => element.trim())
    .filter(Boolean);
  const longer = `${list[1]}${[...elements, fill('__camel__')].join(', ')}${list[3]}`;
  const last = text.split('\n').findLast((line) => line.startsWith('import ')) ?? '';
  return { file, text: text.replace(last, `${last}\n${fill(importLine)}`).replace(list[0], longer) };
}

function capitalize(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
