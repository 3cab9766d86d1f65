// Measures what the learning loop adds to an agent and its tests: node bench/loop.mjs [--files 50000] [--runs 3] [--json]
//
// A repository of so many files is made. The scratch checkout is compared with `git worktree add`, which does less: it shares index, branches
// and hooks with the user's repository. Of an attempt, all is counted that is neither the agent's time nor that of the tests. Figures are
// medians of some runs on one machine: compare the ratios, not the times.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const cli = resolve(import.meta.dirname, '../dist/cli.js');
const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '50000' },
    runs: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
});

/** What we mean to keep to: the scratch checkout in at most so many times of `git worktree add`. */
const AIM = 1.5;

if (!existsSync(cli)) {
  console.error('There is no dist/cli.js: npm run build');
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'hardwon-bench-loop-'));
try {
  const root = makeRepository(Number(options.files));
  const rounds = [];
  for (let round = 0; round < Number(options.runs); round++) {
    // In turn the one first and the other: what comes second finds the files in the system's cache.
    const first = round % 2 === 0 ? { worktreeMs: addWorktree(root, round) } : await runOnce(root);
    rounds.push(
      round % 2 === 0 ? { ...first, ...(await runOnce(root)) } : { ...first, worktreeMs: addWorktree(root, round) },
    );
  }
  report(rounds);
} finally {
  rmSync(home, { recursive: true, force: true });
}

function makeRepository(count) {
  const root = join(home, 'lantern');
  for (let at = 0; at < count; at++) {
    const folder = join(root, `part-${at % 100}`, `piece-${Math.floor(at / 100) % 20}`);
    if (at < 2_000) mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `file-${at}.js`),
      `exports.lamp${at} = ${at};\n${'// the lamp is lit\n'.repeat(at % 60)}`,
    );
  }
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'add', '.');
  git(root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '--message', 'Begin');
  return root;
}

function addWorktree(root, round) {
  const folder = join(home, `worktree-${round}`);
  const started = performance.now();
  git(root, 'worktree', 'add', '--quiet', '--detach', folder);
  const took = performance.now() - started;
  git(root, 'worktree', 'remove', '--force', folder);
  return took;
}

/** One run with an agent that writes a file and tests that pass at once: what is left is ours. */
async function runOnce(root) {
  const config = join(home, '.config', 'hardwon');
  mkdirSync(config, { recursive: true });
  const agent = [process.execPath, '-e', "require('node:fs').writeFileSync('answer.js', '1')", '{task}'];
  const tests = { command: [process.execPath, '-e', '0'], framework: 'exit-code' };
  writeFileSync(join(config, 'hardwon.config.json'), JSON.stringify({ loop: { command: agent }, tests }));
  const seen = new Map();
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C' };
  const child = spawn(process.execPath, [cli, 'run', 'Light the lamp', '--verify', '0', '--json'], { cwd: root, env });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    for (const line of String(chunk).split('\n')) if (!seen.has(line)) seen.set(line, performance.now());
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`hardwon run ended with ${code}\n${[...seen.keys()].join('\n')}`);
  const at = (start) => [...seen].find(([line]) => line.startsWith(start))?.[1] ?? Number.NaN;
  const { attempts } = JSON.parse(output);
  const own = attempts[0].agent.durationMs + attempts[0].tests.durationMs;
  return {
    scratchMs: at('  tests: ') - at('… making a scratch checkout'),
    attemptMs: at('  tests: passed') - at('Attempt 1') - own,
  };
}

function git(cwd, ...args) {
  const { status, stderr } = spawnSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home },
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}

function report(rounds) {
  const median = (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(rounds.length / 2)];
  const [worktreeMs, scratchMs, attemptMs] = ['worktreeMs', 'scratchMs', 'attemptMs'].map((key) =>
    Math.round(median(key)),
  );
  const ratio = scratchMs / worktreeMs;
  if (options.json)
    console.log(JSON.stringify({ files: Number(options.files), worktreeMs, scratchMs, ratio, attemptMs }));
  else {
    console.log(`${options.files} files, medians of ${rounds.length}`);
    console.log(`git worktree add    ${worktreeMs} ms`);
    console.log(`scratch checkout    ${scratchMs} ms, ${ratio.toFixed(2)} times (at most ${AIM})`);
    console.log(`an attempt besides agent and tests  ${attemptMs} ms`);
  }
  if (!(ratio <= AIM)) process.exitCode = 1;
}
