import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const TEXT = `## L-001: Seed the tables first
- Phase: verify
- Scope: tests/**
- Guidance: Run \`make seed\` before \`make test\`.
- Confidence: high
- Occurrences: 4
- First seen: 2026-02-01
- Last seen: 2026-03-01

## L-002: \`deploy\`: use the full hash
- Phase: debug
- Guidance: When \`deploy\` fails with "manifest unknown": use the full hash.
- Confidence: medium
- Kind: tool-use
- Trigger: Tool(deploy) [failed 0, succeeded 0, error "manifest unknown"]
`;

async function makeRemembering(): Promise<Stage> {
  const stage = await makeStage();
  await stage.write(MEMORY, TEXT);
  return stage;
}

describe('hardwon memory', () => {
  it('lists, filters and searches lessons', async () => {
    const stage = await makeRemembering();
    const { code, stdout } = await stage.run(['memory']);
    expect(code).toBe(0);
    expect(stdout).toBe(`2 lessons in ~/harbour/.memory/harness-learnings.md

L-001 Seed the tables first
      prerequisite, ready, high confidence, seen 4 times, verify

L-002 \`deploy\`: use the full hash
      tool-use, ready, medium confidence, seen once, debug
`);
    const ids = async (...args: string[]) => {
      const { stdout: json } = await stage.run(['memory', ...args, '--json']);
      return JSON.parse(json).lessons.map(({ id }: { id: string }) => id);
    };
    expect(await ids('list', '--tool', 'deploy')).toEqual(['L-002']);
    expect(await ids('--phase', 'verify')).toEqual(['L-001']);
    expect(await ids('list', '--kind', 'tool-use', '--confidence', 'medium', '--status', 'ready')).toEqual(['L-002']);
    expect(await ids('search', 'SEED', 'make')).toEqual(['L-001']);
    expect(await ids('list', '--limit', '1')).toEqual(['L-001']);
    const none = await stage.run(['memory', 'search', 'nothing', 'such']);
    expect(none).toMatchObject({ code: 1, stdout: 'None of 2 lessons matches.\n' });
    expect((await stage.run(['memory', '--user'])).code).toBe(1);
    expect((await stage.run(['memory', 'list', '--kind', 'x'])).code).toBe(2);
    expect((await stage.run(['memory', 'list', '--limit', '0'])).code).toBe(2);
  });

  it('shows one lesson, and what was probably meant', async () => {
    const stage = await makeRemembering();
    const { stdout } = await stage.run(['memory', 'show', '1']);
    expect(joinLines(stdout)).toContain('what to do Run `make seed` before `make test`.');
    expect(joinLines(stdout)).toMatch(/(?<!seen )seen 4 times, from 2026-02-01 to 2026-03-01/);
    const missing = await stage.run(['memory', 'show', 'L-020']);
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('Did you mean');
  });

  it('edits by options, without secrets, and undo takes it back', async () => {
    const stage = await makeRemembering();
    const guidance = 'Run `make seed` with ghp_abcdefghijklmnopqrstuvwxyz0123456789';
    const dry = await stage.run(['memory', 'edit', 'L-001', '--guidance', guidance, '--dry-run']);
    expect(dry.stdout).toContain('+- Guidance: Run `make seed` with [redacted:');
    expect(await stage.read(MEMORY)).toBe(TEXT);
    const done = await stage.run([
      'memory',
      'edit',
      'L-001',
      '--title',
      'Seed before tests',
      '--scope',
      'tests/**,db/**',
      '--json',
    ]);
    expect(JSON.parse(done.stdout)).toMatchObject({ ids: ['L-001'], applied: true });
    expect(await stage.read(MEMORY)).toContain(
      '## L-001: Seed before tests\n- Phase: verify\n- Scope: tests/**, db/**\n',
    );
    expect((await stage.run(['memory', 'edit', 'L-001', '--scope', '**'])).code).toBe(2);
    await stage.run(['undo']);
    expect(await stage.read(MEMORY)).toBe(TEXT);
    const nothing = await stage.run(['memory', 'edit', 'L-001']);
    expect(nothing).toMatchObject({ code: 2 });
    expect(nothing.stderr).toContain('There is nothing to change.');
  });

  it('forgets a lesson for good, until it is restored', async () => {
    const stage = await makeRemembering();
    expect((await stage.run(['memory', 'forget', 'L-002', '--reason', 'no longer true'])).code).toBe(0);
    expect((await stage.run(['check', '--tool', 'deploy'])).code).toBe(1);
    const fix = ['--tool', 'deploy', '--error-pattern', 'manifest unknown', '--fix', 'x'];
    expect((await stage.run(['memory', 'show', 'L-002'])).stderr).toContain('no longer true');
    expect((await stage.run(['restore', 'L-002'])).code).toBe(0);
    expect((await stage.run(['check', ...fix.slice(0, 2)])).code).toBe(0);
  });

  it('says what is wrong with a sub-command, and where its help is', async () => {
    const stage = await makeRemembering();
    const { code, stderr } = await stage.run(['memory', 'edit']);
    expect(code).toBe(2);
    expect(stderr).toContain('hardwon memory edit --help');
    for (const name of ['list', 'search', 'show', 'edit', 'forget']) {
      const help = await stage.run(['memory', name, '--help']);
      expect({ name, code: help.code }).toEqual({ name, code: 0 });
      expect(help.stdout).toMatch(/^ {2}\$ hardwon memory/m);
      for (const line of help.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });
});
