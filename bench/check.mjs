// Measures `hardwon check`: node bench/check.mjs [--fixes 10000] [--runs 40]
//
// A project with that many fixes of tools in its memory, and one run after the other of: an empty Node script, and the command for an error
// that is known, one that is not, a tool, and an error from stdin. They take turns, so that whatever else the machine does falls on all of
// them alike. The first run, which reads the memory and writes the index, is told beside them. The aim: at most 2 times bare node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const AIM = 2;
const cli = join(resolve(import.meta.dirname, '..'), 'dist', 'cli.mjs');
const { values: options } = parseArgs({
  options: { fixes: { type: 'string', default: '10000' }, runs: { type: 'string', default: '40' } },
});
if (!existsSync(cli)) {
  console.error('dist/cli.mjs is not there: run npm run build first');
  process.exit(2);
}

const home = mkdtempSync(join(tmpdir(), 'hardwon-bench-check-'));
const project = join(home, 'harbour');
const env = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
try {
  setUp(Number(options.fixes));
  const empty = join(home, 'empty.cjs');
  writeFileSync(empty, '');
  const known = 'Error: berth 17 of quay 17 is taken\n    at moor (moor.js:1:2)';
  const cases = {
    'bare node': () => run([empty]),
    'check: a known error': () => run([cli, 'check', '--error', known], 0),
    'check: a known error of its tool': () => run([cli, 'check', '--tool', 'tool_17', '--error', known], 0),
    'check: an unknown error': () => run([cli, 'check', '--error', 'Error: nobody has seen this before'], 1),
    'check: a tool': () => run([cli, 'check', '--tool', 'tool_17', '--json'], 0),
    'check: an error from stdin': () => run([cli, 'check', '--error', '-'], 0, known),
  };
  const first = cases['check: a known error']();
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < Number(options.runs); round++)
    for (const [name, measure] of Object.entries(cases)) times[name].push(measure());
  const base = median(times['bare node']);
  for (const [name, list] of Object.entries(times)) {
    const ratio = median(list) / base;
    const verdict = name === 'bare node' ? '' : ratio <= AIM ? ', within the aim' : `, over the aim of ${AIM}`;
    console.log(
      `${name.padEnd(34)} median ${median(list).toFixed(0).padStart(4)} ms, ${ratio.toFixed(2)} times bare node${verdict}`,
    );
  }
  console.log(`first check after a change: ${first.toFixed(0)} ms`);
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Fixes of a hundred tools; every tenth pattern has a gap, every twentieth is a regular expression. */
function setUp(count) {
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, '.memory'));
  const entries = Array.from({ length: count }, (_, number) => {
    const plain = `berth ${number} of quay ${number} is taken`;
    const pattern = number % 20 === 0 ? `re:berth ${number} of \\w+ \\d+` : number % 10 === 0 ? `berth ${number} * taken` : plain;
    return [
      `## L-${String(number + 1).padStart(3, '0')}: Berth ${number}`,
      `- Pattern: the ships of area ${number} wait for the tide`,
      `- Guidance: When \`tool_${number % 100}\` fails with "${plain}": moor at berth ${number + 1} instead.`,
      '- Confidence: medium',
      `- Trigger: Tool(tool_${number % 100}) [failed 0, succeeded 0, error ${JSON.stringify(pattern)}]`,
      '- Status: ready',
      '',
    ].join('\n');
  });
  writeFileSync(join(project, '.memory', 'harness-learnings.md'), `# Learnings\n\n${entries.join('\n')}`);
}

function run(words, expected = 0, input = '') {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: project, env, input, encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== expected) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
