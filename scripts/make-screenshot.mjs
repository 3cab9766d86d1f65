// Takes the pictures of docs/page.md from the page of `hardwon ui --demo`: node scripts/make-screenshot.mjs
//
// Needs Chromium (CHROMIUM names one) and a build.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
const images = join(root, 'docs/images');
// The demo moves its sessions to the days before today: a fixed day gives the same pictures each time.
const NOW = '2026-03-20T12:00:00Z';
const scratch = mkdtempSync(join(tmpdir(), 'hardwon-screenshot-'));
const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, TZ: 'UTC', HARDWON_NOW: NOW };
const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'ui', '--demo', '--json', '--port', '0'], {
  cwd: scratch,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const stopped = new Promise((done) => server.once('exit', done));
try {
  const { link, address, token } = await readLink();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  mkdirSync(images, { recursive: true });
  const call = await findRecovery(address, token);
  for (const [theme, suffix] of [
    ['light', ''],
    ['dark', '-dark'],
  ]) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 928 },
      colorScheme: theme,
      reducedMotion: 'reduce',
      timezoneId: 'UTC',
    });
    await page.clock.setFixedTime(NOW);
    await page.goto(link);
    // The backtest runs by itself.
    await page.locator('.share-bar').waitFor();
    await page.locator('.legend', { hasText: 'lesson in time' }).waitFor();
    await page.screenshot({ path: join(images, `overview${suffix}.png`) });
    await page.goto(`${address}/${call}`);
    await page.locator('.call.fix').waitFor();
    if (suffix === '') await page.screenshot({ path: join(images, 'session.png') });
    await page.close();
  }
  await browser.close();
} finally {
  server.kill('SIGINT');
  await stopped;
  rmSync(scratch, { recursive: true, force: true });
}

async function readLink() {
  let printed = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n')) break;
  }
  return JSON.parse(printed);
}

/** A failed call with what fixed it, in the session with most of them. */
async function findRecovery(address, token) {
  const ask = async (path) =>
    (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  while (!(await isRead(ask))) await new Promise((done) => setTimeout(done, 200));
  const { rows } = await ask('/api/sessions?failed=true');
  const sessions = await Promise.all(rows.map(({ agent, session }) => ask(`/api/sessions/${agent}/${session}`)));
  const fixedIn = ({ failures }) =>
    failures.filter(({ fixedBy, lesson }) => fixedBy !== undefined && lesson !== undefined);
  const [{ about, ...best }] = sessions.sort((a, b) => fixedIn(b).length - fixedIn(a).length);
  return `#/session/${about.agent}/${about.session}?call=${fixedIn(best)[0].index}`;
}

async function isRead(ask) {
  const { ready, partial } = await ask('/api/status');
  return ready && !partial;
}
