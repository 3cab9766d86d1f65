// Measures `hardwon learn --all` against what a machine can do: npm run bench [-- --corpus FOLDER] [--size 1GB] [--runs 5] [--json]
//
// --small 100000 measures so many small logs; --others installs other tools that read the same logs into a temporary folder, and measures
// those. They run without a network (`unshare -n`, which takes rights that containers have), on the newest Node.
//
// Last, one session of 12,500, 25,000 and 50,000 calls: time must grow with the calls, not with their square (--size 0 leaves it out too).
//
// --corpus is a folder like a home, with a .claude, a .codex and so on; without it, a corpus beside the checkout is used if there is one.
// Each agent is measured by itself, or only the one that --agent names. --size 0 leaves the generated logs out; those of all agents but
// Claude Code have a tenth of it. Figures are medians of one run on one machine: compare the ratios, not the times. Where other programs keep the
// machine busy, only the ratio of processor times says something.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateLogs, generateSmallSessions, parseSize } from './generate.mjs';
import { generateOpenCode } from './generate-database.mjs';
import { generateCodex, generateCopilot, generateCursor, generateGemini, generatePi } from './generate-lines.mjs';
import { measureOthers } from './others.mjs';

const root = resolve(import.meta.dirname, '..');
const cli = join(root, 'dist', 'cli.js');
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    agent: { type: 'string' },
    size: { type: 'string', default: '1GB' },
    runs: { type: 'string', default: '5' },
    small: { type: 'string', default: '10000' },
    others: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Upper bounds that we aim for: a first run in times of the baseline, by agent, and a run with nothing new in bare starts. */
const COLD_AIMS = { 'claude-code': 1, codex: 2.5, opencode: 3 };
const COLD_AIM_GENERATED = 0.6;
const COLD_AIM_SMALL = 2;
const AIMS = { warm: 2.5, later: 3, memory: 400 };
const START_RUNS = 15;

/** Agents: where their logs are in a home folder, and who writes such logs, how much of the size that was asked for. */
const AGENTS = [
  { id: 'claude-code', name: 'Claude Code', folder: '.claude', logs: 'projects' },
  { id: 'codex', name: 'Codex', folder: '.codex', logs: 'sessions', generate: generateCodex },
  { id: 'opencode', name: 'OpenCode', folder: 'opencode-export', logs: '', generate: generateOpenCode },
  { id: 'pi', name: 'pi', folder: join('.pi', 'agent'), logs: 'sessions', generate: generatePi },
  { id: 'gemini', name: 'Gemini CLI', folder: '.gemini', logs: 'tmp', generate: generateGemini },
  { id: 'copilot', name: 'Copilot CLI', folder: '.copilot', logs: 'session-state', generate: generateCopilot },
  { id: 'cursor', name: 'Cursor', folder: '.cursor', logs: 'projects', generate: generateCursor },
].filter(({ id }) => options.agent === undefined || options.agent === id);

if (!existsSync(cli)) {
  console.error('dist/cli.js is not there: run npm run build first');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'hardwon-bench-'));
