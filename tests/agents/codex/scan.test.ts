import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadPart } from '../../../src/agents/agent.ts';
import type { Call, Message } from '../../../src/agents/call.ts';
import { readLog } from '../../../src/agents/codex/reader.ts';
import type { ReadMode } from '../../../src/agents/jsonl.ts';
import { removeFolders, writeLog } from '../log-file.ts';
import { callId, ended, RolloutBuilder, running } from './log.ts';

afterAll(removeFolders);

/** A rollout with everything that one line can tell about another one. */
function fullLog(): RolloutBuilder {
  const id = callId;
  const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** Update File: b.ts\n@@\n-é\n+ü\n*** End Patch';
  const script =
    'const [a, b] = await Promise.all([tools.exec_command({cmd:"cat a"}), tools.exec_command({cmd:"cat b"})]); text(a.output); text(b.output)';
  const parts = (...texts: string[]) => texts.map((text) => ({ type: 'input_text', text }));
  return new RolloutBuilder()
    .meta()
    .event({ type: 'task_started', turn_id: 'x' })
    .turn()
    .user('Build it — now')
    .item({ type: 'reasoning', summary: [], encrypted_content: 'gAAA'.repeat(300) })
    .call(id(1), 'exec_command', { cmd: 'make', workdir: 'web' })
    .call(id(2), 'exec_command', { cmd: 'git remote -v' })
    .output(id(1), ended(2, 'No rule'))
    .output(id(2), ended(0, 'origin\tgit@github.com:ada/harbour.git (fetch)'))
    .event({ type: 'token_count', info: { total: '"type":"function_call"' } })
    .call(id(3), 'exec_command', { cmd: 'make serve' })
    .output(id(3), running(7, 'starting\n'))
    .custom(id(4), 'apply_patch', patch)
    .event({ type: 'patch_apply_end', call_id: id(4), success: false })
    .customOutput(id(4), 'apply_patch verification failed: Failed to find expected lines in /home/dev/harbour/b.ts:\né')
    .call(id(5), 'write_stdin', { session_id: 7, chars: '' })
    .output(id(5), ended(1, 'port in use'))
    .turn({ cwd: '/home/dev/harbour/web' })
    .user('Again')
    .custom(id(6), 'exec', script)
    .customOutput(id(6), parts('Script running with cell ID 1\nWall time 10.0 seconds\nOutput:\n', 'one'))
    .call(id(7), 'wait', { cell_id: '1' })
    .output(id(7), parts('Script completed\nWall time 1.0 seconds\nOutput:\n', 'cat: b: No such file or directory'))
    .call(id(8), 'exec_command', { cmd: 'git push' })
    .output(id(8), 'exec command rejected by user')
    .user('Never push')
    .call(id(9), 'exec_command', { cmd: 'sleep 100' })
    .event({ type: 'turn_aborted', reason: 'interrupted' })
    .user('Stop that')
    .call(id(10), 'get', { id: 4 }, { namespace: 'mcp__tides' })
    .event({ type: 'mcp_tool_call_end', call_id: id(10), result: { Ok: { content: [], isError: true } } })
    .output(id(10), parts('Wall time: 0.1 seconds\nOutput:', 'no such tide'))
    .event({
      type: 'web_search_end',
      call_id: 'ws_0123456789abcdef0123',
      query: 'tides',
      action: { type: 'search', query: 'tides' },
    })
    .call(id(11), 'exec_command', { cmd: 'make last' });
}

interface Collected {
  calls: Map<string, Call>;
  messages: Message[];
}

/** Reads to the end of the file as the index does: calls that wait are handed to the next read. */
async function readOn(file: LogFile, from: number, into: Collected, mode: ReadMode = {}, taking = false): Promise<number> {
  const open = [...into.calls.values()].filter((call) => call.waiting !== undefined);
  const keep = ({ calls, messages }: ReadPart): void => {
    for (const call of calls) into.calls.set(call.id, call);
    into.messages.push(...messages);
  };
  const size = statSync(file.path).size;
  const result = await readLog({ ...file, size, home: '/home/dev/harbour' }, from, open, taking ? keep : undefined, mode);
  keep(result);
  return result.offset;
}

