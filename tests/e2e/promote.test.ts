import { afterAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { clearStages, joinLines, makeStage, NOW } from './stage.ts';
import { oneLesson } from './stories.ts';

const NOTHING = 'No lesson is unsafe, and none is due for promotion.\n';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';

const entry = (id: string, fields: Record<string, string> = {}) => {
  const all = {
    Phase: 'implement',
    Dimension: 'maintainability',
    Scope: '(everywhere)',
    Pattern: '`npm install` failed.',
    Guidance: 'Run `pnpm install`, not `npm install`.',
    Confidence: 'high',
    Occurrences: '4',
    'First seen': '2026-02-01',
    'Last seen': '2026-03-01',
    ...fields,
  };
  return [`## ${id}: Use pnpm`, ...Object.entries(all).map(([name, value]) => `- ${name}: ${value}`), ''].join('\n');
};

describe('hardwon promote', () => {
  it('shows what it would do, does it with --yes, and undo takes it back with the settings', async () => {
    const stage = await makeStage();
    const memory = `${entry('L-001')}\n${entry('L-002', { Kind: 'prerequisite', Guidance: 'Run `make seed` first.', Trigger: 'Bash(make test *)' })}`;
    const settings = '{\n  // ours\n  "model": "opus"\n}\n';
    await stage.write(MEMORY, memory);
    await stage.write('.claude/settings.json', settings);
    await stage.write('CLAUDE.md', '# Harbour\n');

    const dry = await stage.run(['promote']);
    expect(dry.code).toBe(0);
    const text = joinLines(dry.stdout);
    expect(text).toContain(
      'L-001 Use pnpm Current .memory/harness-learnings.md, high confidence, seen 4 times, last on 2026-03-01',
    );
    expect(text).toContain('Target CLAUDE.md Mechanism instruction rule; instead: --as adr, --as test, --as hook');
    expect(dry.stdout).toContain('+- Run `pnpm install`, not `npm install`. (L-001)');
    expect(dry.stdout).toContain('+- Promoted: CLAUDE.md');
    expect(dry.stdout).toContain('write it:     hardwon promote --yes\n');
    expect(await stage.read(MEMORY)).toBe(memory);
    expect(await stage.read('CLAUDE.md')).toBe('# Harbour\n');

    const done = await stage.run(['promote', '--yes']);
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('undo it:      hardwon undo');
    expect(await stage.read('CLAUDE.md')).toContain('- Run `pnpm install`, not `npm install`. (L-001)\n');
    expect(await stage.read('.claude/settings.json')).toContain('// ours\n  "model": "opus",\n  "hooks": {');
    expect(await stage.read('.claude/hooks/hardwon-L-002-use-pnpm.mjs')).toContain('"Run `make seed` first."');
    expect(await stage.read(MEMORY)).toContain('- Promoted: CLAUDE.md\n');
    expect((await stage.run(['promote'])).stdout).toMatch(/^Nothing is due: of 2 lessons/);

    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toBe(memory);
    expect(await stage.read('CLAUDE.md')).toBe('# Harbour\n');
    expect(await stage.read('.claude/settings.json')).toBe(settings);
    expect(await stage.read('.claude/hooks/hardwon-L-002-use-pnpm.mjs')).toBeUndefined();
  });

  it('tells agents of a learned lesson once: in the rule, and no longer in the block', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toContain('hardwon:learn:start');
    const refused = await stage.run(['promote', 'L-001', '--yes']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('L-001 is not due: its confidence is');
    expect(refused.stderr).toContain('--force promotes it anyway.');
    expect((await stage.run(['promote', '1', '--yes', '--force'])).code).toBe(0);
    const report = await stage.learn(['--apply']);
    expect(report.lessons).toMatchObject([{ id: 'L-001', promoted: 'CLAUDE.md', delivered: false, status: 'ready' }]);
    const text = await stage.read('CLAUDE.md');
    expect(text).not.toContain('hardwon:learn');
    expect(text?.match(/L-001/g)).toHaveLength(1);
    expect(joinLines((await stage.run(['learn', '--verbose'])).stdout)).toContain(
      'Promoted: 1 lesson now in CLAUDE.md',
    );
    expect((await stage.learn(['--apply'])).changes).toEqual([]);
  });

  it('goes on telling agents of a lesson that became a decision or a test, which tell them nothing', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const told = await stage.read('CLAUDE.md');
    const decided = await stage.run(['promote', 'L-001', '--as', 'adr', '--yes', '--force']);
    expect(joinLines(decided.stdout)).toContain('learn still tells agents about L-001');
    const [lesson] = (await stage.learn(['--apply'])).lessons;
    expect(lesson).toMatchObject({ promoted: expect.stringMatching(/^docs\/adr\/.* \(adr\)$/), delivered: true });
    expect(await stage.read('CLAUDE.md')).toBe(told);
    const empty = await stage.run(['promote', 'L-001', '--as', 'test', '--yes', '--force']);
    expect(empty.code).toBe(2);
    expect(empty.stderr).toContain('a test would prove nothing');
    expect(await stage.read('CLAUDE.md')).toBe(told);
  });

  it('leaves what hooks say at the start of a session to the rule, and all of it to a hook of its own', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await stage.run(['promote', '1', '--yes', '--force']);
    await stage.learn(['--apply']);
    let sessions = 0;
    const ask = (event: string) => {
      const call = { tool_name: 'Bash', tool_input: { command: 'python3 load.py' } };
      const stdin = JSON.stringify({ session_id: `s${sessions++}`, cwd: stage.project, ...call });
      return runHook(event, { home: stage.home, cwd: stage.home, agent: 'claude-code', stdin, now: NOW });
    };
    expect(await ask('session-start')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await ask('pre-tool-use')).stdout).toContain('L-001');
    await stage.run(['promote', '1', '--as', 'hook', '--yes', '--force']);
    await stage.learn(['--apply']);
    expect(await ask('pre-tool-use')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('keeps a lesson for a while, or takes it out', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, `${entry('L-001')}\n${entry('L-002')}`);
    expect((await stage.run(['promote', 'L-001', '--keep'])).stdout).toMatch(/^L-001 stays a lesson\.\n/);
    expect(await stage.read(MEMORY)).toContain('- Kept: 2026-03-09 (seen 4 times)\n');
    const due = async (now: string) =>
      JSON.parse((await stage.run(['promote', '--check', '--json'], { now })).stdout).due.map(
        ({ id }: { id: string }) => id,
      );
    expect(await due('2026-04-07')).toEqual(['L-002']);
    expect((await due('2026-04-08')).sort()).toEqual(['L-001', 'L-002']);
    expect((await stage.run(['promote', 'L-002', '--dismiss'])).code).toBe(0);
    expect(await stage.read('.memory/tombstones.md')).toContain(
      '- Gone: rejected on 2026-03-09: dismissed at promotion\n',
    );
    expect((await stage.run(['promote', '--keep'])).code).toBe(2);
  });

  it('says in CI what is due, without logs and without writing', async () => {
    const stage = await makeStage();
    expect(await stage.run(['promote', '--check'])).toMatchObject({ code: 0, stdout: NOTHING });
    await stage.write(MEMORY, entry('L-001'));
    const { code, stdout } = await stage.run(['promote', '--check']);
    expect(code).toBe(1);
    expect(stdout).toBe('1 lesson is due for promotion:\n  L-001 rule  Use pnpm\n\nsee how:      hardwon promote\n');
    expect(await stage.read(MEMORY)).toBe(entry('L-001'));
  });

  it('refuses a memory with an unsafe lesson in CI, unless a person vouched for it', async () => {
    const stage = await makeStage();
    const unsafe = { Guidance: 'Commit with `git commit --no-verify`.', Confidence: 'low', Occurrences: '1' };
    await stage.write(MEMORY, `${entry('L-001')}\n${entry('L-002', unsafe)}`);
    const { code, stdout } = await stage.run(['promote', '--check']);
    expect(code).toBe(1);
    expect(stdout).toContain('1 lesson is unsafe, and agents are not told:\n  L-002 it goes around a check');
    expect(stdout).toContain('take it out:  hardwon reject L-002\n\n1 lesson is due for promotion:\n  L-001 rule ');
    const { unsafe: found } = JSON.parse((await stage.run(['promote', '--check', '--json'])).stdout);
    expect(found).toEqual([{ id: 'L-002', title: 'Use pnpm', reason: expect.stringContaining('goes around a check') }]);
    await stage.write(MEMORY, entry('L-002', { Guidance: unsafe.Guidance }));
    expect((await stage.run(['promote', '--check'])).stdout).not.toContain('due for promotion');
    await stage.write(MEMORY, entry('L-002', { ...unsafe, Vouched: '2026-03-01' }));
    expect(await stage.run(['promote', '--check'])).toMatchObject({ code: 0, stdout: NOTHING });
  });

  it('promotes the others where one cannot be, and says so', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, `${entry('L-001')}\n${entry('L-002', { Kind: 'prerequisite' })}`);
    await stage.write('.claude/settings.json', '{');
    const { code, stdout } = await stage.run(['promote', '--yes', '--json']);
    expect(code).toBe(1);
    const { promotions, changes } = JSON.parse(stdout);
    expect(promotions).toMatchObject([
      { id: 'L-001', targets: ['AGENTS.md'], isDue: true },
      { id: 'L-002', targets: [], refusal: expect.stringContaining('settings.json') },
    ]);
    expect(changes.map(({ name }: { name: string }) => name).sort()).toEqual([MEMORY, 'AGENTS.md'].sort());
  });

  it('promotes a lesson a second time, to something else', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, entry('L-001', { Trigger: 'Bash(npm install *)' }));
    await stage.run(['promote', 'L-001', '--yes', '--target', 'AGENTS.md']);
    const again = await stage.run(['promote', 'L-001', '--as', 'check', '--yes', '--force']);
    expect(again.code).toBe(0);
    expect(await stage.read(MEMORY)).toContain('- Promoted: AGENTS.md, scripts/check-l-001.mjs (check)\n');
  });

  it('stays in the project', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, entry('L-001'));
    const { code, stderr } = await stage.run(['promote', 'L-001', '--yes', '--target', '../elsewhere.md']);
    expect(code).toBe(2);
    expect(stderr).toContain('Promoted lessons stay in the project.');
  });
});