try {
  const results = [];
  const growth = [];
  const corpus = resolve(options.corpus ?? join(root, '..', 'shared', 'corpora', 'home'));
  for (const agent of AGENTS) {
    const logs = join(corpus, agent.folder);
    if (existsSync(logs))
      results.push({ ...measure(`real logs of ${agent.name}`, agent, logs), aim: COLD_AIMS[agent.id] });
  }
  const size = parseSize(options.size);
  if (size > 0) {
    for (const agent of AGENTS) {
      if (agent.generate === undefined) continue;
      const logs = join(folder, agent.id);
      agent.generate(logs, size / 10);
      results.push(measure(`generated logs of ${agent.name}`, agent, logs));
      rmSync(logs, { recursive: true, force: true });
    }
    const [claude] = AGENTS;
    if (claude?.id === 'claude-code') {
      generateLogs(join(folder, 'home'), size);
      const made = measure('generated logs of Claude Code', claude, join(folder, 'home', '.claude'));
      results.push({ ...made, aim: COLD_AIM_GENERATED });
      rmSync(join(folder, 'home'), { recursive: true, force: true });
      growth.push(...[12_500, 25_000, 50_000].map((calls) => measureSession(claude, calls)));
    }
  }
  const [claude] = AGENTS;
  if (claude?.id === 'claude-code' && Number(options.small) > 0) {
    generateSmallSessions(folder, { sessions: Number(options.small), calls: 3, projects: 50 });
    results.push({ ...measure(`${options.small} small logs`, claude, join(folder, '.claude')), aim: COLD_AIM_SMALL });
    rmSync(join(folder, '.claude'), { recursive: true, force: true });
  }
  const real = join(corpus, '.claude');
  const others = options.others && existsSync(real) ? measureOthers(real, Number(options.runs)) : [];
  const replay = existsSync(real) && claude?.id === 'claude-code' ? measureReplay(claude, real) : undefined;
  if (options.json) console.log(JSON.stringify({ node: process.version, results, growth, others, replay }, null, 2));
  else print(results, growth, others, replay);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function measure(name, agent, logs) {
  const runs = Number(options.runs);
  const baselines = [];
  const cold = [];
  const cpu = { baseline: [], cold: [] };
  let memory = 0;
  let last = { bytes: 0, files: 0 };
  // In turn, so that what else the machine does meets both alike.
  for (let i = 0; i < runs; i++) {
    last = JSON.parse(run([join(root, 'bench', 'baseline.mjs'), join(logs, agent.logs)]).stdout);
    baselines.push(last.ms);
    cpu.baseline.push(last.cpu);
    const first = learn(agent, logs, true);
    cold.push(first.ms);
    cpu.cold.push(first.cpu);
    memory = Math.max(memory, first.memory);
  }
  const starts = [];
  const warm = [];
  for (let i = 0; i < START_RUNS; i++) {
    starts.push(run(['-e', '0']).ms);
    warm.push(learn(agent, logs, false).ms);
  }
  const baseline = median(baselines);
  const later = measureLater(agent, logs, runs);
  return {
    name,
    files: last.files,
    megabytes: Math.round(last.bytes / 1e6),
    baseline,
    cold: median(cold),
    coldRatio: median(cold) / baseline,
    cpu: median(cpu.cold),
    cpuRatio: median(cpu.cold) / median(cpu.baseline),
    start: median(starts),
    warm: median(warm),
    warmRatio: median(warm) / median(starts),
    ...(later === undefined ? {} : { later }),
    memory: Math.round(memory),
  };
}

/**
 * Runs that find one more log than the one before: the first after a first run, and the next, which has the compiled code that the first one kept.
 * Nothing where there are too few logs. Works on a copy, with the two newest held back.
 */
function measureLater(agent, logs, runs) {
  const copy = join(folder, 'later');
  cpSync(logs, copy, { recursive: true, preserveTimestamps: true });
  const times = readdirSync(copy, { recursive: true })
    .filter((name) => /\.(?:jsonl|json|traj)$/.test(name))
    .map((name) => ({ path: join(copy, name), time: statSync(join(copy, name)).mtimeMs }));
  const [newest, second, third] = times.sort((a, b) => b.time - a.time || (a.path < b.path ? 1 : -1));
  const measured = { first: [], next: [] };
  for (let i = 0; third !== undefined && i < runs; i++) {
    const held = [newest, second].map(({ path }, index) => ({ path, aside: join(folder, `held-back-${index}`) }));
    for (const { path, aside } of held) renameSync(path, aside);
    learn(agent, copy, true);
    renameSync(held[1].aside, held[1].path);
    measured.first.push(learn(agent, copy, false).ms);
    renameSync(held[0].aside, held[0].path);
    measured.next.push(learn(agent, copy, false).ms);
  }
  rmSync(copy, { recursive: true, force: true });
  return measured.next.length > 0 ? { first: median(measured.first), next: median(measured.next) } : undefined;
}

/** `backtest --all` after a first run: processor time and time by the clock, in milliseconds. */
function measureReplay(agent, logs) {
  learn(agent, logs, true);
  const report = join(folder, 'usage');
  const usageReport = new URL('./report-usage.mjs', import.meta.url).href;
  const args = ['--import', usageReport, cli, 'backtest', '--all', '--json', '--agent-dir', `${agent.id}=${logs}`];
  const { ms } = run(args, { HARDWON_BENCH_USAGE: report });
  return { ms, cpu: JSON.parse(readFileSync(report, 'utf8')).cpu };
}

function learn(agent, logs, isCold) {
  const cache = join(folder, 'cache');
  if (isCold) rmSync(cache, { recursive: true, force: true });
  const report = join(folder, 'usage');
  const usageReport = new URL('./report-usage.mjs', import.meta.url).href;
  // The report costs a few milliseconds: only first runs are asked for it.
  const args = [
    ...(isCold ? ['--import', usageReport] : []),
    cli,
    'learn',
    '--all',
    '--json',
    '--agent-dir',
    `${agent.id}=${logs}`,
  ];
  const result = run(args, { HARDWON_BENCH_USAGE: report });
  return { ms: result.ms, ...(isCold ? JSON.parse(readFileSync(report, 'utf8')) : {}) };
}

/** A process in a home of its own; how long it took from start to end. */
function run(args, env = {}) {
  const home = join(folder, 'own-home');
  const isolated = { PATH: process.env.PATH, HOME: home, XDG_CACHE_HOME: join(folder, 'cache'), NO_COLOR: '1', ...env };
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: isolated,
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const ms = performance.now() - begin;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, stdout };
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A first run over one session of so many calls; the median of three. */
function measureSession(agent, calls) {
  const home = join(folder, `session-${calls}`);
  generateLogs(home, 0, calls);
  const runs = [1, 2, 3].map(() => learn(agent, join(home, '.claude'), true));
  rmSync(home, { recursive: true, force: true });
  return {
    calls,
    ms: median(runs.map((one) => one.ms)),
    memory: Math.round(Math.max(...runs.map((one) => one.memory))),
  };
}

function print(results, growth, others, replay) {
  console.log(`Node ${process.version}; milliseconds are medians, ratios are of what was run in turn with it`);
  console.table(
    Object.fromEntries([
      ...results.map((result) => [`${result.name}, ${result.megabytes} MB`, describe(result)]),
      ...others.map(({ name, cold, warm, cpu }) => [
        name,
        {
          'first run': `${cold.toFixed(0)} ms`,
          'processor time': `${cpu.toFixed(0)} ms`,
          'nothing new': `${warm.toFixed(0)} ms`,
        },
      ]),
    ]),
  );
  for (const { calls, ms, memory } of growth) {
    console.log(
      `one session of ${calls} calls: ${ms.toFixed(0)} ms, ${((ms / calls) * 1000).toFixed(0)} ms per 1,000 calls, ${memory} MB`,
    );
  }
  if (replay)
    console.log(
      `backtest --all over the real logs of Claude Code: ${replay.ms.toFixed(0)} ms, ${replay.cpu.toFixed(0)} ms of processor time`,
    );
}

function describe({ baseline, cold, coldRatio, aim, cpu, cpuRatio, start, warm, warmRatio, later, memory }) {
  return {
    'split + parse': `${baseline.toFixed(0)} ms`,
    'first run': `${cold.toFixed(0)} ms`,
    'of it': `${coldRatio.toFixed(2)}${aim === undefined ? '' : ` (aim ${aim})`}`,
    'processor time': `${cpu.toFixed(0)} ms`,
    'times of it': cpuRatio.toFixed(2),
    'bare start': `${start.toFixed(0)} ms`,
    'nothing new': `${warm.toFixed(0)} ms`,
    [`in starts (aim ${AIMS.warm})`]: warmRatio.toFixed(2),
    [`one log more, in starts (aim ${AIMS.later})`]:
      later === undefined
        ? ''
        : `${later.first.toFixed(0)}, then ${later.next.toFixed(0)} ms, ${(later.next / start).toFixed(1)}`,
    [`memory (aim ${AIMS.memory})`]: `${memory} MB`,
  };
}
