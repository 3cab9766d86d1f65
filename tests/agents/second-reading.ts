import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A second reading of agents' logs, written apart from the readers and as plain as can be: which calls there are, and which of them
 * their logs flag as failed. It knows nothing of outcomes but flags and exit codes.
 */
export interface SeenCall {
  /** The id in the log. */
  id: string;
  session: string;
  name: string;
  /** An error flag, or an exit code that is not 0. */
  flagged: boolean;
  /** The beginning of what the tool answered; nothing where the log has no result. */
  answer?: string;
}

type Fields = { readonly [key: string]: unknown };
type Reading = (path: string, note: (call: Pick<SeenCall, 'id'> & Partial<SeenCall>) => void) => void;

/** How each agent's logs are read, and where they are below a home folder. */
const READINGS: Readonly<Record<string, { folder: string; ends: RegExp; read: Reading }>> = {
  'claude-code': { folder: '.claude/projects', ends: /\.jsonl$/, read: readClaude },
  codex: { folder: '.codex/sessions', ends: /\.jsonl$/, read: readCodex },
  copilot: { folder: '.copilot/session-state', ends: /events\.jsonl$/, read: readCopilot },
  gemini: { folder: '.gemini/tmp', ends: /chats\/.*\.jsonl?$/, read: readGemini },
  pi: { folder: '.pi/agent/sessions', ends: /\.jsonl$/, read: readPi },
  opencode: { folder: 'opencode-export', ends: /\.jsonl?$/, read: readOpenCode },
};

export const SECOND_READINGS = Object.keys(READINGS);

/** Every call in the logs of an agent below a home folder, by its id. */
export function readAgain(agent: string, home: string): Map<string, SeenCall> {
  const calls = new Map<string, SeenCall>();
  const { folder, ends, read } = READINGS[agent] ?? { folder: '', ends: /$^/, read: () => {} };
  for (const path of filesBelow(join(home, folder)).filter((file) => ends.test(file.replaceAll('\\', '/')))) {
    read(path, (noted) => {
      const { id } = noted;
      const known = calls.get(id) ?? { id, session: path, name: '', flagged: false };
      calls.set(id, { ...known, ...noted, flagged: known.flagged || noted.flagged === true });
    });
  }
  return calls;
}

function readClaude(path: string, note: Parameters<Reading>[1]): void {
  for (const record of linesOf(path)) {
    // Some versions put what subagents do into records of their progress.
    const nested = fieldsOf(fieldsOf(record.data).message).message;
    for (const message of [fieldsOf(record.message), fieldsOf(nested)]) {
      for (const block of listOf(message.content)) {
        if (block.type === 'tool_use') note({ id: String(block.id), name: String(block.name) });
        if (block.type !== 'tool_result') continue;
        note({ id: String(block.tool_use_id), flagged: block.is_error === true, answer: textOf(block.content) });
      }
    }
  }
}

