// Measures `hardwon check`: node bench/check.mjs [--fixes 10000] [--runs 40]
//
// A project with that many fixes of tools in its memory, and one run after the other of: an empty Node script, and the command for an error
// that is known, one that is not, a tool, and an error from stdin. They take turns, so that whatever else the machine does falls on all of
// them alike. The first run, which reads the memory and writes the index, is told beside them. The aim: at most 2 times bare node.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { builtFile, makeEntry, makePlace, quantile, takeTurns } from './place.mjs';

const AIM = 2;
const cli = builtFile('cli.mjs');
const { values: options } = parseArgs({
  options: { fixes: { type: 'string', default: '10000' }, runs: { type: 'string', default: '40' } },
});
const place = makePlace(
  'check',
  Array.from({ length: Number(options.fixes) }, (_, number) => makeFix(number)),
);
try {
  const known = 'Error: berth 17 of quay 17 is taken\n    at moor (moor.js:1:2)';
  const cases = {
    'bare node': () => run([place.empty]),
    'check: a known error': () => run([cli, 'check', '--error', known], 0),
    'check: a known error of its tool': () => run([cli, 'check', '--tool', 'tool_17', '--error', known], 0),
    'check: an unknown error': () => run([cli, 'check', '--error', 'Error: nobody has seen this before'], 1),
    'check: a tool': () => run([cli, 'check', '--tool', 'tool_17', '--json'], 0),
    'check: an error from stdin': () => run([cli, 'check', '--error', '-'], 0, known),
  };
  const first = cases['check: a known error']();
  const times = await takeTurns(cases, Number(options.runs));
  const base = quantile(times['bare node']);
  for (const [name, list] of Object.entries(times)) {
    const ratio = quantile(list) / base;
    const verdict = name === 'bare node' ? '' : ratio <= AIM ? ', within the aim' : `, over the aim of ${AIM}`;
    console.log(
      `${name.padEnd(34)} median ${quantile(list).toFixed(0).padStart(4)} ms, ${ratio.toFixed(2)} times bare node${verdict}`,
    );
  }
  console.log(`first check after a change: ${first.toFixed(0)} ms`);
} finally {
  place.remove();
}

/** Fixes of a hundred tools; every tenth pattern has a gap, every twentieth is a regular expression. */
function makeFix(number) {
  const plain = `berth ${number} of quay ${number} is taken`;
  const pattern =
    number % 20 === 0 ? `re:berth ${number} of \\w+ \\d+` : number % 10 === 0 ? `berth ${number} * taken` : plain;
  return makeEntry(number, [
    `Pattern: the ships of area ${number} wait for the tide`,
    `Guidance: When \`tool_${number % 100}\` fails with "${plain}": moor at berth ${number + 1} instead.`,
    'Confidence: medium',
    `Trigger: Tool(tool_${number % 100}) [failed 0, succeeded 0, error ${JSON.stringify(pattern)}]`,
    'Status: ready',
  ]);
}

function run(words, expected = 0, input = '') {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: place.project,
    env: place.env,
    input,
    encoding: 'utf8',
  });
  const took = performance.now() - start;
  if (status !== expected) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}
