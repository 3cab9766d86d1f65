// OpenHands. A conversation is a folder with a file for each event: `~/.openhands/conversations/<id>/events/event-00012-<id>.json`,
// before version 1 `~/.openhands/sessions/<id>/events/12.json`. OPENHANDS_PERSISTENCE_DIR and OPENHANDS_CONVERSATIONS_DIR move
// them. With `--agent-dir openhands=FOLDER`, every folder of events below it is a conversation, as in results of benchmarks.
//
//     {"kind": "ActionEvent", "tool_name": "terminal", "tool_call_id": "call_…", "action": {"command": "make tets"}}
//     {"kind": "ObservationEvent", "tool_call_id": "call_…", "observation": {"content": […], "exit_code": 2}}
//
// Commands are judged by their exit code, which is -1 while they run; other tools by `is_error`.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** How deep below a folder conversations may be: benchmarks keep one folder for each task. */
const DEEPEST = 5;

/** What tools are to hardwon; the editor is not among them. */
const NAMES = {
  shell: 'terminal execute_bash bash run',
  read: 'read',
  write: 'write',
  edit: 'apply_patch',
  search: 'grep',
  list: 'glob',
  web: 'browse fetch',
  task: 'delegate task',
  mcp: 'mcp call_tool_mcp',
};
const KINDS = new Map(Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])));

/** Arguments that hardwon has a name for; all others keep their own. */
const FIELDS = {
  command: 'command',
  path: 'path',
  pattern: 'pattern',
  include: 'glob',
  url: 'url',
  old_str: 'oldText',
  new_str: 'newText',
  file_text: 'newText',
  content: 'newText',
};

/** Arguments that the client adds for itself. */
const OWN = /^(?:kind|thought|security_risk|summary|is_input|blocking|confirmation_state|hidden|timeout|view_range)$/;

/** Actions of versions before 1 that are tool calls. */
const OLD_TOOLS = /^(?:run|run_ipython|read|write|edit|browse|call_tool_mcp)$/;

/** @type {import('hardwon').Agent} */
export const agent = {
  name: 'openhands',
  title: 'OpenHands',
  variables: ['OPENHANDS_PERSISTENCE_DIR', 'OPENHANDS_CONVERSATIONS_DIR'],
  root: ({ home, env, folders }) =>
    resolve(folders?.openhands || env.OPENHANDS_PERSISTENCE_DIR || join(home, '.openhands')),
  reads: ['AGENTS.md'],

  async discover(places, skip) {
    const root = agent.root(places);
    const own = resolve(places.env.OPENHANDS_CONVERSATIONS_DIR || join(root, 'conversations'));
    const folders = places.folders?.openhands ? [root] : [own, join(root, 'sessions')];
    const files = folders.flatMap((folder) => findConversations(folder, 0, skip));
    return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
  },

  async read({ path, session, size }) {
    const facts = { session, cwds: [], remotes: [] };
    /** @type {import('hardwon').ReadResult} */
    const result = { calls: [], messages: [], sessions: [facts], bad: [], offset: size, lines: 0 };
    const calls = new Map();
    let cwd = readJson(join(conversationOf(path), 'base_state.json'))?.workspace?.working_dir;
    for (const [seq, name] of listEvents(path).entries()) {
      const event = readEvent(path, name);
      if (!event) result.bad.push({ line: seq + 1, offset: seq, reason: `${name}: not JSON` });
      const at = Date.parse(event?.timestamp) || 0;
      const call = calls.get(event?.tool_call_id);
      if (event?.kind === 'ActionEvent' && !call) {
        const sent = startCall(event, { session, seq, at, cwd });
        calls.set(event.tool_call_id, sent);
        result.calls.push(sent);
      } else if (event?.kind === 'MessageEvent' && event.source === 'user') {
        const text = textOf(event.llm_message?.content).trim();
        if (text === '') continue;
        result.messages.push({ session, seq, at, text, id: textOf(event.id) || undefined });
        for (const one of result.calls.filter(({ waiting }) => waiting === 'reply'))
          Object.assign(one, { said: text, waiting: undefined });
      } else if (call?.waiting === 'result' && event.kind !== 'ActionEvent') {
        const answer = readAnswer(event);
        const verdict = judge(call.tool, event.kind, answer);
        const source = { call: call.seq, result: seq };
        Object.assign(call, { waiting: undefined, outputLength: verdict.output.length, endedAt: at, source }, verdict);
        // One shell runs all commands: the next one starts in the folder where this one ended.
        cwd = answer.working_dir ?? cwd;
      } else continue;
      if (at > 0) Object.assign(facts, { startedAt: facts.startedAt ?? at, endedAt: at });
    }
    facts.cwds = [...new Set(result.calls.flatMap((one) => one.cwd ?? []))];
    return result;
  },

  async recall(path, { source }) {
    const names = listEvents(path);
    const [sent, answer] = [source?.call, source?.result].map((place) => readEvent(path, names[place ?? -1]));
    return sent && { input: JSON.stringify(argumentsOf(sent), null, 2), output: answer ? readAnswer(answer).text : '' };
  },
};

/** @returns {import('hardwon').LogFile[]} */
function findConversations(folder, depth, skip) {
  try {
    const events = listEvents(folder);
    if (events.length > 0) {
      // A folder stands for its events. With another inode it counts as another file, and is read from its start.
      const [size, { mtimeMs }] = [events.length, statSync(join(folder, events[events.length - 1]))];
      const inode = Math.trunc(mtimeMs) * 4096 + (size % 4096);
      return [{ agent: agent.name, path: folder, session: basename(conversationOf(folder)), size, mtimeMs, inode }];
    }
    const paths = depth < DEEPEST ? readdirSync(folder).map((name) => join(folder, name)) : [];
    const folders = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    return folders.flatMap((path) => findConversations(path, depth + 1, skip));
  } catch (error) {
    if (error.code !== 'ENOENT') skip?.(folder, error.code ?? String(error));
    return [];
  }
}