function readCodex(path: string, note: Parameters<Reading>[1]): void {
  const running = new Map<string, string>();
  const asked = new Map<string, Fields>();
  for (const { type, payload } of linesOf(path)) {
    const item = fieldsOf(payload);
    const id = String(item.call_id ?? item.id);
    if (type === 'event_msg' && item.type === 'exec_command_end' && item.exit_code !== 0) note({ id, flagged: true });
    if (type === 'event_msg' && item.type === 'mcp_tool_call_end' && asked.has(id)) {
      const { Ok, Err } = fieldsOf(item.result);
      note({ id, flagged: Err !== undefined || fieldsOf(Ok).isError === true });
    }
    if (type !== 'response_item') continue;
    if (/^(?:function_call|custom_tool_call|local_shell_call)$/.test(String(item.type))) {
      asked.set(id, item);
      note({ id, name: String(item.name ?? item.type) });
    }
    if (!/^(?:function|custom_tool)_call_output$/.test(String(item.type))) continue;
    const answer = textOf(item.output);
    const code = /^(?:Exit code: |Process exited with code )(-?\d+)$/m.exec(answer.slice(0, 400))?.[1];
    const exit = code ?? /^\{"output":[\s\S]*"metadata":\{"exit_code":(-?\d+)/.exec(answer)?.[1];
    const session = /^Process running with session ID (\d+)$/m.exec(answer.slice(0, 400))?.[1];
    const sent = fieldsOf(parse(String(asked.get(id)?.arguments ?? '')));
    const owner = asked.get(id)?.name === 'write_stdin' ? running.get(String(sent.session_id)) : id;
    if (session !== undefined && asked.get(id)?.name !== 'write_stdin') running.set(session, id);
    if (owner !== undefined && exit !== undefined && exit !== '0') note({ id: owner, flagged: true });
    const isRefused =
      /^(?:Script failed|apply_patch verification failed|exec_command failed|write_stdin failed|aborted by user)/.test(
        answer,
      );
    note({ id, answer, flagged: isRefused });
  }
}

function readCopilot(path: string, note: Parameters<Reading>[1]): void {
  for (const { type, data } of linesOf(path)) {
    const { toolCallId, toolName, success, result, error } = fieldsOf(data);
    if (type === 'tool.execution_start') note({ id: String(toolCallId), name: String(toolName) });
    if (type !== 'tool.execution_complete') continue;
    const answer = textOf(fieldsOf(result).content ?? fieldsOf(error).message);
    const exit = /exit code (\d+)>\s*$/.exec(answer)?.[1] ?? '0';
    note({ id: String(toolCallId), flagged: success !== true || exit !== '0', answer });
  }
}

function readGemini(path: string, note: Parameters<Reading>[1]): void {
  const whole = fieldsOf(parse(readFileSync(path, 'utf8')));
  const messages = 'messages' in whole ? listOf(whole.messages) : linesOf(path);
  for (const { toolCalls } of messages) {
    for (const { id, name, status, result } of listOf(toolCalls)) {
      const answer = JSON.stringify(result ?? '');
      const exit = /Exit Code: (\d+)/.exec(answer)?.[1] ?? '0';
      note({
        id: String(id),
        name: String(name),
        flagged: status === 'error' || status === 'cancelled' || exit !== '0',
        answer,
      });
    }
  }
}

function readPi(path: string, note: Parameters<Reading>[1]): void {
  for (const record of linesOf(path)) {
    const { role, content, toolCallId, isError } = fieldsOf(record.message);
    if (role === 'assistant')
      for (const { type, id, name } of listOf(content))
        if (type === 'toolCall') note({ id: String(id), name: String(name) });
    if (role === 'toolResult') note({ id: String(toolCallId), flagged: isError === true, answer: textOf(content) });
  }
}

function readOpenCode(path: string, note: Parameters<Reading>[1]): void {
  for (const { info, parts } of listOf(fieldsOf(parse(readFileSync(path, 'utf8'))).messages)) {
    for (const [index, { type, tool, callID, state }] of listOf(parts).entries()) {
      if (type !== 'tool') continue;
      const { status, output, error, metadata } = fieldsOf(state);
      const { exit } = fieldsOf(metadata);
      // Ids that were blackened out are many times the same.
      const id = /^[\w-]{12,}$/.test(String(callID)) ? String(callID) : `${fieldsOf(info).id}#${index}`;
      const flagged = status === 'error' || (exit !== undefined && exit !== null && exit !== 0);
      note({
        id,
        name: String(tool),
        flagged,
        answer: status === 'completed' || flagged ? textOf(output ?? error) : undefined,
      });
    }
  }
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort()
      .map((name) => join(folder, name))
      .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
  } catch {
    return [];
  }
}

function linesOf(path: string): Fields[] {
  const texts = readFileSync(path, 'utf8').split('\n');
  return texts.map((text) => fieldsOf(parse(text)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}
