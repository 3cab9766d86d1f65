// The learning loop on a calculator with bugs: it fails first, learns, and passes. Run it with: npm run example:loop, or where hardwon is
// installed with: node node_modules/hardwon/examples/calculator/run.mjs
//
// Nothing leaves this machine, and nothing is left on it: the projects are copied to a temporary folder with a home of its own, the agent
// is a script without a model (agent.mjs), and the teacher is the built-in one. With an argument, typescript or python, only that twin.
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = resolve(fileURLToPath(import.meta.url), '..');
const cli = resolve(here, '../../dist/cli.js');
const [only] = process.argv.slice(2);
const home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-calculator-')));
const env = {
  ...process.env,
  HOME: home,
  USERPROFILE: home,
  XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: '',
  XDG_CACHE_HOME: '',
  CLAUDE_CONFIG_DIR: '',
};

try {
  mkdirSync(join(home, '.config/hardwon'), { recursive: true });
  const loop = { agent: 'command', command: [process.execPath, join(here, 'agent.mjs'), '{task}'] };
  writeFileSync(join(home, '.config/hardwon/hardwon.config.json'), JSON.stringify({ loop }));
  // Above the project and its scratch checkouts, where Node looks for what a folder has not: the runner of the TypeScript tests.
  const modules = findModules();
  if (modules !== undefined) symlinkSync(modules, join(home, 'node_modules'), 'junction');
  const twins = [
    { twin: 'typescript', runner: 'vitest', isThere: modules !== undefined },
    { twin: 'python', runner: 'pytest', isThere: hasPytest() },
  ].filter(({ twin }) => only === undefined || twin === only);
  for (const { twin, runner, isThere } of twins) {
    if (isThere) await tryOn(twin);
    else console.log(`(without its twin in ${twin}: there is no ${runner} here)\n`);
  }
  if (!twins.some(({ isThere }) => isThere)) process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

async function tryOn(twin) {
  const project = join(home, twin);
  cpSync(join(here, twin), project, { recursive: true, filter: (path) => !/__pycache__|\.pytest_cache/.test(path) });
  const git = (...args) => execFileSync('git', args, { cwd: project, env, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(project, '.gitignore'), '__pycache__/\n.pytest_cache/\n');
  git('add', '--all');
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    'commit',
    '--quiet',
    '--message',
    'A calculator with bugs',
  );
  console.log(`${twin}: hardwon run "Make it cope with zero and with nothing"\n`);
  const code = await hardwon(['run', 'Make it cope with zero and with nothing'], project);
  const left = git('status', '--porcelain');
  const isAlone = left.trim() === '?? CLAUDE.md';
  console.log(
    `\nexit code ${code}; the checkout has ${isAlone ? 'CLAUDE.md, and is clean else' : `changed:\n${left}`}\n`,
  );
  if (code !== 0 || !isAlone) process.exitCode = 1;
  else console.log(`CLAUDE.md says now:\n\n${readFileSync(join(project, 'CLAUDE.md'), 'utf8')}`);
}

function hardwon(words, cwd) {
  return new Promise((done) =>
    spawn(process.execPath, [cli, ...words], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', done),
  );
}

/** The folder with vitest: that of this package, or of the project that it is installed in. */
function findModules() {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return resolve(createRequire(from).resolve('vitest/package.json'), '../..');
    } catch {
      // Not there.
    }
  }
  return undefined;
}

function hasPytest() {
  try {
    execFileSync('python3', ['-m', 'pytest', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
