import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { CallEnd, DescribedSession, Step, ToolUse } from '../described-session.ts';
import { makeHome, type TestHome } from '../home.ts';

interface LogRecord {
  type: string;
  uuid?: string;
  parentUuid?: string | null;
  isSidechain?: boolean;
  timestamp?: string;
  cwd?: string;
  sessionId?: string;
  message?: { id?: string; content: string | Block[] };
  toolUseResult?: unknown;
  sourceToolAssistantUUID?: string;
  [more: string]: unknown;
}

interface Block {
  type: string;
  id?: string;
  name?: string;
  input?: Record<string, unknown>;
  tool_use_id?: string;
  content?: unknown;
  is_error?: boolean;
}

let home: TestHome | undefined;
afterEach(() => home?.remove());

describe('the writer of Claude Code logs', () => {
  it('writes one file per session below the slug of its folder', async () => {
    home = await makeHome([session([shell('a1', 'ls')]), { ...session([shell('b1', 'ls')]), cwd: 'D:\\my project' }]);
    const files = home.logs.files.map((file) => file.slice(home?.path.length).replaceAll('\\', '/'));
    expect(files).toEqual([
      `/.claude/projects/-home-ada-harbour/${home.logs.sessions[0]}.jsonl`,
      `/.claude/projects/D--my-project/${home.logs.sessions[1]}.jsonl`,
    ]);
  });

  it('links every record to one before it, in order of time', async () => {
    const steps: Step[] = [
      { user: 'hello' },
      shell('a1', 'ls'),
      { says: 'done' },
      { compact: true },
      shell('a2', 'pwd'),
    ];
    const records = (await readRecords(session(steps))).filter((record) => record.uuid);
    const seen = new Set<string>();
    for (const record of records) {
      if (record.parentUuid) expect(seen).toContain(record.parentUuid);
      seen.add(record.uuid ?? '');
    }
    const roots = records.filter((record) => record.parentUuid === null);
    expect(roots.map((record) => record.subtype)).toEqual([undefined, 'compact_boundary']);
    const times = records.map((record) => record.timestamp ?? '');
    expect(times).toEqual([...times].sort());
  });

  it('pairs each call with its result, parallel ones in one message', async () => {
    const records = await readRecords(session([shell('a1', 'ls'), { ...shell('a2', 'pwd'), parallel: true }]));
    const uses = records.filter((record) => blockOf(record)?.type === 'tool_use');
    const results = records.filter((record) => blockOf(record)?.type === 'tool_result');
    expect(uses.map((record) => blockOf(record)?.id)).toEqual(results.map((record) => blockOf(record)?.tool_use_id));
    expect(uses[0]?.message?.id).toBe(uses[1]?.message?.id);
    expect(results.map((record) => record.sourceToolAssistantUUID)).toEqual(uses.map((record) => record.uuid));
    expect(records.indexOf(uses[1] as LogRecord)).toBeLessThan(records.indexOf(results[0] as LogRecord));
  });

  it.each<[string, ToolUse, CallEnd, string, boolean | undefined, unknown]>([
    [
      'a command that fails',
      bash('make'),
      { how: 'exit', code: 2, prints: 'no rule' },
      'Exit code 2\nno rule',
      true,
      'Error: Exit code 2\nno rule',
    ],
    [
      'a command that prints',
      bash('ls'),
      { how: 'ok', prints: 'a' },
      'a',
      false,
      expect.objectContaining({ stdout: 'a', interrupted: false }),
    ],
    [
      'a silent command',
      bash('true'),
      { how: 'ok', prints: '' },
      '(Bash completed with no output)',
      false,
      expect.objectContaining({ stdout: '' }),
    ],
    [
      'a file that is not there',
      { tool: 'read', path: 'x.ts' },
      { how: 'missing' },
      'File does not exist. Note: your current working directory is /home/ada/harbour.',
      true,
      expect.stringMatching(/^Error: File does not exist/),
    ],
    [
      'an edit that finds nothing',
      { tool: 'edit', path: 'x.ts', old: 'a', new: 'b' },
      { how: 'error', text: 'String to replace not found in file.\nString: a' },
      '<tool_use_error>String to replace not found in file.\nString: a</tool_use_error>',
      true,
      'Error: String to replace not found in file.\nString: a',
    ],
    [
      'a search below a folder that is not there',
      { tool: 'search', pattern: 'x', path: 'lib' },
      { how: 'missing' },
      '<tool_use_error>Path does not exist: lib</tool_use_error>',
      true,
      'Error: Path does not exist: lib',
    ],
    [
      'a list without hits',
      { tool: 'list', pattern: '*.x' },
      { how: 'ok', prints: '' },
      'No files found',
      undefined,
      expect.objectContaining({ numFiles: 0 }),
    ],
    [
      'a hook that says no',
      bash('cat x'),
      { how: 'blocked', text: 'Use the Read tool' },
      'PreToolUse:Bash hook error: Use the Read tool',
      true,
      expect.stringMatching(/^Error: /),
    ],
    [
      'a permission rule that says no',
      bash('cat x'),
      { how: 'denied' },
      'Permission to use Bash with command cat x has been denied.',
      true,
      expect.stringMatching(/^Error: /),
    ],
    [
      'a user who says no in words',
      bash('git push'),
      { how: 'rejected', words: 'I push myself' },
      expect.stringMatching(/^The user doesn't want to proceed .* the user said:\nI push myself$/) as unknown as string,
      true,
      'User rejected tool use',
    ],
  ])('tells %s as the client does', async (_what, use, end, content, isError, toolUseResult) => {
    const records = await readRecords(session([{ id: 'a1', use, end }]));
    const result = records.find((record) => blockOf(record)?.type === 'tool_result');
    expect(blockOf(result)?.content).toEqual(content);
    expect(blockOf(result)?.is_error).toBe(isError);
    expect(result?.toolUseResult).toEqual(toolUseResult);
  });

  it('leaves an interruption where the user says no without words', async () => {
    const records = await readRecords(
      session([{ id: 'a1', use: bash('ls'), end: { how: 'rejected' } }, { user: 'not like that' }]),
    );
    const texts = records
      .filter((record) => record.type === 'user')
      .map((record) => blockOf(record)?.content ?? textOf(record));
    expect(texts.slice(-3)).toEqual([
      expect.stringContaining('STOP what you are doing'),
      '[Request interrupted by user for tool use]',
      'not like that',
    ]);
  });

  it('writes raw hook text in the format of older clients', async () => {
    const records = await readRecords({
      ...session([{ id: 'a1', use: bash('cat x'), end: { how: 'blocked', text: 'No cat' } }]),
      version: '2.1.197',
    });
    expect(records.map((record) => blockOf(record)?.content)).toContain('No cat');
  });

  it("writes a subagent's calls into a file of their own, under the session's id", async () => {
    home = await makeHome([
      session([
        {
          id: 't1',
          use: { tool: 'task', task: 'look', kind: 'Explore', steps: [shell('t2', 'ls')] },
          end: { how: 'ok', prints: 'seen' },
        },
      ]),
    ]);
    const [main = '', subagent = ''] = home.logs.files;
    expect(subagent).toMatch(/subagents[\\/]agent-a[0-9a-f]{16}\.jsonl$/);
    const inner = parse(await readFile(subagent, 'utf8'));
    expect(inner.every((record) => record.isSidechain === true && record.sessionId === home?.logs.sessions[0])).toBe(
      true,
    );
    expect(inner.map((record) => blockOf(record)?.id)).toContain(home.logs.calls.get('t2'));
    expect(await readFile(main, 'utf8')).not.toContain(home.logs.calls.get('t2'));
  });

  it('starts a fork with the records it came from: same calls, another session', async () => {
    home = await makeHome([
      session([shell('a1', 'ls')]),
      { ...session([shell('b1', 'pwd')]), start: '2026-03-02T09:00:00Z', forkOf: 1 },
    ]);
    const [first = '', second = ''] = home.logs.files;
    const [original, fork] = [parse(await readFile(first, 'utf8')), parse(await readFile(second, 'utf8'))];
    expect(fork.slice(0, original.length)).toEqual(
      original.map((record) => ({ ...record, sessionId: home?.logs.sessions[1] })),
    );
    expect(fork.length).toBeGreaterThan(original.length);
  });

  it('writes the same bytes every time', async () => {
    const described = session([shell('a1', 'ls'), { compact: true }]);
    const first = await readRecords(described);
    await home?.remove();
    expect(await readRecords(described)).toEqual(first);
  });
});

function session(steps: Step[]): DescribedSession {
  return { start: '2026-03-01T09:00:00Z', cwd: '/home/ada/harbour', branch: 'main', steps };
}

function shell(id: string, command: string): Step & { id: string; use: ToolUse; end: CallEnd } {
  return { id, use: bash(command), end: { how: 'ok', prints: '' } };
}

function bash(command: string): ToolUse {
  return { tool: 'shell', command };
}

async function readRecords(described: DescribedSession): Promise<LogRecord[]> {
  home = await makeHome([described]);
  return parse(await readFile(home.logs.files[0] ?? '', 'utf8'));
}

function parse(text: string): LogRecord[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function blockOf(record: LogRecord | undefined): Block | undefined {
  const content = record?.message?.content;
  return Array.isArray(content) && content[0]?.type !== 'text' ? content[0] : undefined;
}

function textOf(record: LogRecord): unknown {
  const content = record.message?.content;
  return Array.isArray(content) ? (content[0] as { text?: string }).text : content;
}
