// Asks a service seven times whose logins expire after three answers. Run it with: node examples/healing/run.mjs
//
// Everything happens in a temporary folder and on loopback; it is removed at the end.
import { fork, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = resolve(fileURLToPath(import.meta.url), '..');
const cli = resolve(here, '../../dist/cli.js');
const home = await mkdtemp(join(tmpdir(), 'hardwon-healing-'));
const project = join(home, 'harbour');
await mkdir(join(project, '.git'), { recursive: true });
for (const name of ['boats.mjs', 'login.mjs', 'hardwon.config.yaml']) await cp(join(here, name), join(project, name));
// Remedies are programs: those of a project are run only if the user trusts it.
await mkdir(join(home, '.config/hardwon'), { recursive: true });
await writeFile(join(home, '.config/hardwon/hardwon.config.json'), JSON.stringify({ trust: [project] }));

const service = fork(join(here, 'service.mjs'));
const port = await new Promise((done) => service.once('message', done));
const env = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: '',
  XDG_DATA_HOME: '',
  BOATS_URL: `http://127.0.0.1:${port}/boats`,
};
try {
  for (let question = 1; question <= 7; question++) {
    console.log(`question ${question}`);
    await run(['heal', '--tool', 'boats', '--', process.execPath, 'boats.mjs']);
  }
  console.log('\nthe log, .memory/learned/tool_failures.yaml:');
  console.log(await readFile(join(project, '.memory/learned/tool_failures.yaml'), 'utf8'));
} finally {
  service.kill();
  await rm(home, { recursive: true, force: true });
}

function run(words) {
  return new Promise((done) =>
    spawn(process.execPath, [cli, ...words], { cwd: project, env, stdio: ['ignore', 'inherit', 'inherit'] }).on(
      'close',
      done,
    ),
  );
}
