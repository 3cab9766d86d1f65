// Writes docs/commands.md from the commands themselves: what `--help` prints is what the page says.
//
//     node scripts/docs.mjs            write it
//     node scripts/docs.mjs --check    end with 1 where it is out of date
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const page = join(root, 'docs/commands.md');
const checking = process.argv.includes('--check');

const wanted = renderPage(await loadProgram());
const present = await readFile(page, 'utf8').catch(() => '');
if (wanted !== present) {
  if (checking) {
    console.error('docs/commands.md is out of date: npm run docs');
    process.exitCode = 1;
  } else {
    await mkdir(dirname(page), { recursive: true });
    await writeFile(page, wanted);
    console.log('wrote docs/commands.md');
  }
}

/** Node 20 cannot run TypeScript: the program is bundled into a folder beside the sources, so that its packages are found. */
async function loadProgram() {
  const folder = join(root, `.build-docs-${process.pid}`);
  try {
    await build({
      cwd: root,
      input: { program: 'src/cli/program.ts' },
      platform: 'node',
      external: ['@photostructure/sqlite'],
      logLevel: 'warn',
      output: { dir: folder, format: 'esm' },
    });
    const { buildProgram } = await import(pathToFileURL(join(folder, 'program.js')).href);
    return buildProgram();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
