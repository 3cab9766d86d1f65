// Plants one fault of faults.json after the other in a copy of the working tree, and says which of them the tests find.
//
//     npm run faults -- [--built] [--at-least N] [--only NAME]...
//
// For each fault the tests of its folder run first, then all of `npm test`, and with --built those of `npm run test:built`. Before that they
// must pass without a fault; not checked with --only, which takes names or areas. Ends with 1 if fewer than N are found, and with 2 if a fault
// does not fit the source any more: find its lines where they are now, or replace it by one as likely.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const BUILT = '--config=vitest.built.config.ts';
/** Several times as long as all built tests take: what takes longer never ends. */
const LONGEST_MS = 40 * 60_000;

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { built: { type: 'boolean' }, 'at-least': { type: 'string' }, only: { type: 'string', multiple: true } },
});
const all = JSON.parse(readFileSync(join(import.meta.dirname, 'faults.json'), 'utf8'));
const faults = all.filter(({ name, area }) => values.only?.some((one) => one === name || one === area) ?? true);
const misfits = all.flatMap(findMisfit);
if (faults.length === 0) misfits.push(`there is no ${values.only?.join(', ')}`);
for (const misfit of misfits) console.error(`faults: ${misfit}`);
if (misfits.length > 0) process.exit(2);

const scratch = mkdtempSync(join(tmpdir(), 'hardwon-faults-'));
const copy = join(scratch, 'hardwon');
try {
  copyTree();
  const failed = values.only ? undefined : findFailed(faults[0]);
  if (failed) {
    console.error(`faults: found without a fault by ${failed}`);
    process.exitCode = 2;
  } else plantAll();
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

function findMisfit({ name, file, find }) {
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  const times = text.split(find).length - 1;
  return times === 1 ? [] : [`${name}: what it replaces is in ${file} ${times} times, not once`];
}

/** Copies what git tracks or would track. Some tests ask git for the files. */
function copyTree() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0');
  for (const name of names) if (name && existsSync(join(root, name))) cpSync(join(root, name), join(copy, name));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
}

function plantAll() {
  let found = 0;
  for (const fault of faults) {
    const by = plant(fault);
    if (by) found++;
    console.log(`${fault.name} (${fault.area}): ${by ? `found by ${by}` : 'not found'}`);
  }
  console.log(`${found} of ${faults.length} found`);
  if (found < Number(values['at-least'] ?? 0)) process.exitCode = 1;
}

function plant(fault) {
  const path = join(copy, fault.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.split(fault.find).join(fault.put));
  try {
    return findFailed(fault);
  } finally {
    writeFileSync(path, text);
  }
}

/** Builds, because quick tests start built programs, too, and returns the first test file that fails. */
function findFailed({ file }) {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  let folder = dirname(file).replace('src', 'tests');
  while (!existsSync(join(copy, folder))) folder = dirname(folder);
  const runs = [[`${folder}/`], [], ...(values.built ? [[BUILT, `${folder}/`], [BUILT]] : [])];
  for (const run of runs) {
    const failed = runTests(run);
    if (failed) return failed;
  }
  return undefined;
}

function runTests(which) {
  const report = join(scratch, 'report.json');
  rmSync(report, { force: true });
  const options = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...options, ...which], {
    cwd: copy,
    // Without retries.
    env: { ...process.env, CI: undefined },
    stdio: 'ignore',
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return undefined;
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  const failed = results.find((result) => result.status === 'failed');
  return failed ? relative(copy, failed.name) : `a run that ended with ${status}`;
}