async function readWhole(file: LogFile, mode: ReadMode = {}, taking = false): Promise<Collected> {
  const into: Collected = { calls: new Map(), messages: [] };
  await readOn(file, 0, into, mode, taking);
  return into;
}

function sorted({ calls, messages }: Collected): unknown {
  return { calls: [...calls.values()].sort((a, b) => a.seq - b.seq || (a.id < b.id ? -1 : 1)), messages };
}

describe('a reading', () => {
  it('tells everything', async () => {
    const { calls, messages } = await readWhole(fullLog().write());
    expect(messages.map((message) => message.text)).toEqual(['Build it — now', 'Again', 'Never push', 'Stop that']);
    const told = [...calls.values()].sort((a, b) => a.seq - b.seq).map((call) => [call.tool, call.outcome, call.waiting ?? '']);
    expect(told).toEqual([
      ['shell', 'failed', ''],
      ['shell', 'ok', ''],
      ['shell', 'failed', ''],
      ['edit', 'failed', ''],
      ['other', 'ok', ''],
      ['shell', 'unknown', ''],
      ['shell', 'failed', ''],
      ['other', 'ok', ''],
      ['shell', 'rejected', ''],
      ['shell', 'cancelled', ''],
      ['mcp', 'failed', ''],
      ['web', 'ok', ''],
      ['shell', 'unknown', 'result'],
    ]);
    expect(calls.get(callId(4))?.input).toMatchObject({ path: 'b.ts', oldText: 'é\n', rest: { files: 2, also: 'a.ts' } });
    expect(calls.get(callId(2))?.turn).toBe(calls.get(callId(1))?.turn);
    expect(calls.get(callId(3))?.turn).toBe(callId(3));
    expect(calls.get(callId(8))?.said).toBe('Never push');
    expect(calls.get(callId(9))?.said).toBe('Stop that');
    expect(calls.get(callId(1))?.cwd).toBe('/home/dev/harbour/web');
    expect(calls.get(callId(11))?.cwd).toBe('/home/dev/harbour/web');
  });

  it('gives the same whether lines are skipped or parsed, in chunks of any size, and handed over meanwhile or not', async () => {
    const file = fullLog().write();
    const whole = sorted(await readWhole(file, { whole: true }));
    expect(sorted(await readWhole(file))).toEqual(whole);
    for (const chunk of [64, 1000, 4096]) expect(sorted(await readWhole(file, { chunk }, true))).toEqual(whole);
  });

  it('gives the same however often it is broken off and taken up again', async () => {
    const text = Buffer.from(fullLog().text());
    const file = writeLog(text, 'rollout.jsonl', new RolloutBuilder().session, 'codex');
    const whole = sorted(await readWhole(file));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 6 }), async (cuts) => {
        const into: Collected = { calls: new Map(), messages: [] };
        let written = 0;
        let offset = 0;
        writeFileSync(file.path, '');
        for (const cut of [...cuts.sort((a, b) => a - b), text.length]) {
          appendFileSync(file.path, text.subarray(written, cut));
          written = Math.max(written, cut);
          offset = await readOn(file, offset, into);
        }
        expect(sorted(into)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('knows its turn where the last read ended before the end of a line was written', async () => {
    const text = Buffer.from(fullLog().text());
    const file = writeLog(text, 'rollout.jsonl', new RolloutBuilder().session, 'codex');
    const whole = sorted(await readWhole(file));
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
      const into: Collected = { calls: new Map(), messages: [] };
      writeFileSync(file.path, text.subarray(0, end));
      const offset = await readOn(file, 0, into);
      appendFileSync(file.path, text.subarray(end));
      await readOn(file, offset, into);
      expect(sorted(into)).toEqual(whole);
    }
  });

  it('gives nothing to a record that hides in a text', async () => {
    const log = new RolloutBuilder()
      .meta()
      .turn()
      .exec(callId(1), 'cat log', 0, new RolloutBuilder().exec(callId(2), 'make', 1, 'no').text());
    expect([...(await readWhole(log.write())).calls.keys()]).toEqual([callId(1)]);
  });
});
