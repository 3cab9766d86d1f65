// Measures `hardwon match`: node bench/match.mjs [--corpus FOLDER] [--repeat 8]
//
// The calls are those of Claude Code's logs below FOLDER, a folder like a home, in the order of the logs and with how they ended; the
// lessons are what `learn --all` makes of the same logs. Each repetition gives the sessions new names, so that nothing is remembered.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const cli = join(root, 'dist', 'cli.js');
const { values: options } = parseArgs({
  options: { corpus: { type: 'string' }, repeat: { type: 'string', default: '8' } },
});
const corpus = resolve(options.corpus ?? join(root, '..', 'shared', 'corpora', 'home'));
const logs = join(corpus, '.claude', 'projects');
if (!existsSync(cli) || !existsSync(logs)) {
  console.error(
    existsSync(cli)
      ? `${logs} is not there: name a folder with --corpus`
      : 'dist/cli.js is not there: run npm run build first',
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'hardwon-bench-match-'));
try {
  const calls = readCalls();
  const lessons = join(folder, 'lessons.json');
  const environment = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  writeFileSync(
    lessons,
    run(['learn', '--all', '--json', '--claude-dir', join(corpus, '.claude')], '', environment).stdout,
  );
  const repeat = Number(options.repeat);
  const input = Array.from({ length: repeat }, (_, round) =>
    calls.map((call) => `${JSON.stringify({ ...call, session_id: `${round} ${call.session_id}` })}\n`).join(''),
  ).join('');
  const times = [0, 1, 2].map(() => {
    const empty = run(['match', '--lessons', lessons], '', environment).time;
    return run(['match', '--lessons', lessons], input, environment).time - empty;
  });
  const median = times.sort((a, b) => a - b)[1] ?? 0;
  const count = calls.length * repeat;
  console.log(
    `${count} calls in ${Math.round(median)} ms without the start: ${Math.round((count / median) * 1000)} calls a second`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(args, input, env) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { input, env, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`hardwon ${args[0]} ended with ${status}: ${stderr}`);
  return { time: performance.now() - start, stdout };
}

function readCalls() {
  const calls = [];
  for (const name of readdirSync(logs, { recursive: true })) {
    if (!name.endsWith('.jsonl')) continue;
    const sent = new Map();
    for (const line of readFileSync(join(logs, name), 'utf8').split('\n')) {
      const record = parse(line);
      const content = record?.message?.content;
      for (const block of Array.isArray(content) ? content : []) {
        if (block?.type === 'tool_use') {
          const { id, name: tool_name, input: tool_input } = block;
          sent.set(id, { id, tool_name, tool_input, cwd: record.cwd, session_id: record.sessionId });
        } else if (block?.type === 'tool_result' && sent.has(block.tool_use_id)) {
          sent.get(block.tool_use_id).is_error = block.is_error === true;
        }
      }
    }
    calls.push(...sent.values());
  }
  return calls;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
