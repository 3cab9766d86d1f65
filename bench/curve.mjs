// Draws what a first run costs against the size of the logs, from 1 MB to 10 GB: node bench/curve.mjs [--to docs/images/cost-by-size.svg]
//
// Takes some twenty minutes and 11 GB of disk. Prints the figures as JSON.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateLogs, parseSize } from './generate.mjs';

const root = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    to: { type: 'string', default: join(root, 'docs/images/cost-by-size.svg') },
    sizes: { type: 'string', default: '1MB,10MB,100MB,1GB,10GB' },
  },
});

const points = options.sizes.split(',').map((size) => measure(parseSize(size)));
console.log(JSON.stringify(points, null, 2));
writeFileSync(options.to, draw(points));

function measure(bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'hardwon-curve-'));
  try {
    const made = generateLogs(folder, bytes, 0, Math.min(4e6, bytes / 4));
    const logs = join(folder, '.claude');
    const baseline = JSON.parse(run([join(root, 'bench/baseline.mjs'), join(logs, 'projects')], folder).stdout).ms;
    const learn = [join(root, 'dist/cli.js'), 'learn', '--all', '--json', '--agent-dir', `claude-code=${logs}`];
    const usage = join(folder, 'usage');
    const first = run(['--import', new URL('./report-usage.mjs', import.meta.url).href, ...learn], folder, {
      HARDWON_BENCH_USAGE: usage,
    });
    const later = run(learn, folder);
    const memory = JSON.parse(spawnSync('cat', [usage], { encoding: 'utf8' }).stdout).memory;
    return { bytes: made.bytes, baseline, first: first.ms, later: later.ms, memory };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args, folder, env = {}) {
  const own = {
    PATH: process.env.PATH,
    HOME: join(folder, 'own'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    NO_COLOR: '1',
    ...env,
  };
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: own,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms: performance.now() - begin, stdout };
}

/** Both axes are logarithmic, so that equal cost per byte is a straight line. */
function draw(measured) {
  const [width, height, left, top] = [720, 400, 70, 30];
  const [right, bottom] = [width - 130, height - 50];
  const x = (bytes) => left + ((Math.log10(bytes) - 6) / 4.1) * (right - left);
  const y = (ms) => bottom - ((Math.log10(ms) - 0.8) / 4.4) * (bottom - top);
  const lines = [
    ['first', 'first run', '#2563eb'],
    ['baseline', 'split and parse', '#888888'],
    ['later', 'nothing new', '#16a34a'],
  ].map(([key, label, colour]) => {
    const path = measured
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(point.bytes).toFixed(1)} ${y(point[key]).toFixed(1)}`)
      .join(' ');
    const dots = measured.map(
      (point) => `<circle cx="${x(point.bytes).toFixed(1)}" cy="${y(point[key]).toFixed(1)}" r="3" fill="${colour}"/>`,
    );
    const last = measured.at(-1);
    const text = `<text x="${right + 10}" y="${(y(last[key]) + 4).toFixed(1)}" fill="${colour}">${label}</text>`;
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${text}`;
  });
  const sizes = [
    ['1 MB', 1e6],
    ['10 MB', 1e7],
    ['100 MB', 1e8],
    ['1 GB', 1e9],
    ['10 GB', 1e10],
  ];
  const times = [
    ['0.01 s', 10],
    ['0.1 s', 100],
    ['1 s', 1000],
    ['10 s', 10_000],
    ['100 s', 100_000],
  ];
  const grid = [
    ...sizes.map(
      ([label, bytes]) =>
        `<path d="M${x(bytes)} ${top}V${bottom}" class="grid"/><text x="${x(bytes)}" y="${bottom + 20}" text-anchor="middle">${label}</text>`,
    ),
    ...times.map(
      ([label, ms]) =>
        `<path d="M${left} ${y(ms)}H${right}" class="grid"/><text x="${left - 8}" y="${y(ms) + 4}" text-anchor="end">${label}</text>`,
    ),
  ];
  const style = 'text{font:13px system-ui,sans-serif;fill:#777}.grid{stroke:#8884;fill:none}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Time of learn --all against the size of the logs, both logarithmic">
<style>${style}</style>
${grid.join('\n')}
${lines.join('\n')}
<text x="${(left + right) / 2}" y="${height - 8}" text-anchor="middle">size of the logs</text>
</svg>
`;
}
