// Writes sessions like those of agents that keep lines of JSON, for bench/run.mjs: Codex, pi, Gemini CLI, Copilot CLI and Cursor. What they
// hold is in made-sessions.mjs; the mix of records around the calls is that of real logs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSessions } from './made-sessions.mjs';

/** Fills `<folder>/sessions` with about so many bytes. */
export function generateCodex(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const lines = [];
    const add = (ms, type, payload) => lines.push({ timestamp: time(ms), type, payload });
    const id = `019c0000-0000-7000-8000-0000${session.slice(1)}`;
    const base_instructions = { text: 'You are a coding agent. '.repeat(800) };
    add(at, 'session_meta', {
      id,
      timestamp: time(at),
      cwd,
      originator: 'codex-tui',
      cli_version: '0.147.0',
      source: 'cli',
      base_instructions,
    });
    for (const [number, call] of calls.entries()) {
      const call_id = `call_${session}x${number}x0123456789abcdef`;
      if (number % 30 === 0) {
        const message = `Please go on with pier ${number}`;
        add(call.at, 'turn_context', {
          turn_id: `${number}`,
          cwd,
          approval_policy: 'on-request',
          model: 'model-1',
          text: 'x'.repeat(1200),
        });
        add(call.at, 'response_item', {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: message }],
        });
        add(call.at, 'event_msg', { type: 'user_message', message, images: [] });
      }
      add(call.at, 'response_item', { type: 'reasoning', summary: [], encrypted_content: 'gAAAAA'.repeat(30) });
      add(call.at, 'event_msg', { type: 'agent_message', message: call.thought.slice(0, 300), phase: 'commentary' });
      const content = [{ type: 'output_text', text: call.thought.slice(0, 300) }];
      add(call.at, 'response_item', { type: 'message', role: 'assistant', content });
      const { filePath, oldString = '', newString = '', command, pattern } = call.input;
      if (call.tool === 'edit') {
        const signed = (sign, text) => text.split('\n').map((line) => sign + line);
        const patch = [
          '*** Begin Patch',
          `*** Update File: ${filePath}`,
          '@@',
          ...signed('-', oldString),
          ...signed('+', newString),
        ];
        const input = [...patch, '*** End Patch', ''].join('\n');
        const output =
          'Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess. Updated the following files:\nM src/tide.ts\n';
        add(call.at, 'response_item', {
          type: 'custom_tool_call',
          status: 'completed',
          name: 'apply_patch',
          input,
          call_id,
        });
        add(call.at + 900, 'response_item', { type: 'custom_tool_call_output', call_id, output });
      } else {
        const cmd = command ?? (pattern ? `rg -n ${pattern}` : `sed -n '1,200p' ${filePath}`);
        const args = JSON.stringify({ cmd, workdir: cwd, yield_time_ms: 10_000, max_output_tokens: 12_000 });
        const head = `Chunk ID: 12ab34\nWall time: 0.9 seconds\nProcess exited with code ${call.exit}\nOriginal token count: 900\nOutput:\n`;
        add(call.at, 'response_item', { type: 'function_call', name: 'exec_command', arguments: args, call_id });
        add(call.at + 900, 'response_item', { type: 'function_call_output', call_id, output: head + call.output });
      }
      const usage = {
        input_tokens: 8,
        cached_input_tokens: 78_296,
        output_tokens: 67,
        reasoning_output_tokens: 12,
        total_tokens: 78_363,
      };
      add(call.at + 900, 'event_msg', {
        type: 'token_count',
        info: { total_token_usage: usage, last_token_usage: usage },
        rate_limits: null,
      });
    }
    const [year, month, day] = time(at).slice(0, 10).split('-');
    const name = `rollout-${time(at).slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
    write(join(folder, 'sessions', year, month, day), name, lines);
  }
}

/** Fills `<folder>/sessions` with about so many bytes. */
export function generatePi(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const lines = [{ type: 'session', version: 3, id: session, timestamp: time(at), cwd }];
    for (const [number, call] of calls.entries()) {
      const id = `toolu_${session}x${number}x0123456789abcdef`;
      const { filePath: path, oldString: oldText, newString: newText, ...rest } = call.input;
      const block = { type: 'toolCall', id, name: call.tool, arguments: { path, oldText, newText, ...rest } };
      const content = [{ type: 'thinking', thinking: call.thought }, block];
      const text = call.exit ? `${call.output}\n\nCommand exited with code ${call.exit}` : call.output;
      const result = { role: 'toolResult', toolCallId: id, toolName: call.tool, content: [{ type: 'text', text }] };
      const entry = (message, ms) => ({
        type: 'message',
        id: `${number}`,
        parentId: null,
        timestamp: time(ms),
        message,
      });
      lines.push(entry({ role: 'assistant', content, stopReason: 'toolUse', timestamp: call.at }, call.at));
      lines.push(entry({ ...result, isError: call.exit > 0, timestamp: call.at + 900 }, call.at + 900));
    }
    const bucket = join(folder, 'sessions', `--${cwd.slice(1).replaceAll('/', '-')}--`);
    write(bucket, `${time(at).replaceAll(/[:.]/g, '-')}_${session}.jsonl`, lines);
  }
}

/** Fills `<folder>/tmp` with about so many bytes: each message is written when it is sent, and again with its result. */
export function generateGemini(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const lines = [
      { sessionId: session, projectHash: '0'.repeat(64), startTime: time(at), lastUpdated: time(at), kind: 'main' },
    ];
    const add = (record) => lines.push(record, { $set: { lastUpdated: record.timestamp } });
    for (const [number, call] of calls.entries()) {
      const { filePath: file_path, oldString: old_string, newString: new_string, ...rest } = call.input;
      const name = { bash: 'run_shell_command', read: 'read_file', edit: 'replace', grep: 'grep_search' }[call.tool];
      const id = `${name}__call_${session}x${number}x0123456789abcdef`;
      const output = call.tool === 'bash' ? `Output: ${call.output}\nExit Code: ${call.exit}` : call.output;
      const result = [{ functionResponse: { id, name, response: { output } } }];
      const thoughts = [{ subject: 'Harbour', description: call.thought, timestamp: time(call.at) }];
      const message = {
        id: `${session}-${number}`,
        timestamp: time(call.at),
        type: 'gemini',
        content: '',
        thoughts,
        model: 'model-1',
      };
      const toolCall = { id, name, args: { file_path, old_string, new_string, ...rest } };
      add(message);
      lines.push({ ...message, toolCalls: [{ ...toolCall, status: 'executing' }] });
      lines.push({
        ...message,
        toolCalls: [{ ...toolCall, result, status: 'success', timestamp: time(call.at + 900), resultDisplay: output }],
      });
      add({ id: `${session}-${number}-answer`, timestamp: time(call.at + 900), type: 'user', content: result });
    }
    const project = join(folder, 'tmp', cwd.slice(cwd.lastIndexOf('/') + 1));
    write(join(project, 'chats'), `session-${time(at).slice(0, 16).replaceAll(':', '-')}-${session}.jsonl`, lines);
    writeFileSync(join(project, '.project_root'), cwd);
  }
}

/** Fills `<folder>/session-state` with about so many bytes. */
export function generateCopilot(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const lines = [];
    const add = (ms, type, data) =>
      lines.push({ type, data, id: `${session}-${lines.length}`, timestamp: time(ms), parentId: null });
    add(at, 'session.start', {
      sessionId: session,
      version: 1,
      copilotVersion: '1.0.68',
      context: { cwd, gitRoot: cwd, branch: 'main' },
    });
    add(at, 'system.message', { content: 'You are a coding agent. '.repeat(1800) });
    for (const [number, call] of calls.entries()) {
      const toolCallId = `toolu_${session}x${number}x0123456789abcdef`;
      const { filePath: path, oldString: old_str, newString: new_str, ...rest } = call.input;
      const toolName = { bash: 'bash', read: 'view', edit: 'edit', grep: 'grep' }[call.tool];
      const args = { path, old_str, new_str, ...rest };
      const content = call.tool === 'bash' ? `${call.output}\n<exited with exit code ${call.exit}>` : call.output;
      add(call.at, 'assistant.turn_start', { turnId: `${number}` });
      const toolRequests = [{ toolCallId, name: toolName, arguments: args }];
      add(call.at, 'assistant.message', {
        content: call.thought.slice(0, 300),
        toolRequests,
        reasoningText: call.thought,
      });
      add(call.at, 'hook.start', { hookType: 'preToolUse', input: { toolName, toolArgs: args, cwd } });
      add(call.at, 'hook.end', { hookType: 'preToolUse', success: true });
      add(call.at, 'tool.execution_start', { toolCallId, toolName, arguments: args });
      add(call.at + 900, 'tool.execution_complete', {
        toolCallId,
        success: true,
        result: { content, detailedContent: content },
      });
      add(call.at + 900, 'assistant.turn_end', { turnId: `${number}` });
    }
    write(join(folder, 'session-state', session), 'events.jsonl', lines);
  }
}

/** Fills `<folder>/projects` with about so many bytes. */
export function generateCursor(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const lines = calls.flatMap((call, number) => {
      const { filePath: path, oldString: old_string, newString: new_string, ...rest } = call.input;
      const name = { bash: 'Shell', read: 'Read', edit: 'StrReplace', grep: 'Grep' }[call.tool];
      const use = { type: 'tool_use', name, input: { path, old_string, new_string, ...rest } };
      const query = `<timestamp>${time(at + number * 1000)}</timestamp>\n<user_query>\nGo on with pier ${number}\n</user_query>`;
      const asked = number % 30 === 0 ? [{ role: 'user', message: { content: [{ type: 'text', text: query }] } }] : [];
      const said = `${call.thought} ${call.output}`;
      return [...asked, { role: 'assistant', message: { content: [{ type: 'text', text: said }, use] } }];
    });
    write(join(folder, 'projects', cwd.slice(1).replaceAll('/', '-'), 'agent-transcripts'), `${session}.jsonl`, lines);
  }
}

function time(ms) {
  return new Date(ms).toISOString();
}

function write(folder, name, lines) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}
