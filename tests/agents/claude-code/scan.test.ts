import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { LogFile, ReadResult } from '../../../src/agents/agent.ts';
import type { Call } from '../../../src/agents/call.ts';
import { readLog } from '../../../src/agents/claude-code/reader.ts';
import type { ReadMode } from '../../../src/agents/jsonl.ts';
import { removeFolders } from '../log-file.ts';
import { type Fields, LogBuilder } from './log.ts';

afterAll(removeFolders);

/** Text that could lead a scan of bytes astray: keys, ends of records, escapes, characters of several bytes. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '"timestamp":"2020-01-01T00:00:00.000Z"',
    '},"toolUseResult":{"interrupted":true',
    '{"type":"tool_use","id":"t1","name":"Bash"}',
    '"type":"text","tool_use_id":"t2"',
    '],"stop_reason":null}',
    '"}]},"uuid":"',
    'ends with a backslash \\',
    '"content":[{"type":"tool_use"',
    ',"normalizedMessages":[]',
    '<system-reminder>\nnot part of it\n</system-reminder>',
    'naïve – 日本語 😀',
    '\u2028\u0000\t"quoted"',
  ),
);
const long = fc
  .tuple(text, fc.integer({ min: 0, max: 400 }))
  .map(([part, times]) => `${part}${' and so on'.repeat(times)}${part}`);
const id = fc.integer({ min: 1, max: 9 }).map((number) => `toolu_${number}`);

const tools: [string, (value: string) => Fields][] = [
  ['Bash', (value) => ({ command: value, description: 'Run it' })],
  ['Read', (value) => ({ file_path: `/src/${value}`, offset: 3 })],
  ['Edit', (value) => ({ file_path: '/a.ts', old_string: value, new_string: 'y', replace_all: false })],
  ['Write', (value) => ({ file_path: '/b.ts', content: value })],
  ['Grep', (value) => ({ pattern: value, output_mode: 'content', '-n': true })],
  ['WebFetch', (value) => ({ url: 'https://example.org', prompt: value })],
  ['mcp__tracker__list', (value) => ({ query: value, stop_reason: [1], nested: { list: [value], stop_reason: 'x' } })],
  ['TaskOutput', () => ({ task_id: 'b1' })],
];

type Step = (log: LogBuilder) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(id, fc.constantFrom(...tools), long).map(
      ([one, [name, input], value]): Step =>
        (log) =>
          log.use(one, name, input(value)),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(id, long, fc.boolean()).map(
      ([one, value, flagged]): Step =>
        (log) =>
          log.result(one, value, {
            isError: flagged ? false : undefined,
            toolUseResult: {
              stdout: value,
              stderr: '',
              interrupted: value.length % 5 === 0,
              isImage: false,
              returnCodeInterpretation: flagged ? 'No matches found' : undefined,
            },
          }),
    ),
  },
  fc.tuple(id, long).map(
    ([one, value]): Step =>
      (log) =>
        log.result(one, value, {
          toolUseResult: { type: 'text', file: { filePath: '/x', content: value, totalLines: value.length } },
        }),
  ),
  fc.tuple(id, long).map(
    ([one, value]): Step =>
      (log) =>
        log.result(one, value, {
          toolUseResult: { filePath: '/x', originalFile: value, structuredPatch: [{ lines: [value] }] },
        }),
  ),
  fc.tuple(id, long).map(
    ([one, value]): Step =>
      (log) =>
        log.fail(one, value),
  ),
  fc.tuple(id, text).map(
    ([one, value]): Step =>
      (log) =>
        log.fail(one, `Exit code 1\n${value}`, { toolDenialKind: 'permission-rule' }),
  ),
  fc.tuple(id, text).map(
    ([one, value]): Step =>
      (log) =>
        log.result(one, [
          { type: 'text', text: value },
          { type: 'image', source: {} },
        ]),
  ),
  fc.tuple(id, text).map(
    ([one, value]): Step =>
      (log) =>
        log.result(one, value, { text: value }),
  ),
  fc.tuple(id, id, text).map(
    ([one, two, value]): Step =>
      (log) =>
        log.user([
          { tool_use_id: one, type: 'tool_result', content: value },
          { tool_use_id: two, type: 'tool_result', content: value },
        ]),
  ),
  fc.tuple(id, text).map(
    ([one, value]): Step =>
      (log) =>
        log.result(one, value, { toolUseResult: { bytes: 1, code: 404, url: 'x' } }),
  ),
  fc.constant<Step>((log) =>
    log.result('toolu_1', 'Command running in background with ID: b1. Output', { isError: false }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.user(value),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.user([
          { type: 'text', text: value },
          { type: 'text', text: '[Request interrupted by user]' },
        ]),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.user(value, { isMeta: true }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.assistant([{ type: 'text', text: value }]),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.assistant([{ type: 'thinking', thinking: value, signature: 'AA' }]),
  ),
  fc.tuple(id, text).map(
    ([one, value]): Step =>
      (log) =>
        log.assistant([
          { type: 'thinking', thinking: value },
          { type: 'tool_use', id: one, name: 'Bash', input: { command: value } },
          { type: 'server_tool_use', id: 's', name: 'x', input: {} },
        ]),
  ),
  fc.tuple(id, long).map(
    ([one, value]): Step =>
      (log) =>
        log.progress(
          {
            type: 'assistant',
            timestamp: log.time(),
            message: {
              model: 'm',
              id: 'msg_x',
              type: 'message',
              role: 'assistant',
              content: [{ type: 'tool_use', id: one, name: 'Grep', input: { pattern: value } }],
              stop_reason: null,
            },
            uuid: log.uuid(),
          },
          'a1',
          [{ content: value }],
        ),
  ),
  fc.tuple(id, long).map(
    ([one, value]): Step =>
      (log) =>
        log.progress(
          {
            type: 'user',
            message: { role: 'user', content: [{ tool_use_id: one, type: 'tool_result', content: value }] },
            uuid: log.uuid(),
            timestamp: log.time(),
            toolUseResult: value,
          },
          'a2',
          [value],
        ),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.progress(
          {
            type: 'user',
            message: { role: 'user', content: [{ type: 'text', text: value }] },
            uuid: log.uuid(),
            timestamp: log.time(),
          },
          'a1',
        ),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({
          ...log.parent(),
          userType: 'external',
          ...log.setting(),
          type: 'progress',
          data: { type: 'bash_progress', output: value },
          timestamp: log.time(),
        }),
  ),
  fc.tuple(text, fc.constantFrom('hook_success', 'queued_command', 'skill_listing')).map(
    ([value, type]): Step =>
      (log) =>
        log.record({
          ...log.parent(),
          attachment: { type, prompt: value, content: value },
          type: 'attachment',
          uuid: log.uuid(),
          timestamp: log.time(),
          ...log.setting(),
        }),
  ),
  id.map(
    (one): Step =>
      (log) =>
        log.record({
          ...log.parent(),
          attachment: { type: 'hook_permission_decision', decision: 'deny', toolUseID: one },
          type: 'attachment',
          timestamp: log.time(),
          ...log.setting(),
        }),
  ),
  fc.tuple(id, text, fc.constantFrom('hook_blocking_error', 'hook_additional_context')).map(
    ([toolUseID, value, type]): Step =>
      (log) =>
        log.record({
          ...log.parent(),
          attachment: {
            type,
            toolUseID,
            hookEvent: 'PostToolUse',
            content: [value],
            blockingError: { blockingError: value },
          },
          type: 'attachment',
          timestamp: log.time(),
          ...log.setting(),
        }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({
          type: 'queue-operation',
          operation: 'enqueue',
          timestamp: log.time(),
          sessionId: log.session,
          content: value,
        }),
  ),
  fc.constantFrom('completed', 'failed', 'running').map(
    (status): Step =>
      (log) =>
        log.record({
          type: 'queue-operation',
          operation: 'enqueue',
          timestamp: log.time(),
          sessionId: log.session,
          content: `<task-notification>\n<task-id>b1</task-id>\n<status>${status}</status>\n</task-notification>`,
        }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({
          type: 'file-history-snapshot',
          messageId: log.uuid(),
          snapshot: { trackedFileBackups: { [value]: 1 } },
        }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({
          ...log.parent(),
          ...log.setting(),
          type: 'system',
          subtype: 'local_command',
          content: value,
          timestamp: log.time(),
        }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({ type: 'ai-title', aiTitle: value, sessionId: log.session }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({ type: 'custom-title', customTitle: value, sessionId: log.session }),
  ),
  fc.constant<Step>((log) =>
    log.record({ type: 'pr-link', sessionId: log.session, prUrl: 'https://github.com/lantern/harbour/pull/1' }),
  ),
  text.map(
    (value): Step =>
      (log) =>
        log.record({
          type: 'api-request-blob',
          sessionId: log.session,
          message: { role: 'user', content: [{ type: 'tool_result', content: value, tool_use_id: 'toolu_1' }] },
        }),
  ),
  fc.boolean().map(
    (modern): Step =>
      (log) => {
        log.modern = modern;
      },
  ),
  fc.constantFrom('/home/dev/harbour', 'D:\\work\\harbour', '/home/dev/höfe "x"').map(
    (cwd): Step =>
      (log) => {
        log.cwd = cwd;
      },
  ),
  fc.constantFrom('main', '', 'feature/ü').map(
    (branch): Step =>
      (log) => {
        log.branch = branch;
      },
  ),
  fc.constantFrom(undefined, 'a9').map(
    (agent): Step =>
      (log) => {
        log.agentId = agent;
      },
  ),
  fc.constant<Step>((log) => {
    log.session = '6f1c2e7a-0000-4000-8000-000000000002';
  }),
  fc.constant<Step>((log) => {
    const line = log.lines.at(-1);
    if (line !== undefined) log.raw(`${JSON.stringify(JSON.parse(line), null, 1).replaceAll('\n', '')} `);
  }),
);

const anyLog = fc.array(step, { minLength: 1, maxLength: 40 }).map((steps) => {
  const log = new LogBuilder();
  for (const run of steps) run(log);
  return log;
});

/** What a reading gave, in the order of the log. */
async function readAll(file: LogFile, mode: ReadMode): Promise<Omit<ReadResult, 'bad'>> {
  const parts: Pick<ReadResult, 'calls' | 'messages'>[] = [];
  const { bad: _, ...result } = await readLog(
    file,
    0,
    [],
    (part) => {
      parts.push(part);
    },
    mode,
  );
  const calls = [...parts.flatMap((part) => part.calls), ...result.calls].sort((a, b) => a.seq - b.seq);
  return { ...result, calls, messages: [...parts.flatMap((part) => part.messages), ...result.messages] };
}

