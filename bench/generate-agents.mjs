// Writes sessions like those of OpenCode and pi, of any size and the same each time, for bench/run.mjs.
//
// The same calls in both: a third are commands, a third files that were read, a quarter edits, the rest searches.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

const CALLS = 300;
const WORDS =
  'const harbour = await open ( lantern ) ; return orchard . map ( tree => tree . height ) // the keel "quay" \\n'.split(' ');

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

/** Fills `<folder>/sessions` with about so many bytes. */
export function generatePi(folder, bytes) {
  for (const { session, cwd, at, calls } of generateSessions(bytes)) {
    const time = (ms) => new Date(ms).toISOString();
    const lines = [{ type: 'session', version: 3, id: session, timestamp: time(at), cwd }];
    for (const [number, call] of calls.entries()) {
      const id = `toolu_${session}x${number}x0123456789abcdef`;
      const { filePath: path, oldString: oldText, newString: newText, ...rest } = call.input;
      const block = { type: 'toolCall', id, name: call.tool, arguments: { path, oldText, newText, ...rest } };
      const content = [{ type: 'thinking', thinking: call.thought }, block];
      const text = call.exit ? `${call.output}\n\nCommand exited with code ${call.exit}` : call.output;
      const result = { role: 'toolResult', toolCallId: id, toolName: call.tool, content: [{ type: 'text', text }] };
      const entry = (message, ms) => ({ type: 'message', id: `${number}`, parentId: null, timestamp: time(ms), message });
      lines.push(entry({ role: 'assistant', content, stopReason: 'toolUse', timestamp: call.at }, call.at));
      lines.push(entry({ ...result, isError: call.exit > 0, timestamp: call.at + 900 }, call.at + 900));
    }
    const bucket = join(folder, 'sessions', `--${cwd.slice(1).replaceAll('/', '-')}--`);
    mkdirSync(bucket, { recursive: true });
    const name = `${time(at).replaceAll(/[:.]/g, '-')}_${session}.jsonl`;
    writeFileSync(join(bucket, name), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  }
}

/** Sessions of some hundred calls each, until they make up so many bytes. */
function* generateSessions(bytes) {
  let state = 20_260_301;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const text = (least, most) => {
    let made = '';
    for (const length = least + random() * (most - least); made.length < length; )
      made += `${WORDS[Math.floor(random() * WORDS.length)]} `;
    return made;
  };
  let written = 0;
  for (let number = 0; written < bytes; number++) {
    const cwd = `/home/dev/harbour-${number % 20}`;
    const at = Date.UTC(2026, 0, 1) + number * 3_600_000;
    const calls = Array.from({ length: CALLS }, (_, index) => {
      const call = { at: at + index * 4000, thought: text(200, 1500), exit: 0, ...makeCall(random(), cwd, text) };
      if (call.tool === 'bash' && random() < 0.08) call.exit = 1;
      written += call.thought.length + call.output.length + 600;
      return call;
    });
    yield { session: `s${String(number).padStart(8, '0')}`, cwd, at, calls };
  }
}

function makeCall(kind, cwd, text) {
  const filePath = `${cwd}/src/tide.ts`;
  if (kind < 0.35) return { tool: 'bash', input: { command: `npm test -- --grep ${text(5, 60)}` }, output: text(100, 3500) };
  if (kind < 0.65) return { tool: 'read', input: { filePath }, output: text(2000, 10_000) };
  if (kind < 0.88) {
    const input = { filePath, oldString: text(100, 700), newString: text(100, 900) };
    return { tool: 'edit', input, output: 'Edit applied successfully.' };
  }
  return { tool: 'grep', input: { pattern: 'harbour' }, output: text(100, 4500) };
}
