import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { clearStages, makeBuiltStage, NOW, type Stage } from './stage.ts';

/** A failure that comes up in three sessions and that nothing has cured, beside one that has a lesson, so that there is a memory. */
const day = (number: number) => `  - start: 2026-03-0${number}T09:00:00Z
    calls:
      - {shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {shell: uv run python tools/load.py, prints: loaded}
      - {shell: ./sync.sh quay${number}, fails: "sync: depot refused the manifest of quay${number}"}
      - {tool: {name: mcp__quay__moor, input: {berth: ${number}}}, error: "berth ${number} is locked by the harbour master"}
`;

let stage: Stage;
beforeAll(async () => {
  stage = await makeBuiltStage(`sessions:\n${[1, 2, 3].map(day).join('')}`);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
});
afterAll(clearStages);

let calls = 0;
async function end(session: string, call: object, how: object, agent = 'claude-code'): Promise<string> {
  calls += 1;
  const id = { tool_use_id: `c${calls}` };
  const isBatch = 'tool_response' in how && agent === 'claude-code';
  const fields = isBatch ? { tool_calls: [{ ...call, ...id, ...how }] } : { ...call, ...id, ...how };
  const stdin = JSON.stringify({ session_id: session, cwd: stage.project, ...fields });
  const event = isBatch ? 'post-tool-batch' : agent === 'gemini' ? 'after-tool' : 'post-tool-use-failure';
  const { stdout } = await runHook(event, { home: stage.home, agent, stdin, now: NOW });
  return stdout === '' ? '' : JSON.stringify(JSON.parse(stdout));
}

const sync = (quay: string) => ({ tool_name: 'Bash', tool_input: { command: `./sync.sh ${quay}` } });
const refused = (quay: string) => ({ error: `Exit code 1\nsync: depot refused the manifest of ${quay}` });

describe('a failure that recurs and that no lesson explains', () => {
  it('is told with how often and where it was last seen, once; and how to save what cures it, once it works', async () => {
    const last = stage.logs?.sessions[2] ?? '';
    const told = await end('one', sync('quay7'), refused('quay7'));
    expect(told).toContain('3 times in 3 past sessions, last on `2026-03-03`');
    expect(told).toContain(last);
    expect(await end('one', sync('quay8'), refused('quay8'))).toBe('');
    const works = await end('one', sync('quay7'), { tool_response: 'synced' });
    expect(works).toContain('hardwon learn-fix --tool TOOL --error-pattern TEXT --root-cause TEXT --fix TEXT');
    expect(await end('one', sync('quay7'), { tool_response: 'synced' })).toBe('');
  });

  it('of a tool of a server is known in every client', async () => {
    const error = 'berth 9 is locked by the harbour master';
    const call = (tool_name: string) => ({ tool_name, tool_input: { berth: 9 } });
    expect(await end('two', call('mcp__quay__moor'), { error })).toContain('3 times in 3 past sessions');
    const answered = { tool_response: { llmContent: error, error: { message: error } } };
    expect(await end('three', call('mcp_quay_moor'), answered, 'gemini')).toContain('3 times in 3 past sessions');
  });

  it('is told of no other failure, and not where hooks are silent about failures', async () => {
    const other = { error: 'Exit code 1\nsync: there is no such quay' };
    expect(await end('four', sync('quay7'), other)).toBe('');
    const { stdout } = await runHook('post-tool-use-failure', {
      ...{ home: stage.home, agent: 'claude-code', now: NOW, env: { HARDWON_LIVE: 'off' } },
      stdin: JSON.stringify({ session_id: 'five', cwd: stage.project, ...sync('quay7'), ...refused('quay7') }),
    });
    expect(stdout).toBe('');
  });
});
