// Measures the MCP server: node bench/mcp.mjs [--runs 30] [--lessons 1000]
//
// A project with that many lessons, and one run after the other of: an empty Node script, `hardwon --version`, and a server that is started,
// shaken hands with, asked for its tools, asked about an error, and ended. They take turns, so that whatever else the machine does falls on
// all of them alike. What a client waits for at its start is the handshake and the list of tools.
import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { builtFile, makeEntry, makePlace, quantile } from './place.mjs';

const cli = builtFile('cli.js');
const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '30' }, lessons: { type: 'string', default: '1000' } },
});
const place = makePlace(
  'mcp',
  Array.from({ length: Number(options.lessons) }, (_, number) => makeLesson(number)),
);
const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
const question = { name: 'check_known_issues', arguments: { tool: 'berth-17', error: 'error 17: the berth is taken' } };

try {
  const times = {};
  const note = (name, time) => {
    times[name] ??= [];
    times[name].push(time);
  };
  for (let round = 0; round < Number(options.runs); round++) {
    note('bare node', run([place.emptyModule]));
    note('hardwon --version', run([cli, '--version']));
    for (const [name, time] of Object.entries(await converse())) note(name, time);
  }
  const base = quantile(times['bare node']);
  for (const [name, list] of Object.entries(times)) {
    const time = quantile(list);
    console.log(
      `${name.padEnd(28)} median ${time.toFixed(0).padStart(4)} ms, ${(time / base).toFixed(2)} times bare node`,
    );
  }
} finally {
  place.remove();
}

function makeLesson(number) {
  return makeEntry(number, [
    `Guidance: When \`berth-${number}\` fails with "error ${number}": wait for the flood.`,
    'Confidence: high',
    `Trigger: Tool(berth-${number}) error ${number}: the berth is taken [failed 5, succeeded 0]`,
  ]);
}

function run(args) {
  const start = performance.now();
  spawnSync(process.execPath, args, { env: place.env, cwd: place.project });
  return performance.now() - start;
}

/** From the start of the server: until it has shaken hands, listed its tools, answered first and again, and ended. */
function converse() {
  const steps = [
    ['handshake', { method: 'initialize', params: client }],
    ['handshake and tools', { method: 'tools/list' }],
    ['and a first question', { method: 'tools/call', params: question }],
    ['a question after that', { method: 'tools/call', params: question }],
  ];
  return new Promise((done, fail) => {
    const start = performance.now();
    const child = spawn(process.execPath, [cli, 'mcp'], {
      env: place.env,
      cwd: place.project,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const times = {};
    let [at, asked, text] = [0, start, ''];
    const ask = () => {
      asked = performance.now();
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: at, ...steps[at][1] })}\n`);
    };
    child.on('error', fail);
    child.on('close', () => done(times));
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.endsWith('\n')) return;
      const { error, result } = JSON.parse(text);
      if (error || result.isError) fail(new Error(text));
      text = '';
      times[steps[at][0]] = performance.now() - (at === 3 ? asked : start);
      at += 1;
      if (at === steps.length) child.stdin.end();
      else ask();
    });
    ask();
  });
}
