import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecalledEvidence } from '../../src/app/history/recall-evidence.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { clearStages, makeStage, type Stage, shell } from './stage.ts';
import { everyFile } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(everyFile);
});
afterAll(clearStages);

describe('why', () => {
  it('shows the calls behind a lesson, newest first, before anything is written', async () => {
    const { code, stdout, stderr } = await stage.run(['why', 'L-001']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first = '', second = ''] = [stage.logs.sessions[1], stage.logs.sessions[0]];
    expect(stdout).toMatch(
      new RegExp(
        `^L-001 Use \`uv run python\`, not \`python3\`[^]*2 calls in 2 sessions[^]*${first}\n  failed python3 tools/check.py\n         ModuleNotFoundError: No module named 'polars'\n  worked uv run python tools/check.py\n\n[^]*${second}\n  failed python3 tools/load.py\n`,
      ),
    );
  });

  it.each(['1', 'l-001', ' L-1 '])('takes %j for L-001', async (id) => {
    const { code, stdout } = await stage.run(['why', id]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^L-001 /);
  });

  it.each([
    ['L-011', 'Did you mean L-001?'],
    ['99', 'hardwon learn --verbose'],
    ['the first', 'hardwon learn --verbose'],
  ])('does not know %s, and says what to do', async (id, hint) => {
    const { code, stdout, stderr } = await stage.run(['why', id]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`harbour has no lesson ${id}.`);
    expect(stderr).toContain(hint);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  it('shows what the user said where they refused', async () => {
    const { lessons } = await stage.learn();
    const preference = lessons.find((lesson) => lesson.kind === 'preference');
    const { stdout } = await stage.run(['why', preference?.id ?? '']);
    expect(stdout).toContain('user   please just show me the command');
    expect(stdout).toContain('I run gradle myself');
  });

  it('shows the message behind what the user keeps saying', async () => {
    const told = await makeStage(`
sessions:
  - calls:
      - {user: "add a pier, and don't use default exports"}
      - {edit: src/pier.ts}
  - calls:
      - {user: "add a gate. do not use default exports!"}
      - {edit: src/gate.ts}
`);
    const [lesson] = (await told.learn()).lessons;
    expect(lesson?.evidence.every(({ call, message }) => call === undefined && message !== undefined)).toBe(true);
    const { stdout } = await told.run(['why', lesson?.id ?? '']);
    expect(stdout).toContain('2 messages in 2 sessions');
    expect(stdout).toContain("user   add a pier, and don't use default exports");
    const { stdout: json } = await told.run(['why', lesson?.id ?? '', '--json']);
    expect(JSON.parse(json).calls).toMatchObject([{ message: 'add a gate. do not use default exports!' }, {}]);
  });

  it('names no call that lacks the flag in question, though memory counts it', async () => {
    const flagged = await makeStage();
    const refused = (flag: string) => shell(`lantern list ${flag} x`, `error: unknown option '${flag}'`);
    const other = { ...shell('lantern list --hue y', 'the lamp is broken'), id: 'another reason' };
    const logs = await flagged.tellSteps(
      [refused('--glow'), shell('lantern list x'), other, shell('lantern list')],
      [refused('--glow'), shell('lantern list x')],
    );
    await flagged.run(['learn', '--apply']);
    const memory = (await flagged.read('.memory/harness-learnings.md')) ?? '';
    // As an earlier release may have written it.
    const pointer = `claude-code/${logs.sessions[0]}#${logs.calls.get('another reason')}@2026-02-01T09:00:05Z`;
    const [, id = ''] = /^## (L-\d+):[^\n]*--glow/m.exec(memory) ?? [];
    const [head = '', rest = ''] = memory.split(`## ${id}:`);
    const counted = rest
      .replace(/- Occurrences: \d+/, '- Occurrences: 3')
      .replace(/- Evidence: \d+ calls\n/, `- Evidence: 3 calls\n  ${pointer}\n`);
    await flagged.write('.memory/harness-learnings.md', `${head}## ${id}:${counted}`);
    const { stdout } = await flagged.run(['why', id]);
    expect(stdout.match(/^ {2}failed .*$/gm)).toEqual([
      '  failed lantern list --glow x',
      '  failed lantern list --glow x',
    ]);
    const { lesson } = JSON.parse((await flagged.run(['why', id, '--json'])).stdout) as { lesson: Lesson };
    expect(lesson).toMatchObject({ occurrences: 2, sessions: 2 });
    expect(lesson.evidence).toHaveLength(2);
  });

  it('shows as many as it is asked to, and says how many there are', async () => {
    const { lessons } = await stage.learn();
    const id = lessons.find((lesson) => lesson.occurrences === 3)?.id ?? '';
    const { stdout } = await stage.run(['why', id, '--limit', '1']);
    expect(stdout.match(/^ {2}failed /gm)).toHaveLength(1);
    expect(stdout).toContain('2 earlier calls: --limit 3 shows all');
    expect((await stage.run(['why', id, '--limit', '3'])).stdout.match(/^ {2}failed /gm)).toHaveLength(3);
    for (const limit of ['0', 'all'])
      expect(await stage.run(['why', id, `--limit=${limit}`])).toMatchObject({ code: 2, stdout: '' });
  });

  it("points to the agent's own ids, in JSON", async () => {
    const { code, stdout } = await stage.run(['why', '1', '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as { schema: number; project: string; lesson: Lesson; calls: RecalledEvidence[] };
    expect(Object.keys(answer)).toEqual(['schema', 'project', 'lesson', 'calls']);
    expect(answer).toMatchObject({ schema: 1, project: 'harbour', lesson: { id: 'L-001', kind: 'environment' } });
    const { calls, sessions } = stage.logs;
    const at = (label: string) => calls.get(label);
    expect(answer.calls.map(({ evidence, failed, fix }) => ({ ...evidence, failed, fixed: fix }))).toEqual([
      {
        agent: 'claude-code',
        session: sessions[1],
        call: at('b1'),
        fix: at('b2'),
        at: expect.stringMatching(/^2026-03-02T09:00:0\d\.\d{3}Z$/),
        failed: expect.objectContaining({ id: at('b1'), name: 'Bash', input: 'python3 tools/check.py' }),
        fixed: expect.objectContaining({
          id: at('b2'),
          name: 'Bash',
          input: 'uv run python tools/check.py',
          output: 'ok',
        }),
      },
      expect.objectContaining({ session: sessions[0], call: at('a1'), fix: at('a2') }),
    ]);
    expect(at('a1')).toMatch(/^toolu_\w{24}$/);
  });

  it('says where there are sessions if there are none here', async () => {
    const { code, stderr } = await stage.run(['why', 'L-001'], { cwd: stage.home });
    expect(code).toBe(2);
    expect(stderr).toContain(`There are no sessions for ${stage.home}.`);
    expect(stderr).toContain(`--project ${stage.project}`);
    expect((await stage.run(['why', 'L-001', '--project', 'harbour'], { cwd: stage.home })).code).toBe(0);
  });
});
