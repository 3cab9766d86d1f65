import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { clearStages, NOW, type Stage } from '../../e2e/stage.ts';
import { isolatedEnvironment } from '../../support/run.ts';
import { findBrowser } from './install-browser.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** What was seen, to be looked at; ignored by git. */
const screenshots = join(repository, '.full/screenshots');

/** A page that is served and opened in a browser. */
export interface OpenedPage {
  page: Page;
  /** Goes to a view, and waits until nothing is loaded any more. */
  go(route: string): Promise<void>;
  /** Keeps a picture of what is seen. */
  shot(name: string): Promise<void>;
  /** Fails where the page can be used less well than it should, by the rules of axe. */
  checkAccess(): Promise<void>;
  /** Ends the server. */
  stop(): Promise<void>;
  /** Starts another one in its place, and gives its link. */
  start(args?: readonly string[]): Promise<string>;
  /** What went wrong so far: errors on the console, and requests to other places. */
  problems: string[];
  close(): Promise<void>;
}

export interface PageOptions {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  args?: readonly string[];
  /** Does not wait until everything is read. */
  isUnread?: boolean;
}

let browser: Browser | undefined;
const servers: ChildProcess[] = [];

/** Starts `hardwon ui` in a stage and opens its link. */
export async function openPage(
  stage: Stage,
  { width = 1280, height = 860, theme = 'light', args = [], isUnread = false }: PageOptions = {},
): Promise<OpenedPage> {
  browser ??= await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const started = await startServer(stage, ['--port', '0', ...args]);
  const { address, link } = started;
  let { server } = started;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(45_000);
  const problems = watch(page, address);
  await page.goto(link);
  if (!isUnread) await untilRead(page);
  return {
    page,
    problems,
    async go(route) {
      // A change of the fragment alone would leave the old view there for a moment.
      await page.goto('about:blank');
      await page.goto(`${address}/${route}`);
      await untilRead(page);
      await settle(page);
    },
    async shot(name) {
      await mkdir(screenshots, { recursive: true });
      await settle(page);
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
    checkAccess: () => checkAccess(page),
    stop: () => end(server),
    async start(again = []) {
      const next = await startServer(stage, ['--port', new URL(address).port, ...again]);
      server = next.server;
      return next.link;
    },
    async close() {
      // A question that a test answers in place of the server may still be open.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      await end(server);
    },
  };
}

/** Ends the browser, and servers that a failed test has left. */
export async function closeBrowser(): Promise<void> {
  for (const server of servers) server.kill('SIGKILL');
  await browser?.close();
  browser = undefined;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}

async function startServer(
  stage: Stage,
  args: readonly string[],
): Promise<{ server: ChildProcess; address: string; link: string }> {
  const env = isolatedEnvironment({ home: stage.home, now: NOW });
  const cli = join(repository, 'dist/cli.js');
  const server = spawn(process.execPath, [cli, 'ui', '--json', ...args], {
    cwd: stage.project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  let printed = '';
  for await (const text of server.stdout.setEncoding('utf8')) {
    printed += text;
    if (printed.endsWith('}\n')) break;
  }
  return { server, ...(JSON.parse(printed) as { address: string; link: string }) };
}

function watch(page: Page, address: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && request.url() !== 'about:blank')
      problems.push(`request: ${request.url()}`);
  });
  return problems;
}

/** Until there is a view; while the sessions are read, the page says so. */
async function untilRead(page: Page): Promise<void> {
  await page.locator('main h1:visible, main h2:visible').first().waitFor();
  await page.locator('progress').waitFor({ state: 'detached' });
  await page.locator('main h1:visible, main h2:visible').first().waitFor();
}

/** Until the answers have come and are drawn; the stream of events never ends. */
async function settle(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"], .trend-wait, .row-wait').count()).toBe(0);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function checkAccess(page: Page): Promise<void> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
    };
    const found = await axe.run();
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
    );
  });
  expect(violations).toEqual([]);
}

/** The pages of a test file: each is closed after its test, which fails if the page reported a problem. */
export interface WatchedPages {
  open(stage: Stage, options?: PageOptions): Promise<OpenedPage>;
  /** Forgets the problems that a test meant to cause. */
  forgetProblems(): void;
}

/** Opens the pages of a test file; to be called once, outside of its tests. */
export function watchPages(): WatchedPages {
  let opened: OpenedPage;
  afterEach(async () => {
    const { problems } = opened;
    await opened.close();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await closeBrowser();
    await clearStages();
  });
  return {
    async open(stage, options) {
      opened = await openPage(stage, options);
      return opened;
    },
    forgetProblems: () => void opened.problems.splice(0),
  };
}
