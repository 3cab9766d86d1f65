// Runs the built tool over a home folder with real sessions, without writing to it.
//
//     node scripts/try-on-home.mjs FOLDER
//
// Ends with 1 unless `learn --all --json` ends with 0 or 1, prints JSON with at least one lesson, gives the same answer from its index as from the
// logs, and leaves every file as it was.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('try-on-home: name a folder that is laid out like a home folder');
  process.exit(2);
}
const home = resolve(folder);
const scratch = mkdtempSync(join(tmpdir(), 'hardwon-try-'));
try {
  const before = listFiles(home);
  const started = performance.now();
  const { projects } = learn();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lessons = projects.reduce((sum, project) => sum + project.lessons.length, 0);
  if (lessons === 0) throw new Error('learn found no lesson');
  if (JSON.stringify(learn().projects) !== JSON.stringify(projects))
    throw new Error('the second run gives another answer than the first');
  const changed = differences(before, listFiles(home));
  if (changed.length > 0) throw new Error(`learn wrote to the folder it only reads:\n${changed.join('\n')}`);
  console.log(`${lessons} lessons of ${projects.length} projects in ${seconds} s; no file was touched`);
} catch (error) {
  console.error(`try-on-home: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function learn() {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: join(scratch, 'cache'),
    XDG_CONFIG_HOME: join(scratch, 'config'),
    XDG_DATA_HOME: join(scratch, 'data'),
    XDG_STATE_HOME: join(scratch, 'state'),
    TZ: 'UTC',
    NO_COLOR: '1',
  };
  // Started in the scratch folder: a dry run must not depend on where it is, nor write there.
  const options = {
    cwd: scratch,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: 330_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const run = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'learn', '--all', '--json'], options);
  if (run.error) throw run.error;
  if (run.status !== 0 && run.status !== 1)
    throw new Error(`learn ended with ${run.status ?? run.signal}: ${run.stderr.slice(-2000)}`);
  return JSON.parse(run.stdout);
}

/** Path, size and time of change of every file. */
function listFiles(top) {
  const files = new Map();
  for (const name of readdirSync(top, { recursive: true })) {
    const { size, mtimeMs } = lstatSync(join(top, name));
    files.set(name, `${size} ${mtimeMs}`);
  }
  return files;
}

function differences(before, after) {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
