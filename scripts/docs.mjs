// Writes the files that are made from the code: docs/commands.md from what the commands print with `--help`, the JSON schemas,
// llms.txt, the sum at the end of docs/coverage.md, and what the plugin repeats (see plugin.mjs).
//
//     node scripts/docs.mjs            write them
//     node scripts/docs.mjs --check    end with 1 where one is out of date
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Help } from 'commander';
import { build } from 'rolldown';
import { renderLlms } from './pages.mjs';
import { renderPlugin } from './plugin.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const checking = process.argv.includes('--check');
/** An option or argument that so many commands have in the same words is described once. */
const MANY = 2;

/**
 * The guide to a command and the commands within it. The page has the first sentence of what such a command does, or as many as `SENTENCES` says, and no
 * examples: the guide and `--help` have the rest.
 */
const GUIDES = {
  learn: 'getting-started.md#first-run',
  why: 'getting-started.md#why-a-lesson-is-there',
  undo: 'getting-started.md#undoing-it',
  install: 'install.md',
  ui: 'page.md',
  run: 'loop.md',
  doctor: 'doctor.md',
  init: 'getting-started.md#set-it-up-step-by-step',
  demo: 'getting-started.md',
  projects: 'configuration.md#projects',
  mcp: 'mcp.md',
  uninstall: 'privacy.md#removing-everything',
  consult: 'consult.md',
  capture: 'capture.md',
  'report-failure': 'teachers.md#reporting-a-failure',
  review: 'teachers.md#reviews',
  confirm: 'lessons.md#your-word-on-a-lesson',
  reject: 'lessons.md#your-word-on-a-lesson',
  restore: 'lessons.md#your-word-on-a-lesson',
  merge: 'capture.md#duplicates',
  resolve: 'capture.md#conflicts',
  memory: 'tool-memory.md#saving-and-editing',
  tidy: 'lessons.md#tidying',
  promote: 'promote.md',
  share: 'lessons.md#sharing',
  unshare: 'lessons.md#sharing',
  import: 'import.md',
  sync: 'team.md#every-day',
  team: 'team.md',
  stats: 'live.md#what-counts',
  backtest: 'backtest.md',
  report: 'page.md#a-page-to-share',
  match: 'triggers.md#hardwon-match',
  check: 'tool-memory.md#asking',
  'learn-fix': 'tool-memory.md#saving-and-editing',
  debug: 'tool-memory.md#debugging',
  heal: 'heal.md',
  recipe: 'recipes.md',
};
const SENTENCES = {
  learn: 2,
  install: 2,
  restore: 2,
  merge: 2,
  share: 2,
  unshare: 2,
  check: 2,
  heal: 2,
  list: 2,
  run: 2,
  reject: 2,
  forget: 2,
};

/** Values that several options take: the page lists them once. */
const VALUES = {
  '--phase': 'specify, plan, implement, verify, review, refine or debug',
  '--dimension': 'maintainability, architecture or behaviour',
  '<level>': 'low, medium or high',
};

