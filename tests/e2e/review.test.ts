import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { anthropic } from '../full/support/wires/anthropic.ts';
import { type Answer, startServer } from '../loop/support/answering-server.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeStage, type Stage, shell } from './stage.ts';

afterAll(clearStages);

const SECRET = ['ghp', 'e'.repeat(36)].join('_');
const FINDINGS = [
  {
    severity: 'major',
    file: 'src/pier.ts',
    quote: '} catch {\n}',
    problem: 'The error is swallowed.',
    rule: {
      rule: 'Rethrow in `src/pier.ts` what `open()` throws, or log it.',
      when: 'Catching errors.',
      why: 'Nobody sees them.',
    },
  },
  {
    severity: 'critical',
    file: 'src/pier.ts',
    quote: 'eval(input)',
    problem: 'It runs input.',
    rule: { rule: 'Never call `eval`.' },
  },
  { severity: 'minor', file: 'src/pier.ts', quote: 'const token', problem: 'A token in code.' },
];

/** A stage whose user has a model on loopback that says these findings. */
async function reviewed(findings: unknown = FINDINGS) {
  const stage = await makeStage();
  const { url, seen } = await startServer(({ path, body }): Answer => {
    const request = anthropic.read(path, body);
    const reply = request && anthropic.answer({ say: JSON.stringify({ findings }) }, request, path);
    return reply && 'json' in reply ? { json: reply.json } : { status: 404 };
  });
  await configure(stage, { teacher: { mode: 'anthropic', baseUrl: url } });
  await stage.write('src/pier.ts', 'export {};\n');
  await stage.git(['add', '.']);
  await stage.git(['commit', '-qm', 'one']);
  await stage.write('src/pier.ts', `const token = "${SECRET}";\ntry {\n  open();\n} catch {\n}\n`);
  const run = (args: string[], env: Record<string, string> = { ANTHROPIC_API_KEY: 'k' }) =>
    stage.run(['review', ...args], { env });
  return { stage, run, seen, url };
}

async function configure(stage: Stage, config: object): Promise<void> {
  await mkdir(join(stage.home, '.config/hardwon'), { recursive: true });
  await writeFile(join(stage.home, '.config/hardwon/hardwon.config.json'), JSON.stringify(config));
}