/** The names of the events in a folder, in order. */
function listEvents(folder) {
  const names = readdirSync(folder).filter((name) => /^(?:event-\d{1,9}-[\w-]{1,80}|\d{1,9})\.json$/.test(name));
  const numberOf = (name) => Number(/\d+/.exec(name));
  return names.sort((a, b) => numberOf(a) - numberOf(b));
}

function conversationOf(folder) {
  return basename(folder) === 'events' ? dirname(folder) : folder;
}

/** An event as version 1 writes it; nothing if it is not JSON. */
function readEvent(folder, name) {
  const event = name && readJson(join(folder, name));
  if (!event || event.kind) return event;
  const { id, source, timestamp, action, args = {}, observation, content, extras } = event;
  const frame = { id: String(id), source, timestamp, tool_call_id: String(action ? id : event.cause) };
  if (action === 'message') return { kind: 'MessageEvent', ...frame, llm_message: args };
  const isCall = source === 'agent' && OLD_TOOLS.test(action);
  if (action) return isCall ? { kind: 'ActionEvent', ...frame, tool_name: args.name ?? action, action: args } : {};
  if (observation === 'user_rejected') return { kind: 'UserRejectObservation', ...frame, rejection_reason: content };
  return { kind: 'ObservationEvent', ...frame, observation: { ...extras, content, is_error: observation === 'error' } };
}

/** @returns {import('hardwon').Call} */
function startCall(event, place) {
  const { tool_name: name, tool_call_id: given, llm_response_id } = event;
  const args = argumentsOf(event);
  const tool = classify(name, args);
  // Ids that count from zero in each conversation need its name.
  const id = /[A-Za-z0-9]{20}|-/.test(given) ? given : `${given}@${place.session}`;
  const turn = llm_response_id ?? `${place.session}:${place.seq}`;
  const input = readInput(tool, args);
  const none = { outcome: 'unknown', output: '', outputLength: 0, waiting: 'result', source: { call: place.seq } };
  return { id, agent: agent.name, ...place, turn, tool, name, input, ...none };
}

function classify(name, { command, is_input }) {
  if (/^(?:file_editor|str_replace_editor|edit)$/.test(name))
    return command === 'view' ? 'read' : command === 'create' ? 'write' : 'edit';
  const kind = KINDS.get(name) ?? 'other';
  // Keys that are sent to a running command, and checks on it.
  return kind === 'shell' && (String(is_input) === 'true' || textOf(command).trim() === '') ? 'other' : kind;
}

function readInput(tool, args) {
  const isFile = /^(?:read|edit|write)$/.test(tool);
  const input = { rest: {} };
  for (const [name, value] of Object.entries(args)) {
    if (OWN.test(name) || (isFile && name === 'command')) continue;
    if (Object.hasOwn(FIELDS, name) && !/^(?:mcp|task|other)$/.test(tool)) input[FIELDS[name]] = value;
    else input.rest[name] = value;
  }
  if (tool === 'shell' && args.timeout > 0) input.timeoutMs = args.timeout * 1000;
  const [first, last] = tool === 'read' && Array.isArray(args.view_range) ? args.view_range : [];
  if (first > 0) input.offset = first;
  if (last >= first) input.limit = last - first + 1;
  return input;
}

/** @returns {Pick<import('hardwon').Call, 'outcome' | 'output' | 'exitCode' | 'said' | 'waiting'>} */
function judge(tool, kind, { text, isError, exit_code: exitCode }) {
  // Where nothing is said, the next message of the person says why.
  if (kind === 'UserRejectObservation')
    return { outcome: 'rejected', output: text, ...(text ? { said: text } : { waiting: 'reply' }) };
  if (tool === 'shell') {
    const lines = text.trimEnd().split('\n');
    while (NOTE.test(lines.at(-1))) lines.pop();
    const output = lines.join('\n');
    if (exitCode === -1) return { outcome: 'unknown', output };
    if (typeof exitCode !== 'number') return { outcome: isError ? 'failed' : 'unknown', output };
    return { outcome: exitCode === 0 ? 'ok' : 'failed', output, exitCode };
  }
  // The editor of older versions returns its errors as answers.
  const isRefused = /^(?:read|edit|write)$/.test(tool) && text.startsWith('ERROR:\n');
  return { outcome: isError || isRefused ? 'failed' : 'ok', output: text.replace(/^ERROR:\n/, '') };
}

/** What older versions add to the output of a command. */
const NOTE = /^\[(?:The command completed|Command finished|Current working directory|Python interpreter)\b[^\n]*\]$/;

/** @returns {any} */
function readAnswer({ observation, error, rejection_reason }) {
  const seen = observation ?? {};
  const text = textOf(seen.content) || textOf(seen.output) || textOf(error) || textOf(rejection_reason);
  return { text, isError: error !== undefined || seen.is_error === true, exit_code: seen.exit_code, ...seen.metadata };
}

/** The arguments of a call; those of an action that was not valid are only in the words of the model. */
function argumentsOf({ tool_call, action }) {
  try {
    return { ...JSON.parse(tool_call?.arguments ?? '{}'), ...action };
  } catch {
    return { ...action };
  }
}

/** A text, or the texts of a list of blocks. @returns {string} */
function textOf(value) {
  if (Array.isArray(value)) return value.map((block) => textOf(block?.text)).join('\n');
  return typeof value === 'string' ? value : '';
}

function readJson(path) {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
