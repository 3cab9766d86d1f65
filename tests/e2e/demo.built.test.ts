import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { type RunResult, runBuilt } from '../support/run.ts';
import { joinLines } from './stage.ts';
import { takeTree } from './tree.ts';

let home: string;
/** A temporary folder of its own, so that what is left behind can be seen. */
let temporary: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-demo-home-'));
  temporary = await mkdtemp(join(tmpdir(), 'hardwon-demo-tmp-'));
});
afterAll(async () => {
  for (const folder of [home, temporary]) await rm(folder, { recursive: true, force: true });
});

const demo = (args: readonly string[] = [], env: Record<string, string> = {}): Promise<RunResult> =>
  runBuilt(['demo', ...args], { home, env: { TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...env } });

describe('demo', () => {
  it('shows lessons in an empty home and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await demo();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(Number(/Ready: (\d+) lessons/.exec(stdout)?.[1])).toBeGreaterThan(5);
    expect(stdout).toContain('Use `uv run python`, not `python3`');
    expect(stdout).toContain('your own files are not touched');
    expect(stdout).toContain('npx hardwon learn');
    expect(stdout).toContain('harbour ~/harbour');
    expect(stdout).not.toContain(temporary);
    expect(await readdir(home)).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it.each(['80', '120'])('fits on one screen of %s columns', async (columns) => {
    const lines = (await demo([], { COLUMNS: columns })).stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(lines.filter((line) => line.length > Number(columns))).toEqual([]);
  });

  it('shows the diff when it is asked for, and everything with --verbose', async () => {
    expect((await demo()).stdout).not.toContain('+++');
    expect((await demo(['--diff'])).stdout).toContain('+- Run `uv run python` instead of `python3`');
    const verbose = (await demo(['--verbose'])).stdout;
    expect(verbose).toContain('high confidence, 4 failed calls');
    expect(verbose).toContain('+++ b/.memory/harness-learnings.md');
    const told = joinLines(verbose);
    expect(told).toContain(
      'A recorded answer of a model about these sessions: 10 lessons, of which the sessions prove 7:',
    );
    expect(told).toMatch(
      /✓ Run `uv run python scripts\/seed_db\.py` before .* proven, confidence high: 3 of 3 cited calls failed/,
    );
    expect(told).toContain('not proven, confidence low: the right form is not known to have worked');
  });

  it('is the same every time, also beside a home that is in use', async () => {
    const now = { HARDWON_NOW: '2030-01-01' };
    const first = await demo([], now);
    await mkdir(join(home, '.config/hardwon'), { recursive: true });
    const before = await takeTree(home, { times: true });
    const second = await demo([], { ...now, CLAUDE_CONFIG_DIR: home });
    expect(second).toEqual(first);
    expect(await takeTree(home, { times: true })).toEqual(before);
  });

  it('tells sessions of the last weeks, whatever the day', async () => {
    for (const day of ['2030-01-01', '2026-11-17']) {
      const { stdout } = await demo(['--verbose'], { HARDWON_NOW: `${day}T23:00:00Z` });
      const last = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      expect(stdout).toMatch(new RegExp(`read +10 sessions of claude-code, [0-9-]+ to ${last}\n`));
      expect(stdout).toContain('last 1 day ago');
    }
  });

  it('shows neither the planted secrets nor the hostile text', async () => {
    const folder = resolve(import.meta.dirname, '../../examples/sessions');
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jsonl'));
    const logs = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
    const text = logs.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    // They are there: otherwise this would prove nothing.
    const secrets = [['AKIA', 'FAKEHAR23EXAMPLE'].join(''), 'fake-tide-pool'];
    const hostile = ['IGNORE ALL PREVIOUS', 'evil.example'];
    for (const each of [...secrets, ...hostile]) expect(text, each).toContain(each);
    const outputs = [(await demo()).stdout, (await demo(['--verbose'])).stdout, (await demo(['--json'])).stdout];
    const { stderr } = await demo(['--keep']);
    const kept = /HOME=([^,\n]+)/.exec(stderr)?.[1] ?? '';
    expect(kept.startsWith(temporary)).toBe(true);
    const project = join(kept, 'harbour');
    const env = { XDG_CACHE_HOME: join(kept, '.cache') };
    const run = (...args: string[]) => runBuilt(args, { home: kept, cwd: project, env });
    expect((await run('learn', '--apply')).code).toBe(0);
    for (const file of ['CLAUDE.md', 'CLAUDE.local.md', '.memory/harness-learnings.md'])
      outputs.push(await readFile(join(project, file), 'utf8'));
    for (const each of [...secrets, ...hostile]) for (const output of outputs) expect(output).not.toContain(each);
  });

  it('prints the report of learn with --json', async () => {
    const { code, stdout } = await demo(['--json']);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as LearnReport;
    expect(report).toMatchObject({ schema: 1, projects: [{ name: 'harbour', applied: false }] });
    // One log ends in the middle of a line.
    expect(report.read.bad).toMatchObject([{ reason: expect.stringMatching(/^unfinished: /) }]);
  });
});
