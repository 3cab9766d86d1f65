// Measures the hook: node bench/hook.mjs [--lessons 5000] [--runs 100]
//
// A project with that many lessons in its memory, and one run after the other of: a shell that does nothing, an empty Node script, and the
// hook for a call that no lesson is about, one that a lesson warns of, one that conditions are asked for, a failure, and a session start.
// They take turns, so that whatever else the machine does falls on all of them alike.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const [cli, hook] = ['cli.js', 'hook.js'].map((name) => join(root, 'dist', name));
const { values: options } = parseArgs({
  options: { lessons: { type: 'string', default: '5000' }, runs: { type: 'string', default: '100' } },
});
if (!existsSync(hook)) {
  console.error('dist/hook.js is not there: run npm run build first');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'hardwon-bench-hook-'));
const project = join(home, 'harbour');
const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
try {
  setUp(Number(options.lessons));
  const [empty, module] = ['empty.cjs', 'empty.mjs'].map((name) => join(home, name));
  for (const path of [empty, module]) writeFileSync(path, '');
  let call = 0;
  const event = (fields) => JSON.stringify({ session_id: `s${call++}`, cwd: project, tool_use_id: 'c1', ...fields });
  const bash = (command) => ({ tool_name: 'Bash', tool_input: { command } });
  const read = { tool_name: 'Read', tool_input: { file_path: join(project, 'docs/tides.md') } };
  const error = 'Exit code 2\nerror: the berth is taken';
  const cases = {
    'shell no-op': () => run('/bin/sh', ['-c', ':']),
    'bare node': () => run(process.execPath, [empty]),
    'bare node, as a module': () => run(process.execPath, [module]),
    'hook: a file no lesson is about': () => ask('pre-tool-use', event(read)),
    'hook: a command no lesson is about': () => ask('pre-tool-use', event(bash('cd web && npm test 2>&1 | tail -20'))),
    'hook: a command that a lesson warns of': () => ask('pre-tool-use', event(bash('berth-17 moor --fast'))),
    'hook: a failure with a known issue': () => ask('post-tool-use-failure', event({ ...bash('berth-18 moor --fast'), error })),
    'hook: the status line': () => ask('statusline', event({ workspace: { current_dir: project } })),
    'hook: a turn ends': () => ask('stop', event({})),
    'hook: a session starts': () => ask('session-start', event({ source: 'startup' })),
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < Number(options.runs); round++) {
    for (const [name, measure] of Object.entries(cases)) times[name].push(measure());
  }
  const base = describe(times['bare node']);
  for (const [name, list] of Object.entries(times)) {
    const { median, p99 } = describe(list);
    const ratios = `${(median / base.median).toFixed(2)} and ${(p99 / base.p99).toFixed(2)} times bare node`;
    console.log(`${name.padEnd(42)} median ${median.toFixed(0).padStart(4)} ms, p99 ${p99.toFixed(0).padStart(4)} ms, ${ratios}`);
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Lessons about as many programs, flags and paths: a third each. */
function setUp(count) {
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, '.memory'));
  const entries = Array.from({ length: count }, (_, number) => {
    const rules = [`Bash(berth-${number} *)`, `Bash(quay ship-${number} * --fast *)`, `Read(old/area-${number}/**)`];
    return [
      `## L-${String(number + 1).padStart(3, '0')}: Berth ${number}`,
      `- Guidance: Run \`berth-${number} --slow\` and not the other: it is closed at high tide, and the ships of area ${number} wait.`,
      '- Confidence: high',
      '- Occurrences: 5',
      `- Trigger: ${rules[number === 17 || number === 18 ? 0 : number % 3]} [failed 5, succeeded 0]`,
      '- Status: ready',
      '',
    ].join('\n');
  });
  writeFileSync(join(project, '.memory', 'harness-learnings.md'), `# Learnings\n\n${entries.join('\n')}`);
  const { status, stderr } = spawnSync(process.execPath, [cli, 'learn', '--apply'], { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`hardwon learn ended with ${status}: ${stderr}`);
}

function ask(name, input) {
  return run(process.execPath, [hook, name, 'claude-code'], input);
}

function run(program, args, input = '') {
  const start = performance.now();
  spawnSync(program, args, { input, env, cwd: project });
  return performance.now() - start;
}

function describe(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}