describe('a scan of bytes', () => {
  it('finds exactly what parsing every line finds, however many bytes are read at a time', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.integer({ min: 1, max: 5000 }), async (log, chunk) => {
        const file = log.write();
        const whole = await readAll(file, { whole: true });
        expect(await readAll(file, {})).toEqual(whole);
        expect(await readAll(file, { chunk })).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  it('finds the same in several readings of a log that grows', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyLog,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        async (log, cuts) => {
          const bytes = Buffer.from(log.text());
          const file = log.write();
          const whole = await readAll(file, { whole: true });
          writeFileSync(file.path, '');
          const known = new Map<string, Call>();
          const messages: ReadResult['messages'] = [];
          let home: string | undefined;
          let offset = 0;
          let done = 0;
          for (const cut of [...cuts.sort((a, b) => a - b), 1]) {
            const end = Math.round(bytes.length * cut);
            appendFileSync(file.path, bytes.subarray(done, end));
            done = end;
            const open = [...known.values()].filter((call) => call.waiting !== undefined);
            const read = await readLog(
              { ...file, size: statSync(file.path).size, ...(home === undefined ? {} : { home }) },
              offset,
              open,
            );
            offset = read.offset;
            home ??= read.sessions.find(({ session }) => session === file.session)?.cwds[0];
            for (const call of read.calls)
              if (!known.has(call.id) || open.some(({ id: one }) => one === call.id)) known.set(call.id, call);
            messages.push(...read.messages);
          }
          expect([...known.values()].sort((a, b) => a.seq - b.seq)).toEqual(whole.calls);
          expect(messages).toEqual(whole.messages);
          expect(offset).toBe(whole.offset);
        },
      ),
      { numRuns: 150 },
    );
  });
});
