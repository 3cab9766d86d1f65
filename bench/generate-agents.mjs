// Writes sessions like those of agents that keep a database or a JSON document each, for bench/run.mjs: OpenCode, Cline, OpenHands and
// SWE-agent. What they hold is in made-sessions.mjs.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { generateSessions } from './made-sessions.mjs';

/** Fills `<folder>/opencode.db` with about so many bytes. */
export function generateOpenCode(folder, bytes) {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'opencode.db'));
  database.exec(`
    create table session (id text primary key, parent_id text, directory text, title text, version text, time_created integer, time_updated integer);
    create table message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text);
    create index message_session_time_created_id_idx on message (session_id, time_created, id);
    create index part_message_id_id_idx on part (message_id, id);
    begin`);
  const addSession = database.prepare('insert into session values (?, null, ?, ?, ?, ?, ?)');
  const addMessage = database.prepare('insert into message values (?, ?, ?, ?, ?)');
  const addPart = database.prepare('insert into part values (?, ?, ?, ?, ?, ?)');
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    addSession.run(`ses_${session}`, cwd, 'A calm harbour', '1.18.33', at, at);
    for (const [number, call] of calls.entries()) {
      const id = `msg_${session}_${String(number).padStart(6, '0')}`;
      const time = { start: call.at, end: call.at + 900 };
      const message = { role: 'assistant', path: { cwd, root: cwd }, time: { created: call.at } };
      const metadata = call.tool === 'bash' ? { output: call.output, exit: call.exit } : {};
      const state = { status: 'completed', input: call.input, output: call.output, metadata, time };
      const parts = [
        { type: 'step-start', snapshot: '791ddb3c' },
        { type: 'reasoning', text: call.thought },
        { type: 'tool', tool: call.tool, callID: `call_${id}x0123456789abcdef`, state },
      ];
      addMessage.run(id, `ses_${session}`, call.at, call.at, JSON.stringify(message));
      for (const [index, part] of parts.entries())
        addPart.run(`prt_${id}_${index}`, id, `ses_${session}`, call.at, call.at, JSON.stringify(part));
    }
  }
  database.exec('commit');
  database.close();
}

/** Fills `<folder>/tasks` with about so many bytes. */
export function generateCline(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const environment = {
      type: 'text',
      text: `<environment_details>\n# Current Workspace Directory (${cwd}) Files\n</environment_details>`,
    };
    const messages = [
      { role: 'user', content: [{ type: 'text', text: '<task>\nBuild the harbour\n</task>' }, environment], ts: at },
    ];
    for (const [number, call] of calls.entries()) {
      const id = `toolu_${session}x${number}x0123456789abcdef`;
      const { filePath: path, oldString, newString, ...rest } = call.input;
      const name = { bash: 'execute_command', read: 'read_file', edit: 'apply_diff', grep: 'search_files' }[call.tool];
      const diff = oldString && `<<<<<<< SEARCH\n${oldString}\n=======\n${newString}\n>>>>>>> REPLACE`;
      const content =
        call.tool === 'bash' ? `Command executed.\nExit code: ${call.exit}\nOutput:\n${call.output}` : call.output;
      const use = { type: 'tool_use', id, name, input: { ...rest, path, diff } };
      messages.push({ role: 'assistant', content: [{ type: 'text', text: call.thought }, use], ts: call.at });
      messages.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content }, environment],
        ts: call.at + 900,
      });
    }
    write(join(folder, 'tasks', session), 'api_conversation_history.json', messages);
  }
}

/** Fills `<folder>/<conversation>/events` with about so many bytes. */
export function generateOpenHands(folder, bytes) {
  for (const { session, cwd, calls } of generateSessions(bytes)) {
    const events = calls.flatMap((call, number) => {
      const { filePath: path, oldString: old_str, newString: new_str, ...rest } = call.input;
      const tool_name = { bash: 'terminal', grep: 'grep' }[call.tool] ?? 'file_editor';
      const command = { read: 'view', edit: 'str_replace' }[call.tool];
      const frame = { tool_name, tool_call_id: `toolu_${session}x${number}x0123456789abcdef` };
      const content = [{ type: 'text', text: call.output }];
      const end = call.tool === 'bash' ? { exit_code: call.exit, metadata: { working_dir: cwd } } : {};
      const thought = [{ type: 'text', text: call.thought }];
      return [
        {
          kind: 'ActionEvent',
          source: 'agent',
          at: call.at,
          ...frame,
          thought,
          action: { command, path, old_str, new_str, ...rest },
        },
        {
          kind: 'ObservationEvent',
          source: 'environment',
          at: call.at,
          ...frame,
          observation: { content, is_error: false, ...end },
        },
      ];
    });
    for (const [number, { at, ...event }] of events.entries()) {
      const id = `${session}-${number}`;
      const name = `event-${String(number).padStart(5, '0')}-${id}.json`;
      write(join(folder, session, 'events'), name, { id, timestamp: new Date(at).toISOString(), ...event });
    }
  }
}

/** Fills `<folder>/<task>` with about so many bytes. */
export function generateSweAgent(folder, bytes) {
  for (const { session, cwd, calls } of generateSessions(bytes)) {
    const trajectory = calls.map(({ tool, input, output, thought }) => {
      const action =
        tool === 'bash' ? input.command : tool === 'grep' ? `grep -rn ${input.pattern} .` : `cat ${input.filePath}`;
      return { action, observation: output, response: thought, thought, state: { working_dir: cwd } };
    });
    write(join(folder, session), `${session}.traj`, { environment: 'main', trajectory, history: [], info: {} });
  }
}

function write(folder, name, document) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(document));
}
