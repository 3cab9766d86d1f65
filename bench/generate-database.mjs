// Writes sessions like those of OpenCode, which keeps a database, for bench/run.mjs. What they hold is in made-sessions.mjs.
import { mkdirSync } from 'node:fs';
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
