import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { clearStages, joinLines, makeBuiltStage, NOW, type Stage } from './stage.ts';

const load = (at: number) => [
  `      - {shell: python3 tools/load${at}.py, fails: "ModuleNotFoundError: No module named 'polars'"}\n`,
  `      - {shell: uv run python tools/load${at}.py, prints: loaded}\n`,
];

/** A project with so many such failures a day, whose user has said that calls may be rewritten. */
async function makeProvenStage(days: number, each: number): Promise<Stage> {
  const sessions = Array.from(
    { length: days },
    (_, day) =>
      `  - start: 2026-02-${day + 10}T09:00:00Z\n    calls:\n${Array.from({ length: each }, (_, at) => load(at).join('')).join('')}`,
  );
  const made = await makeBuiltStage(`sessions:\n${sessions.join('')}`);
  await mkdir(join(made.home, '.config/hardwon'), { recursive: true });
  await writeFile(
    join(made.home, '.config/hardwon/hardwon.config.json'),
    JSON.stringify({ live: { lessons: { 'L-001': 'rewrite' } } }),
  );
  expect(await made.run(['learn', '--apply'])).toMatchObject({ code: 0 });
  return made;
}

let stage: Stage;
beforeAll(async () => {
  stage = await makeProvenStage(10, 5);
});
afterAll(clearStages);

const bash = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });

async function ask(event: string, session: string, fields: object): Promise<string> {
  const stdin = JSON.stringify({ session_id: session, cwd: stage.project, tool_use_id: 'a', ...fields });
  const { stdout } = await runHook(event, {
    home: stage.home,
    agent: 'claude-code',
    stdin,
    now: new Date().toISOString(),
  });
  return stdout;
}

const sendsRewritten = async (session: string) =>
  (await ask('pre-tool-use', session, bash('python3 tools/tide.py'))).includes(
    '"updatedInput":{"command":"uv run python tools/tide.py"}',
  );

/** The day after what the hooks were asked. */
const later = () => new Date(Date.now() + 86_400_000).toISOString();

describe('another input before a call', () => {
  it('is sent for what failed every time, until such a call fails; then a person decides', async () => {
    expect((await stage.learn()).lessons[0]).toMatchObject({
      id: 'L-001',
      confidence: 'high',
      trigger: { failed: 50, succeeded: 0 },
    });
    expect(await sendsRewritten('one')).toBe(true);
    const error = 'Exit code 2\nerror: Failed to spawn: `python`';
    const said = await ask('post-tool-use-failure', 'one', { ...bash('uv run python tools/tide.py'), error });
    expect(said).toContain('The lesson rewrites no more calls');
    expect(await sendsRewritten('one')).toBe(false);
    expect(await sendsRewritten('two')).toBe(false);

    const { stdout } = await stage.run(['why', 'L-001']);
    expect(joinLines(stdout)).toContain('a call that it rewrote failed on');
    expect(JSON.parse((await stage.run(['why', 'L-001', '--json'])).stdout)).toMatchObject({
      contradicted: { as: 'rewrite' },
    });

    // Less sure, also in memory; and hooks know it from there.
    expect(await stage.run(['learn', '--apply'], { now: later() })).toMatchObject({ code: 0 });
    expect((await stage.learn()).lessons[0]).toMatchObject({ id: 'L-001', confidence: 'medium', status: 'ready' });
    expect(await stage.read('.memory/harness-learnings.md')).toContain('- Confidence: medium');
    expect(await sendsRewritten('three')).toBe(false);
    expect(await stage.run(['learn', '--apply'], { now: later() })).toMatchObject({ code: 0 });
    expect((await stage.learn()).lessons[0]).toMatchObject({ confidence: 'medium' });

    expect(await stage.run(['confirm', '--human', 'L-001'], { now: later() })).toMatchObject({ code: 0 });
    expect(await stage.run(['learn', '--apply'], { now: later() })).toMatchObject({ code: 0 });
    expect((await stage.learn()).lessons[0]).toMatchObject({ confidence: 'high' });
    expect(await sendsRewritten('four')).toBe(true);
    expect((await stage.run(['why', 'L-001'])).stdout).not.toContain('it rewrote');
  });

  it('is no success of the words that were sent: the lesson goes on', async () => {
    const proven = await makeProvenStage(2, 5);
    // The log has the words of the model, and what came of ours.
    const written = await proven.tell(`sessions:
  - start: 2026-03-02T09:00:00Z
    calls:
      - {id: first, shell: python3 tools/tide.py, prints: loaded}
      - {id: second, shell: python3 tools/tide.py --again, prints: loaded}
  - start: 2026-03-03T09:00:00Z
    calls:
      - {id: third, shell: python3 tools/tide.py, prints: loaded}
`);
    const send = async (session: string | undefined, call: string, command: string) => {
      const fields = {
        session_id: session,
        cwd: proven.project,
        tool_use_id: written.calls.get(call),
        ...bash(command),
      };
      const { stdout } = await runHook('pre-tool-use', { home: proven.home, stdin: JSON.stringify(fields), now: NOW });
      return stdout.includes('"updatedInput":{"command":"uv run python tools/tide.py');
    };
    const [first, second] = written.sessions;
    expect(await send(first, 'first', 'python3 tools/tide.py')).toBe(true);
    expect(await send(first, 'second', 'python3 tools/tide.py --again')).toBe(true);
    expect(await send(second, 'third', 'python3 tools/tide.py')).toBe(true);
    expect(await proven.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    expect((await proven.learn()).lessons[0]).toMatchObject({
      ...{ id: 'L-001', status: 'ready' },
      trigger: { failed: 10, succeeded: 0 },
    });
    expect(await send('later', 'first', 'python3 tools/tide.py')).toBe(true);
  });

  it('is not sent for what was seen less than five times', async () => {
    const few = await makeProvenStage(2, 2);
    const stdin = JSON.stringify({ session_id: 'one', cwd: few.project, ...bash('python3 tools/tide.py') });
    const { stdout } = await runHook('pre-tool-use', { home: few.home, stdin, now: NOW });
    expect(stdout).toContain('"permissionDecision":"deny"');
  });
});