/** Values that another page explains. */
const LINKED = {
  'lessons.md#kinds': /: environment, path, [\w, -]+ or permission$/,
  'teachers.md#types-of-failures': /: test_failure, planning_error, [\w, ]+ or other$/,
};

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
        'answer-schema': 'src/verify/render-answer-schema.ts',
        registry: 'src/agents/registry.ts',
        'hook-command': 'src/agents/hook-command.ts',
      },
      platform: 'node',
      logLevel: 'warn',
      output: { dir: join(folder, 'bundle'), format: 'esm' },
    });
    const load = (name) => import(pathToFileURL(join(folder, 'bundle', name)).href);
    const { buildProgram } = await load('program.js');
    const { renderSchema } = await load('schema.js');
    const { renderRecipeSchema } = await load('recipe-schema.js');
    const { renderAnswerSchema } = await load('answer-schema.js');
    const { agents } = await load('registry.js');
    const { kebab } = await load('hook-command.js');
    const hooks = Object.fromEntries(agents.map((agent) => [agent.name, agent.hooks]));
    return {
      'docs/commands.md': renderPage(buildProgram()),
      'schemas/v1/hardwon.config.schema.json': renderSchema(),
      'schemas/v1/hardwon.recipe.schema.json': renderRecipeSchema(),
      'schemas/v1/hardwon.answer.schema.json': renderAnswerSchema(),
      'llms.txt': renderLlms(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))),
      'docs/coverage.md': addUp(await readFile(join(root, 'docs/coverage.md'), 'utf8')),
      ...(await renderPlugin(root, { hooks, kebab })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function addUp(page) {
  const states = [...page.matchAll(/^\| \d+ \|[^|]*?(?: \((partly|not yet)\))? \|/gm)].map(
    (match) => match[1] ?? 'yes',
  );
  const count = (state) => states.filter((each) => each === state).length;
  return page.replace(
    /^Of \d+: .*$/m,
    `Of ${states.length}: ${count('yes')} yes, ${count('partly')} partly, ${count('not yet')} not yet.`,
  );
}

function renderPage(program) {
  const commands = listCommands(program).slice(1);
  const shared = findShared(commands.map(({ command }) => command));
  const groups = [...new Set(commands.map(({ command }) => groupOf(command)))];
  const contents = groups.map((group) => {
    const members = commands.filter(({ command }) => groupOf(command) === group && command.parent === program);
    const links = members.map(({ command }) => `[${command.name()}](#${anchorOf(command.name())})`);
    return `- ${group.replace(/:$/, '')}: ${links.join(', ')}`;
  });
  const sections = commands.map(({ title, command }) => {
    const guide = GUIDES[command.name()];
    const link = guide === undefined || command.parent !== program ? '' : `\n[Guide](${guide})\n`;
    return `## ${title.replace(`${program.name()} `, '')}\n\n\`\`\`text\n${helpOf(title, command, shared)}\n\`\`\`\n${link}`;
  });
  return [
    '# Commands',
    '',
    '`--help` after a command prints more, with examples. All commands except `mcp` have [`--json`](json.md). Commands with `--apply` change',
    'nothing without it. `hardwon` alone suggests what to do next in the project; `hardwon -V` prints the version.',
    '',
    contents.join('\n'),
    '',
    'Several commands have these options and arguments. Below, "Also" names them:',
    '',
    '```text',
    ...[...shared.values()]
      .filter(({ flags }) => !/--help|--json/.test(flags))
      .map(({ flags, meaning }) => `  ${flags.padEnd(24)}  ${meaning}`),
    '```',
    '',
    ...Object.entries(VALUES).map(([name, values]) => `- \`${name}\` takes ${values}.`),
    `- Other pages list the values of [\`--kind\`](${Object.keys(LINKED)[0]}) and [\`--failure-type\`](${Object.keys(LINKED)[1]}).`,
    '',
    sections.join('\n'),
  ].join('\n');
}

/**
 * What many commands have in the same words, by these words; the commands within one count as one. Of several wordings for one option, the most
 * frequent is described.
 */
function findShared(commands) {
  const found = new Map();
  for (const command of commands) {
    for (const part of [...visibleOptions(command), ...command.registeredArguments]) {
      const { key, flags, meaning } = describe(part, command);
      const known = found.get(key) ?? { flags, meaning, owners: new Set() };
      found.set(key, { ...known, owners: known.owners.add(command.parent.parent === null ? command : command.parent) });
    }
  }
  const many = [...found].filter(([, { owners }]) => owners.size >= MANY);
  many.sort(([, one], [, other]) => other.owners.size - one.owners.size);
  return new Map(many.filter(([, { flags }], index) => many.findIndex(([, each]) => each.flags === flags) === index));
}

function describe(part, command) {
  const help = command.createHelp();
  const flags = part.flags ?? part.name();
  const meaning =
    part.flags === undefined ? help.argumentDescription(part) : withoutValues(help.optionDescription(part));
  return { key: `${flags} ${meaning}`, flags, meaning };
}

function withoutValues(meaning) {
  const left = [...Object.values(VALUES).map((values) => `: ${values}`), ...Object.values(LINKED)];
  return left.reduce((text, values) => text.replace(values, ''), meaning);
}

/** The guide to a command, or to the one that it is in. */
function hasGuide(command) {
  return command.parent !== null && (GUIDES[command.name()] !== undefined || hasGuide(command.parent));
}

function visibleOptions(command) {
  return Help.prototype.visibleOptions.call(command.createHelp(), command);
}

/** An argument as the usage has it: `<id>`, `[files...]`. */
function termOf(argument) {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** A command within another belongs to the group of that. */
function groupOf(command) {
  return command.helpGroup() || groupOf(command.parent);
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

/**
 * What a command prints with `--help`, with only the names of what is shared. Its commands have sections of their own, and its title says how it
 * is called without arguments.
 */
function helpOf(title, command, shared) {
  let text = '';
  const printed = command.createHelp();
  const earlier = command.parent.commands.slice(0, command.parent.commands.indexOf(command));
  const sibling = command.parent.parent === null ? undefined : earlier.find((each) => isAlike(each, command, shared));
  const isShared = (part) => shared.has(describe(part, command).key);
  const isTold = (part) =>
    isShared(part) || (sibling !== undefined && optionKeys(sibling).has(describe(part, command).key));
  const isUnspoken = ({ long }) => long === '--help' || long === '--json';
  const also = [...command.registeredArguments, ...visibleOptions(command)]
    .filter((part) => isShared(part) && !isUnspoken(part))
    .map((part) => part.long ?? termOf(part));
  command.configureHelp({
    ...command.configureHelp(),
    visibleOptions: (each) => visibleOptions(each).filter((option) => !isTold(option)),
    visibleArguments: (each) => each.registeredArguments.filter((argument) => !isTold(argument)),
    visibleCommands: () => [],
    argumentTerm: termOf,
    optionDescription: (option) => withoutValues(printed.optionDescription(option)),
    commandDescription: (each) => shorten(each),
  });
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  const examples = hasGuide(command) ? /\n(?:Examples?|To \w.*):\n(?: .*\n?)+/g : /(?!)/;
  // An example that only fills in the arguments repeats the usage.
  const plain = new RegExp(`^  \\$ ${title}(?: (?!-)[\\w.-]+)*$\n?`, 'gm');
  text = text
    .replace(/^Usage: .*\n+/, '')
    .replace(/^Arguments:\n([\s\S]*?)\n\nOptions:\n/m, '$1\n')
    .replace(/^(?:Arguments|Options):\n/gm, '')
    .replace(examples, '')
    .replace(plain, '')
    .replace(/\nExamples?:\n(?! )/, '');
  if (also.length === 0) return text.trimEnd();
  const others = sibling === undefined ? '' : `, and the options of ${sibling.name()}`;
  const names = `Also: ${also.join(', ')}${others}\n`;
  // Examples and exit codes come last.
  const end = /\n(?=(?:Examples?|To |The exit code|Exit code)\b)/.exec(text)?.index ?? text.trimEnd().length;
  return `${text.slice(0, end).trimEnd()}\n\n${names}${text.slice(end)}`.trimEnd();
}

/** The first sentences of what a command does, if there is a guide with the rest. */
function shorten(command) {
  const sentences = command.description().split(/(?<=\.)\s+/);
  return sentences.slice(0, hasGuide(command) ? (SENTENCES[command.name()] ?? 1) : undefined).join(' ');
}

/** Whether a command has all options that are described with another, and there are any. */
function isAlike(other, command, shared) {
  const keys = optionKeys(command);
  const described = [...optionKeys(other)].filter((key) => !shared.has(key));
  return described.length > 0 && described.every((key) => keys.has(key));
}

function optionKeys(command) {
  return new Set(visibleOptions(command).map((option) => describe(option, command).key));
}

function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}
