// Measures the hook: node bench/hook.mjs [--lessons 5000] [--runs 100]
//
// A project with that many lessons in its memory, and one run after the other of: a shell that does nothing, an empty Node script, and the
// hook for a call that no lesson is about, one that a lesson warns of, one that conditions are asked for, a failure, and a session start.
// They take turns, so that whatever else the machine does falls on all of them alike.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { builtFile, makeEntry, makePlace, quantile, takeTurns } from './place.mjs';

const [cli, hook] = ['cli.js', 'hook.js'].map(builtFile);
const { values: options } = parseArgs({
  options: { lessons: { type: 'string', default: '5000' }, runs: { type: 'string', default: '100' } },
});
const place = makePlace(
  'hook',
  Array.from({ length: Number(options.lessons) }, (_, number) => makeLesson(number)),
);
try {
  const { project: cwd, env } = place;
  const { status, stderr } = spawnSync(process.execPath, [cli, 'learn', '--apply'], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`hardwon learn ended with ${status}: ${stderr}`);
  let call = 0;
  const event = (fields) =>
    JSON.stringify({ session_id: `s${call++}`, cwd: place.project, tool_use_id: 'c1', ...fields });
  const bash = (command) => ({ tool_name: 'Bash', tool_input: { command } });
  const read = { tool_name: 'Read', tool_input: { file_path: join(place.project, 'docs/tides.md') } };
  const error = 'Exit code 2\nerror: the berth is taken';
  const cases = {
    'shell no-op': () => run('/bin/sh', ['-c', ':']),
    'bare node': () => run(process.execPath, [place.empty]),
    'bare node, as a module': () => run(process.execPath, [place.emptyModule]),
    'hook: a file no lesson is about': () => ask('pre-tool-use', event(read)),
    'hook: a command no lesson is about': () => ask('pre-tool-use', event(bash('cd web && npm test 2>&1 | tail -20'))),
    'hook: a command that a lesson warns of': () => ask('pre-tool-use', event(bash('berth-17 moor --fast'))),
    'hook: a failure with a known issue': () =>
      ask('post-tool-use-failure', event({ ...bash('berth-18 moor --fast'), error })),
    'hook: a turn ends': () => ask('stop', event({})),
    'hook: a session starts': () => ask('session-start', event({ source: 'startup' })),
  };
  const times = await takeTurns(cases, Number(options.runs));
  const [baseMedian, baseLate] = [0.5, 0.99].map((part) => quantile(times['bare node'], part));
  for (const [name, list] of Object.entries(times)) {
    const [median, late] = [0.5, 0.99].map((part) => quantile(list, part));
    const ratios = `${(median / baseMedian).toFixed(2)} and ${(late / baseLate).toFixed(2)} times bare node`;
    console.log(
      `${name.padEnd(42)} median ${median.toFixed(0).padStart(4)} ms, p99 ${late.toFixed(0).padStart(4)} ms, ${ratios}`,
    );
  }
} finally {
  place.remove();
}

/** Lessons about as many programs, flags and paths: a third each. */
function makeLesson(number) {
  const rules = [`Bash(berth-${number} *)`, `Bash(quay ship-${number} * --fast *)`, `Read(old/area-${number}/**)`];
  return makeEntry(number, [
    `Guidance: Run \`berth-${number} --slow\` and not the other: it is closed at high tide, and the ships of area ${number} wait.`,
    'Confidence: high',
    'Occurrences: 5',
    `Trigger: ${rules[number === 17 || number === 18 ? 0 : number % 3]} [failed 5, succeeded 0]`,
    'Status: ready',
  ]);
}

function ask(name, input) {
  return run(process.execPath, [hook, name, 'claude-code'], input);
}

function run(program, args, input = '') {
  const start = performance.now();
  spawnSync(program, args, { input, env: place.env, cwd: place.project });
  return performance.now() - start;
}
