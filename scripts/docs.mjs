// Writes the files that are made from the code: docs/commands.md from the commands (what `--help` prints is what the page says), the
// JSON schema of the configuration, the sum at the end of docs/coverage.md, and what the plugin repeats (see plugin.mjs).
//
//     node scripts/docs.mjs            write them
//     node scripts/docs.mjs --check    end with 1 where one is out of date
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { renderPlugin } from './plugin.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const checking = process.argv.includes('--check');

const generated = await renderAll();
for (const [path, wanted] of Object.entries(generated)) {
  const present = await readFile(join(root, path), 'utf8').catch(() => '');
  if (wanted === present) continue;
  if (checking) {
    console.error(`${path} is out of date: npm run docs`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), wanted);
    console.log(`wrote ${path}`);
  }
}

/** Node 20 cannot run TypeScript: bundles the sources two folders below the root, as deep as they are, so that they find the package's files. */
async function renderAll() {
  const folder = join(root, `.build-docs-${process.pid}`);
  try {
    await build({
      cwd: root,
      input: {
        program: 'src/cli/program.ts',
        schema: 'src/config/render-schema.ts',
        'recipe-schema': 'src/heal/recipes/render-recipe-schema.ts',
        registry: 'src/agents/registry.ts',
        'hook-command': 'src/agents/hook-command.ts',
      },
      platform: 'node',
      external: ['@photostructure/sqlite'],
      logLevel: 'warn',
      output: { dir: join(folder, 'bundle'), format: 'esm' },
    });
    const load = (name) => import(pathToFileURL(join(folder, 'bundle', name)).href);
    const { buildProgram } = await load('program.js');
    const { renderSchema } = await load('schema.js');
    const { renderRecipeSchema } = await load('recipe-schema.js');
    const { agents } = await load('registry.js');
    const { kebab } = await load('hook-command.js');
    const hooks = Object.fromEntries(agents.map((agent) => [agent.name, agent.hooks]));
    return {
      'docs/commands.md': renderPage(buildProgram()),
      'schemas/hardwon.config.schema.json': renderSchema(),
      'schemas/hardwon.recipe.schema.json': renderRecipeSchema(),
      'docs/coverage.md': addUp(await readFile(join(root, 'docs/coverage.md'), 'utf8')),
      ...(await renderPlugin(root, { hooks, kebab })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function addUp(page) {
  const states = [...page.matchAll(/^\| \d+ \|[^|]*\| (yes|partly|not yet) \|/gm)].map((match) => match[1]);
  const count = (state) => states.filter((each) => each === state).length;
  return page.replace(
    /^Of \d+: .*$/m,
    `Of ${states.length}: ${count('yes')} yes, ${count('partly')} partly, ${count('not yet')} not yet.`,
  );
}

function renderPage(program) {
  const commands = listCommands(program);
  const contents = commands.map(({ title, command }) => `- [${title}](#${anchorOf(title)}): ${firstSentence(command)}`);
  const sections = commands.map(({ title, command }) => `## ${title}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`);
  return [
    '# Commands',
    '',
    'What each command prints with `--help`. This page is written by `npm run docs`; `npm run check` says when it is out of date.',
    '',
    ...contents,
    '',
    sections.join('\n'),
  ].join('\n');
}

/** The program and its commands, parents first, hidden ones left out. */
function listCommands(command, parents = []) {
  const names = [...parents, command.name()];
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help' && command.commands.includes(each));
  return [{ title: names.join(' '), command }, ...visible.flatMap((each) => listCommands(each, names))];
}

function helpOf(command) {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return text.trimEnd();
}

function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function firstSentence(command) {
  return (command.summary() || command.description()).split('\n')[0];
}
