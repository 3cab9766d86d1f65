// Takes the pictures of docs/page.md from the example sessions: node scripts/make-screenshot.mjs
//
// Needs Chromium (CHROMIUM names one) and a build.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
const home = mkdtempSync(join(tmpdir(), 'hardwon-screenshot-'));
const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC', HARDWON_NOW: '2026-03-20T12:00:00Z' };
const args = ['ui', '--json', '--port', '0', '--read-only'];
cpSync(join(root, 'examples/sessions'), join(home, '.claude/projects/-examples'), { recursive: true });
const server = spawn(process.execPath, [join(root, 'dist/cli.js'), ...args], {
  cwd: home,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  let printed = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n')) break;
  }
  const { link, address, token } = JSON.parse(printed);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1180, height: 760 }, colorScheme: 'light', reducedMotion: 'reduce' });
  mkdirSync(join(root, 'docs/images'), { recursive: true });
  await page.goto(link);
  await page.locator('.trend canvas').waitFor();
  await page.screenshot({ path: join(root, 'docs/images/overview.png') });
  await page.goto(`${address}/${await findRecovery(address, token)}`);
  await page.locator('.call.fix').waitFor();
  await page.screenshot({ path: join(root, 'docs/images/session.png') });
  await browser.close();
} finally {
  server.kill('SIGINT');
  rmSync(home, { recursive: true, force: true });
}

/** A failed call with what fixed it, in the session with most of them. */
async function findRecovery(address, token) {
  const ask = async (path) => (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { rows } = await ask('/api/sessions?failed=true');
  const sessions = await Promise.all(rows.map(({ agent, session }) => ask(`/api/sessions/${agent}/${session}`)));
  const fixedIn = ({ failures }) => failures.filter(({ fixedBy, lesson }) => fixedBy !== undefined && lesson !== undefined);
  const [{ about, ...best }] = sessions.sort((a, b) => fixedIn(b).length - fixedIn(a).length);
  return `#/session/${about.agent}/${about.session}?call=${fixedIn(best)[0].index}`;
}
