/**
 * Finds the hardwon that is installed on this machine and becomes it, in this very process: a second start of Node would double what an
 * agent waits for at each tool call.
 *
 *     node start.cjs hook EVENT AGENT    answers a hook; ends with 0 and prints no error, whatever happens
 *     node start.cjs WORDS...            the command line
 *
 * Looked for in the package or the checkout that holds this plugin, then on the PATH. Never in the project: what a repository brings along
 * must not run because somebody opened it.
 */
const { spawnSync } = require('node:child_process');
const { closeSync, constants, existsSync, fstatSync, openSync, readFileSync, realpathSync } = require('node:fs');
const { homedir } = require('node:os');
const { delimiter, dirname, isAbsolute, join, sep } = require('node:path');
const { pathToFileURL } = require('node:url');

const { env } = process;
const MISSING = 'The hardwon plugin does nothing, because its program is not installed: npm install --global hardwon';

/** Command lines as `hardwon install` writes them, whole: the name on the PATH, or Node and the file of the hook. */
const COMMAND =
  /^(?:function h \{ |try \{ & )?(?:hardwon-hook|(?:'[^']*'|[^\s'"$`;&|<>()]+) (?:'([^']*)'|([^\s'"$`;&|<>()]+))) [a-z\d-]+ [a-z\d-]+(?:; \}; h 2>\$\{null-\/dev\/null\}; exit 0| 2>\$null \} catch \{ \}; exit 0| 2>\/dev\/null \|\| true| 2>nul \|\| exit \/b 0)$/;

/** Settings are kilobytes. */
const LARGEST = 4 * 1024 * 1024;

const [, , first, ...words] = process.argv;
if (first === 'hook') answerHook(...words);
else runCommand(first === undefined ? [] : [first, ...words]);

function answerHook(event, agent) {
  // What a hook prints to stderr, or ends with, some agents take for a word against the call.
  process.on('uncaughtException', () => process.exit(0));
  const program = findProgram('hardwon-hook');
  if (program) {
    if (isDeclaredElsewhere(agent)) return;
    become(program, [event, agent], require);
  } else if (event === 'session-start') {
    // Shown to the user; no model sees it.
    process.stdout.write(JSON.stringify({ systemMessage: MISSING }));
  }
}

function runCommand(args) {
  const program = findProgram('hardwon');
  if (program) {
    become(program, args, (path) => import(pathToFileURL(path).href));
  } else {
    process.stderr.write(`${MISSING}\n`);
    process.exitCode = 2;
  }
}

/** Loads the program into this process. What stands for it on the PATH, as pnpm and Volta have it, is started. */
function become({ path, isFile }, args, load) {
  if (isFile) {
    process.argv = [process.argv[0], path, ...args];
    load(path);
    return;
  }
  const { status } = spawnSync(path, args, { stdio: 'inherit', env: { ...env, HARDWON_STARTED: '1' } });
  process.exitCode = status ?? 2;
}

/** The installed program: its file, or what stands for it. */
function findProgram(name) {
  const own = findInPackage(join(__dirname, '..', '..'), name);
  if (own) return { path: own, isFile: true };
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter).filter(isAbsolute)) {
    // npm makes a link to the file, but on Windows a script beside the folder that holds the package.
    const beside = findInPackage(join(folder, 'node_modules', 'hardwon'), name);
    if (beside) return { path: beside, isFile: true };
    const real = follow(join(folder, name));
    if (real === undefined || real.startsWith(__dirname + sep)) continue;
    if (/\.[cm]?js$/.test(real)) return { path: real, isFile: true };
    // Two of these must not start each other for ever.
    if (process.platform !== 'win32' && env.HARDWON_STARTED === undefined) return { path: real, isFile: false };
  }
  return undefined;
}

/** The file that a package names for a program; nothing where it is not ours, or not built. */
function findInPackage(folder, name) {
  const text = readQuietly(join(folder, 'package.json'));
  const manifest = text === '' ? {} : JSON.parse(text);
  const path = manifest.name === 'hardwon' ? join(folder, manifest.bin?.[name] ?? '') : '';
  return path !== '' && existsSync(path) ? path : undefined;
}

function follow(path) {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether `hardwon install` put the same hooks into settings that are in force here: those answer, and this one would say it twice. */
function isDeclaredElsewhere(agent) {
  return listSettings(agent).some((path) => listTexts(readQuietly(path)).some(isInForce));
}

function isInForce(text) {
  // A quote within quotes, as POSIX shells and PowerShell write it.
  const found = COMMAND.exec(text.replaceAll(String.raw`'\''`, '’').replaceAll("''", '’'));
  if (!found) return false;
  const file = (found[1] ?? found[2])?.replaceAll('’', "'");
  // One that names a program which is gone is silent.
  return file === undefined
    ? findProgram('hardwon-hook') !== undefined
    : /[\\/]dist[\\/]hook\.c?js$/.test(file) && existsSync(file);
}

/** The texts in settings, which may hold comments. */
function listTexts(settings) {
  return [...settings.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].flatMap(([text]) => {
    try {
      return [JSON.parse(text)];
    } catch {
      return [];
    }
  });
}

function listSettings(agent) {
  const home = env.HOME || env.USERPROFILE || homedir();
  if (agent === 'codex') {
    const project = join(findTop(process.cwd()), '.codex');
    return [env.CODEX_HOME || join(home, '.codex'), project].map((folder) => join(folder, 'hooks.json'));
  }
  const project = join(env.CLAUDE_PROJECT_DIR || process.cwd(), '.claude');
  const own = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json');
  return [own, join(project, 'settings.json'), join(project, 'settings.local.json')];
}

/** The top of the repository that holds a folder; the folder itself where there is none. */
function findTop(folder) {
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git'))) return top;
    if (top === dirname(top)) return folder;
  }
}

/** A regular file of a bounded length: what a project puts in place of one, such as a pipe, must not hold an agent up. */
function readQuietly(path) {
  let file;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    return facts.isFile() && facts.size <= LARGEST ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
