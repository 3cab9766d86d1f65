// Measures the page: node bench/page.mjs [--calls 100000] [--lessons 2000] [--keep FOLDER]
//
// Twenty projects with that many calls and lessons in all. The index is made first, as one run of `learn` leaves it; then the server is
// started and the page is opened in Chromium, with nothing in its cache. Told are the first reading, and how long answers took at most while
// it went on; the start of the server until it has something to show; the first view (from the navigation until the figures stand there), and
// views after that.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { generateSmallSessions } from './generate.mjs';

const root = resolve(import.meta.dirname, '..');
const { values: options } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    lessons: { type: 'string', default: '2000' },
    keep: { type: 'string' },
  },
});
const PROJECTS = 20;
const cli = join(root, 'dist/cli.js');
const home = options.keep === undefined ? mkdtempSync(join(tmpdir(), 'hardwon-bench-page-')) : resolve(options.keep);
const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC' };

try {
  if (!existsSync(join(home, '.claude'))) setUp(Number(options.calls), Number(options.lessons));
  rmSync(join(home, '.cache'), { recursive: true, force: true });
  const cold = await serve();
  console.log(
    `first reading: first sessions after ${Math.round(cold.first)} ms, everything after ${Math.round(cold.ready)} ms`,
  );
  for (const [path, times] of Object.entries(cold.waits))
    console.log(`answers meanwhile to ${path}: ${tellWaits(times)}`);
  await cold.end();
  const warm = await serve();
  console.log(`start of the server until it has something to show: ${Math.round(warm.ready)} ms`);
  await measure(warm);
  await warm.end();
} finally {
  if (options.keep === undefined) rmSync(home, { recursive: true, force: true });
}

function setUp(calls, lessons) {
  generateSmallSessions(home, { sessions: Math.ceil(calls / 100), calls: 100, projects: PROJECTS });
  for (let project = 0; project < PROJECTS; project++) {
    const folder = join(home, `harbour-${project}`, '.memory');
    mkdirSync(folder, { recursive: true });
    const entry = (number) =>
      `## L-${String(number).padStart(3, '0')}: Berth ${number} is at quay ${project}\n- Scope: src/quay-${number % 9}/**\n- Pattern: \`moor ${number}\` failed ${number % 17} times.\n- Guidance: Run \`moor --quay ${project} ${number}\` instead of \`moor ${number}\`.\n- Confidence: ${['low', 'medium', 'high'][number % 3]}\n- Occurrences: ${(number % 17) + 1}\n- First seen: 2026-01-0${(number % 9) + 1}\n- Last seen: 2026-02-1${number % 9}\n`;
    const entries = Array.from({ length: lessons / PROJECTS }, (_, index) => entry(index + 1));
    writeFileSync(join(folder, 'harness-learnings.md'), entries.join('\n'));
  }
}

async function serve() {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'ui', '--json', '--port', '0'], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const text of child.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n')) break;
  }
  const { address, link, token } = JSON.parse(printed);
  const waits = { '/': [], '/api/status': [] };
  let first;
  for (let isReady = false; !isReady; ) {
    await ask('/');
    const status = JSON.parse(await ask('/api/status'));
    if (status.ready) first ??= performance.now() - started;
    isReady = status.ready && !status.partial;
    await new Promise((done) => setTimeout(done, 20));
  }
  const ready = performance.now() - started;
  async function ask(path) {
    const asked = performance.now();
    const text = await (await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })).text();
    waits[path].push(performance.now() - asked);
    return text;
  }
  const end = () =>
    new Promise((done) => {
      child.on('exit', done);
      child.kill('SIGINT');
    });
  return { address, link, first, ready, waits, end };
}

function tellWaits(times) {
  const sorted = times.sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]);
  return `${times.length}, half of them within ${at(0.5)} ms, 99 of 100 within ${at(0.99)} ms, the last within ${at(1)} ms`;
}

async function measure({ address, link }) {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const times = [];
  for (let run = 0; run < 5; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(link);
    await page.locator('.tile-value').first().waitFor();
    await page.locator('.trend canvas').waitFor();
    times.push(performance.now() - begun);
    if (run === 4) await measureViews(page, address);
    await context.close();
  }
  console.log(
    `first view: ${times.map(Math.round).join(', ')} ms (median ${Math.round(times.sort((a, b) => a - b)[2])})`,
  );
  await browser.close();
}

async function measureViews(page, address) {
  for (const [name, route, mark] of [
    ['lessons', '#/lessons?show=all', '.lesson-row'],
    ['sessions', '#/sessions', '.session-row'],
    ['changes', '#/changes', '.project-card'],
  ]) {
    const begun = performance.now();
    await page.goto(`${address}/${route}`);
    await page.locator(mark).first().waitFor();
    console.log(`${name}: ${Math.round(performance.now() - begun)} ms, ${await page.locator('*').count()} elements`);
  }
}

function findBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const paths = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const found = process.env.CHROMIUM ?? paths.find((path) => existsSync(path));
  if (found === undefined) throw new Error('there is no Chromium: install it, or name it with CHROMIUM=');
  return found;
}
