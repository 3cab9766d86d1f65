import { afterAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../src/agents/call.ts';
import { readLog, recallCall } from '../../../src/agents/codex/reader.ts';
import { removeFolders } from '../log-file.ts';
import { callId, ended, RolloutBuilder, running } from './log.ts';

afterAll(removeFolders);

const [a, b, c] = [callId(1), callId(2), callId(3)];

async function read(log: RolloutBuilder): Promise<Call[]> {
  const result = await readLog(log.write(), 0, []);
  expect(result.bad).toEqual([]);
  return result.calls.sort((left, right) => left.seq - right.seq);
}

describe('a session', () => {
  it('is told by its first record', async () => {
    const log = new RolloutBuilder().meta().turn().user('Build it').exec(a, 'make', 0, 'done');
    const result = await readLog(log.write(), 0, []);
    expect(result.sessions).toMatchObject([
      {
        session: log.session,
        cwds: ['/home/dev/harbour'],
        branch: 'main',
        version: '0.140.0',
        remotes: ['github.com/ada/harbour'],
      },
    ]);
    expect(result.messages).toMatchObject([{ session: log.session, text: 'Build it' }]);
    expect(result.calls).toMatchObject([
      {
        id: a,
        agent: 'codex',
        session: log.session,
        tool: 'shell',
        name: 'exec_command',
        input: { command: 'make' },
        outcome: 'ok',
      },
    ]);
  });
});

describe('a command', () => {
  it('fails with its exit code, whatever form tells it', async () => {
    const log = new RolloutBuilder()
      .meta()
      .turn()
      .exec(a, 'make', 2, 'No rule')
      .call(b, 'shell_command', { command: 'make', workdir: 'docs', timeout_ms: 5000 })
      .output(b, 'Exit code: 2\nWall time: 0.1 seconds\nTotal output lines: 3\nOutput:\nNo rule')
      .call(c, 'shell', { command: ['bash', '-lc', 'make'] })
      .output(c, JSON.stringify({ output: 'No rule', metadata: { exit_code: 2, duration_seconds: 0.1 } }));
    const calls = await read(log);
    for (const call of calls)
      expect(call).toMatchObject({ input: { command: 'make' }, outcome: 'failed', exitCode: 2, output: 'No rule' });
    expect(calls[1]).toMatchObject({ cwd: '/home/dev/harbour/docs', input: { timeoutMs: 5000 } });
  });

  it('that is left running ends with a later poll, which is no failure of its own', async () => {
    const log = new RolloutBuilder()
      .meta()
      .turn()
      .call(a, 'exec_command', { cmd: 'make serve' })
      .output(a, running(7, 'starting\n'))
      .call(b, 'write_stdin', { session_id: 7, chars: '' })
      .output(b, running(7))
      .call(c, 'write_stdin', { session_id: 7, chars: '' })
      .output(c, ended(1, 'port in use'));
    const calls = await read(log);
    expect(calls[0]).toMatchObject({ id: a, outcome: 'failed', exitCode: 1, output: 'starting\nport in use' });
    expect(calls.slice(1)).toMatchObject([
      { name: 'write_stdin', tool: 'other', outcome: 'ok', output: '' },
      { name: 'write_stdin', tool: 'other', outcome: 'ok', output: '' },
    ]);
  });

  it('is shown again in full', async () => {
    const file = new RolloutBuilder().meta().turn().exec(a, 'make', 2, 'No rule').write();
    const [call] = (await readLog(file, 0, [])).calls;
    expect(call && (await recallCall(file.path, call))).toEqual({
      input: JSON.stringify({ cmd: 'make', workdir: '/home/dev/harbour' }, null, 2),
      output: ended(2, 'No rule'),
    });
  });
});