describe('hardwon review', () => {
  it('tells findings first, each in whole lines, and counts what is said twice once', async () => {
    const [first] = FINDINGS;
    const { run } = await reviewed([
      first,
      { ...first, problem: 'The error of `open()` is swallowed once more, and nobody will see it.' },
    ]);
    const { stdout } = await run(['--diff']);
    expect(stdout).toContain('  The error of `open()` is swallowed once more, and nobody will see it.\n');
    expect(stdout.indexOf('The error is swallowed.')).toBeLessThan(stdout.indexOf('Would be captured as L-001'));
    expect(stdout).toContain('seen once, low confidence');
    expect(stdout).not.toContain('Would be counted');
  });

  it('says where a diff is sent, shows what is proven, and writes nothing without --yes', async () => {
    const { stage, run, seen, url } = await reviewed();
    const { code, stdout, stderr } = await run(['--diff']);
    expect(code).toBe(0);
    expect(stderr).toContain(`to ${url.slice('http://'.length)}`);
    expect(stdout).toContain('The error is swallowed.');
    expect(stdout).toContain('| } catch {');
    expect(stdout).not.toContain('It runs input.');
    expect(stdout).toContain('2 found. 1 more quoted text that does not exist, and was dropped.');
    expect(stdout).toContain('Nothing was written; add --yes to write it.');
    expect(await stage.read('.memory/harness-learnings.md')).toBeUndefined();
    expect(JSON.stringify(seen[0]?.body)).not.toContain(SECRET);
  });

  it('makes candidates of major findings, which a person has to confirm', async () => {
    const { stage, run } = await reviewed();
    const { code, stdout } = await run(['--diff', '--yes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      reviewed: { kind: 'diff', name: 'uncommitted changes' },
      teacher: 'anthropic',
      unproven: 1,
      findings: [{ severity: 'major', file: 'src/pier.ts' }, { severity: 'minor' }],
      lessons: [{ action: 'add', id: 'L-001', status: 'watching', confidence: 'low' }],
      applied: true,
    });
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    expect(memory).toContain('Origin: captured on 2026-03-09 from a review by a model');
    expect(memory).toContain('Scope: src/pier.ts');
    expect((await stage.run(['confirm', '--human', 'L-001'])).code).toBe(0);
  });

  it('reviews a session', async () => {
    const { stage, run, seen } = await reviewed([
      { severity: 'major', quote: 'npm test -- --pier', problem: 'x', rule: 'Run `npm test` whole.' },
    ]);
    await stage.tellSteps([shell('npm test -- --pier', 'no water in the harbour')]);
    const { code, stdout } = await run(['latest', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      reviewed: { kind: 'session' },
      findings: [{ quote: 'npm test -- --pier' }],
      applied: false,
    });
    expect(JSON.stringify(seen[0]?.body)).toContain('no water in the harbour');
  });

  it('cannot be done by the built-in teacher, without a key, or when it is switched off', async () => {
    const { stage, run, seen } = await reviewed();
    await configure(stage, { teacher: { mode: 'builtin' } });
    const built = await run(['--diff']);
    expect(built).toMatchObject({ code: 1, stderr: expect.stringContaining('The built-in teacher cannot review') });
    await configure(stage, { teacher: { mode: 'anthropic' } });
    const keyless = await run(['--diff'], {});
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('ANTHROPIC_API_KEY is not set') });
    await configure(stage, { failureSources: [{ name: 'semantic', type: 'llm_analysis', enabled: false }] });
    expect(await run(['--diff'])).toMatchObject({ code: 2, stderr: expect.stringContaining('switched off: semantic') });
    expect(seen).toEqual([]);
  });

  it('needs something to review', async () => {
    const { stage, run } = await reviewed();
    expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('There is nothing to review.') });
    await stage.git(['commit', '-qam', 'two']);
    expect(await run(['--diff'])).toMatchObject({ code: 1, stderr: expect.stringContaining('has no changes') });
  });

  it.skipIf(process.platform === 'win32')('ends the agent that it asked when it is interrupted', async () => {
    const stage = await makeStage();
    await stage.write('pier.ts', 'export {};\n');
    const noted = join(stage.home, 'agent.pid');
    const agent = `#!${process.execPath}\nrequire('fs').writeFileSync(${JSON.stringify(noted)}, String(process.pid));\nsetInterval(() => {}, 1000);\n`;
    await mkdir(join(stage.home, 'bin'));
    // What it is, and not what a folder above the temporary one says of it.
    await writeFile(join(stage.home, 'bin/package.json'), '{}');
    await writeFile(join(stage.home, 'bin/claude'), agent, { mode: 0o755 });
    const env = {
      ...isolatedEnvironment({ home: stage.home }),
      PATH: `${join(stage.home, 'bin')}:${process.env.PATH}`,
    };
    const cli = resolve(import.meta.dirname, '../../dist/cli.js');
    const child = spawn(process.execPath, [cli, 'review', '--diff', '--teacher', 'agent'], {
      ...{ cwd: stage.project, env },
      stdio: 'ignore',
    });
    const ended = new Promise<NodeJS.Signals | null>((done) => child.on('close', (_, signal) => done(signal)));
    await vi.waitUntil(() => existsSync(noted) && readFileSync(noted, 'utf8') !== '', { timeout: 60_000 });
    child.kill('SIGINT');
    expect(await ended).toBe('SIGINT');
    await vi.waitUntil(() => !isAlive(Number(readFileSync(noted, 'utf8'))), { timeout: 20_000 });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
