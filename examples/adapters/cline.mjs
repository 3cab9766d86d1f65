// Cline, and its forks Roo Code and Kilo Code. A task is a file `tasks/<task>/api_conversation_history.json` in `~/.cline/data`,
// which CLINE_DIR and CLINE_DATA_DIR move, and in the storage that VS Code and its relatives have for each extension.
//
//     [{"role": "user", "content": [{"type": "text", "text": "<task>\nrun the tests\n</task>"}, …], "ts": 1768000000000},
//      {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_…", "name": "execute_command", "input": {…}}]},
//      {"role": "user", "content": [{"type": "text", "text": "[execute_command for 'make tets'] Result:\nCommand executed.…"}]}]
//
// Calls may also be tags in a text (`<read_file><path>…</path></read_file>`), and results `tool_result` blocks. Nothing flags
// errors: results are judged by what the clients say.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const EXTENSIONS = ['saoudrizwan.claude-dev', 'rooveterinaryinc.roo-cline', 'kilocode.kilo-code'];
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

/** What tools are to hardwon. */
const NAMES = {
  shell: 'execute_command',
  read: 'read_file',
  edit: 'replace_in_file apply_diff apply_patch search_and_replace search_replace edit edit_file insert_content',
  write: 'write_to_file',
  search: 'search_files codebase_search',
  list: 'list_files list_code_definition_names',
  web: 'browser_action web_fetch web_search',
  mcp: 'use_mcp_tool access_mcp_resource',
  task: 'new_task use_subagents',
  other: 'ask_followup_question attempt_completion plan_mode_respond switch_mode update_todo_list new_rule',
};
const KINDS = new Map(Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])));

/** Arguments that hardwon has a name for; all others keep their own. */
const FIELDS = {
  command: 'command',
  path: 'path',
  file_path: 'path',
  offset: 'offset',
  limit: 'limit',
  old_string: 'oldText',
  search: 'oldText',
  new_string: 'newText',
  replace: 'newText',
  content: 'newText',
  regex: 'pattern',
  query: 'pattern',
  file_pattern: 'glob',
  url: 'url',
};

/** @type {import('hardwon').Agent} */
export const agent = {
  name: 'cline',
  title: 'Cline',
  variables: ['CLINE_DIR', 'CLINE_DATA_DIR'],
  root: ({ home, env, folders }) =>
    resolve(folders?.cline || env.CLINE_DATA_DIR || join(env.CLINE_DIR || join(home, '.cline'), 'data')),
  // If your project has rules in `.clinerules`, name `.clinerules/hardwon.md` first; your own of Roo Code are in `~/.roo/rules`.
  reads: ['AGENTS.md', '~/Documents/Cline/Rules/hardwon.md'],

  async discover(places, skip) {
    const files = listFolders(places).flatMap((folder) =>
      namesIn(folder, skip).flatMap((session) => {
        const path = join(folder, session, 'api_conversation_history.json');
        const facts = statSync(path, { throwIfNoEntry: false });
        if (!facts?.isFile()) return [];
        const { size, mtimeMs } = facts;
        // With another inode it counts as another file: what is written anew is read from its start.
        const inode = Math.trunc(mtimeMs) * 4096 + (size % 4096);
        return { agent: agent.name, path, session, size, mtimeMs, inode };
      }),
    );
    return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
  },

  async read({ path, session, size, mtimeMs }) {
    const task = readTask(path, session, mtimeMs);
    const bad = task ? [] : [{ line: 1, offset: 0, reason: 'not a list of messages' }];
    const { calls, messages, facts } = task ?? { calls: [], messages: [], facts: [] };
    return { calls: calls.map(({ call }) => call), messages, sessions: facts, bad, offset: size, lines: 0 };
  },

  async recall(path, { id }) {
    const found = readTask(path, basename(dirname(path)), 0)?.calls.find(({ call }) => call.id === id);
    return found && { input: JSON.stringify(found.args, null, 2), output: found.text };
  },
};

/** The folders that hold a folder for each task. */
function listFolders(places) {
  const { home, env, folders } = places;
  const root = agent.root(places);
  if (folders?.cline) return [root, join(root, 'tasks')];
  const config = env.XDG_CONFIG_HOME || '.config';
  const data = [config, '.config', 'Library/Application Support', env.APPDATA || 'AppData/Roaming'];
  const editors = data.flatMap((base) => EDITORS.map((editor) => resolve(home, base, editor)));
  const servers = ['.vscode-server', '.vscode-remote', '.cursor-server'].map((name) => join(home, name, 'data'));
  const storages = [...new Set([...editors, ...servers])].map((folder) => join(folder, 'User', 'globalStorage'));
  const extensions = storages.flatMap((folder) => EXTENSIONS.map((name) => join(folder, name)));
  return [root, ...extensions].map((folder) => join(folder, 'tasks'));
}

function namesIn(folder, skip) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code !== 'ENOENT') skip?.(folder, error.code ?? String(error));
    return [];
  }
}

/** A task, with each call as it is in the file; nothing if it is none. */
function readTask(path, session, mtimeMs) {
  const list = parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(list)) return undefined;
  const [calls, messages] = [[], []];
  // Tasks are named after the time they were started. Older versions have no times: then only the order counts.
  const start = /^\d{13}$/.test(session) ? Number(session) : mtimeMs;
  const times = list.map((message, place) => (typeof message?.ts === 'number' ? message.ts : start + place));
  let [cwd, seq] = [undefined, 0];
  const say = (text, place) => {
    if (!text) return;
    messages.push({ session, seq, at: times[place], text, id: `${session}#${place}.${seq++}` });
    for (const { call } of calls.filter((one) => one.call.waiting === 'reply'))
      Object.assign(call, { said: text, waiting: undefined });
  };
  for (const [place, message] of list.entries()) {
    const at = times[place];
    const sent = message?.role === 'assistant' ? findCalls(message.content) : [];
    for (const [index, { id: given, name, args }] of sent.entries()) {
      // Calls that are written as tags have no id, and some ids count from zero in each task.
      const own = given === undefined ? `${session}#${place}.${index}` : `${given}@${session}`;
      const id = /[A-Za-z0-9]{20}/.test(given ?? '') ? given : own;
      if (calls.some(({ call }) => call.id === id)) continue;
      const tool = KINDS.get(name) ?? (/__|--|^mcp_/.test(name) ? 'mcp' : 'other');
      const title = name === 'use_mcp_tool' ? `mcp__${args.server_name}__${args.tool_name}` : name;
      const frame = { id, agent: agent.name, session, seq: seq++, at, cwd, turn: `${session}:${place}` };
      const none = { outcome: 'unknown', output: '', outputLength: 0, waiting: 'result' };
      const call = { ...frame, tool, name: title, input: readInput(tool, args), ...none };
      calls.push({ call, given, name, args, text: '' });
    }
    if (message?.role !== 'user') continue;
    const { results, others } = splitMessage(message.content);
    cwd ??= others.map(findFolder).find((folder) => folder);
    for (const { id, name, text } of results) {
      const isIt = (one) => (id === undefined ? one.name === name : one.given === id);
      const found = calls.find((one) => one.call.waiting === 'result' && isIt(one));
      if (!found) continue;
      const { call } = found;
      const verdict = judge(call.tool, text.trim());
      found.text = text;
      Object.assign(call, { waiting: undefined, outputLength: verdict.output.length, endedAt: at }, verdict);
      if (call.tool === 'shell') call.cwd = DIRECTORY.exec(text)?.[1] ?? call.cwd;
      // The answer to a question is typed; the content of a file may look like it.
      if (call.tool === 'other') say(findTyped(text), place);
    }
    for (const text of others) say(findTyped(text), place);
  }
  const facts = [{ session, cwds: cwd ? [cwd] : [], remotes: [], startedAt: times[0], endedAt: times.at(-1) }];
  return { calls, messages, facts };
}

/** The folder that the client names to the model. */
function findFolder(text) {
  const named = /^# Current (?:Working|Workspace) Directory \((.{1,1000})\) Files$/m;
  return text.includes('<environment_details>') ? named.exec(text)?.[1] : undefined;
}

/** Where a command ran, if the client says so. */
const DIRECTORY =
  /^\s*Command (?:executed|is still running) in terminal.{0,40} within working directory '([^'\n]{1,500})'/;

/** The calls in a message of the model: blocks, else one that is written as tags. @returns {{ id?: string, name: string, args: any }[]} */
function findCalls(content) {
  const uses = blocksOf(content).filter(({ type }) => type === 'tool_use');
  if (uses.length > 0) return uses.map(({ id, name, input }) => ({ id, name: String(name), args: input ?? {} }));
  const text = textOf(content);
  const seen = new Set();
  for (const { 0: tag, 1: name, index } of text.matchAll(/^\s{0,8}<([a-z_]{3,40})>/gm)) {
    if (!KINDS.has(name) || seen.has(name)) continue;
    seen.add(name);
    // A file may hold the tag itself: the last one closes it.
    const end = text.lastIndexOf(`</${name}>`);
    if (end >= index + tag.length) return [{ name, args: readTags(text.slice(index + tag.length, end)) }];
  }
  return [];
}

function readTags(text) {
  const args = {};
  let at = 0;
  for (const { 0: tag, 1: name, index } of text.matchAll(/<([a-z_]{1,40})>/g)) {
    if (index < at) continue;
    const [from, close] = [index + tag.length, `</${name}>`];
    // Contents and diffs may hold anything, and come last.
    const end = /^(?:content|diff)$/.test(name) ? text.lastIndexOf(close) : text.indexOf(close, from);
    if (end < from) break;
    args[name] ??= text.slice(from, end).replace(/^\n/, '').replace(/\n$/, '');
    at = end + close.length;
  }
  return args;
}

/** @returns {import('hardwon').CallInput} */
function readInput(tool, args) {
  const { diff, ...others } = args;
  const input = { rest: {} };
  for (const [name, value] of Object.entries(others)) {
    if (Object.hasOwn(FIELDS, name) && !/^(?:mcp|task|other)$/.test(tool)) input[FIELDS[name]] = value;
    else input.rest[name] = value;
  }
  if (tool === 'read') {
    // Roo Code reads several files at once: the first one stands for all.
    input.path ??= args.files?.[0]?.path ?? /<path>([^<]{1,500})<\/path>/.exec(args.args)?.[1].trim();
    delete input.rest.args;
  }
  // The first block of a diff. Roo Code adds the line on which it begins.
  const [, block = ''] = String(diff ?? '').split(/^[<-]{5,9} ?SEARCH>?.*\n/m, 2);
  const [before, after] = block.split(/^=======.*\n/m, 2);
  if (after === undefined) return input;
  input.oldText = before.replace(/^(?::\w{1,20}_line:\s?\d+\n){0,2}(?:-{5,9}\n)?/, '').replace(/\n$/, '');
  input.newText = after.split(/^[>+]{5,9} ?REPLACE/m, 1)[0].replace(/\n$/, '');
  return input;
}

/** Splits a message to the model into the results of calls and other texts. */
function splitMessage(content) {
  const [results, others] = [[], []];
  /** A result whose text is in the next block. */
  let open;
  for (const { type, text, tool_use_id: id, content: answer } of blocksOf(content)) {
    if (type === 'tool_result') {
      results.push({ id, text: textOf(answer) });
      open = undefined;
    }
    if (type !== 'text' || typeof text !== 'string') continue;
    const name = /^\[([a-z_]{3,60})[ \]]/.exec(text)?.[1];
    const start = name === undefined ? -1 : text.indexOf('] Result:');
    if (start >= 0) {
      const end = text.lastIndexOf('\n<environment_details>');
      open = { name, text: text.slice(start + '] Result:'.length, end < start ? undefined : end).trim() };
      results.push(open);
      if (open.text !== '') open = undefined;
    } else if (open && !/^\s{0,8}<(?:environment_details|task|feedback|user_message)>/.test(text)) {
      open.text = text;
      open = undefined;
    } else others.push(text);
  }
  return { results, others };
}

/** What a person typed, as far as the client marks it. */
function findTyped(text) {
  const tag = /^\s{0,8}(?:[^<\n]{0,300}\n)?<(task|feedback|user_message|answer)>/.exec(text)?.[1];
  return tag && insideTag(text, tag)?.trim();
}

/** @typedef {Pick<import('hardwon').Call, 'outcome' | 'output' | 'exitCode' | 'said' | 'waiting'>} Verdict */

/** @returns {Verdict} */
function judge(tool, text) {
  // Roo Code of 2026 answers with an object.
  const told = text.startsWith('{"status":') ? parse(text) : undefined;
  if (told?.status === 'denied') return reject(text, told.feedback);
  if (told?.status === 'error') return fail(told.error ?? told.message ?? text, told.type === 'access_denied');
  if (told) return { outcome: 'ok', output: text };
  if (text.startsWith('The user denied this operation')) return reject(text, insideTag(text, 'feedback'));
  if (NOT_RUN.test(text)) return { outcome: 'cancelled', output: text };
  if (text.startsWith('The tool execution failed with the following error:'))
    return fail(insideTag(text, 'error') ?? text);
  if (tool === 'edit' && DIFF_REFUSED.test(text)) return fail(insideTag(text, 'error_details'));
  if (/^(?:Missing value for required parameter '|Error: )/.test(text)) return fail(text);
  if (tool === 'shell') return judgeCommand(text);
  const unread = tool === 'read' ? (UNREAD.exec(text) ?? UNREAD_TAG.exec(text))?.[1] : undefined;
  return unread ? fail(unread.replace(/^Error reading file: /, '')) : { outcome: 'ok', output: text };
}

/** Calls that were not run because of another one in the same message, or because of the mode. */
const NOT_RUN =
  /^(?:Tool \[[^\]\n]{1,100}\] was not executed because|Skipping tool .{1,200} due to user rejecting|This tool cannot be used in PLAN MODE|\[ERROR\] You did not use a tool)/;
const DIFF_REFUSED = /^(?:Unable to apply diff to file: .{1,500}\n\s{0,8})?<error_details>/;
const UNREAD = /^File: .{1,500}\n(?:Error|Status): (Error reading file: .{1,2000}|File not found.{0,500})/;
const UNREAD_TAG = /^(?:<files>\s{0,8})?<file>\s{0,8}<path>[^<]{1,500}<\/path>\s{0,8}<error>([^<]{1,2000})<\/error>/;

/** @returns {Verdict} */
function reject(output, feedback) {
  const said = typeof feedback === 'string' ? feedback.trim() : '';
  // Where nothing is said, the next message of the person says why.
  return { outcome: 'rejected', output, ...(said === '' ? { waiting: 'reply' } : { said }) };
}

/** @returns {Verdict} */
function fail(error, isDenied = false) {
  const output = String(error).trim();
  const isBlocked = isDenied || /^Access to .{1,500} is blocked by the \.\w{1,20}ignore file settings/.test(output);
  return isBlocked ? { outcome: 'blocked', output: `Permission: ${output}` } : { outcome: 'failed', output };
}

/** @returns {Verdict} */
function judgeCommand(raw) {
  // What a person says to an approval comes before the result.
  const text = raw
    .replace(/^The user (?:approved this operation|provided the following)[\s\S]*?<\/feedback>/, '')
    .trim();
  const heading = /\n(?:Output|Here's the output so far):\n?/.exec(text);
  const printed = heading ? text.slice(heading.index + heading[0].length).trim() : '';
  const output = /^(?:The command|Command)\b/.test(text) ? printed : text;
  const late = /^(?:Command|The command) (?:execution )?timed out after (\d[\d.]{0,11} ?[a-z]{0,12})/.exec(text)?.[1];
  if (late) return { outcome: 'failed', output: `Command timed out after ${late}\n${output}`.trim() };
  const head = /^Command\b/.test(text) ? text.slice(0, heading?.index ?? 300) : '';
  const exit = /\b(?:Exit code:|exit code) (-?\d{1,12})\b/.exec(head)?.[1];
  if (exit) return { outcome: exit === '0' ? 'ok' : 'failed', output, exitCode: Number(exit) };
  // Cline does not tell the exit code: hardwon looks at how the output ends.
  return { outcome: 'unknown', output };
}

/** The text between two tags, to the end if it is not closed. */
function insideTag(text, tag) {
  const start = text.indexOf(`<${tag}>`);
  if (start < 0) return undefined;
  const [from, end] = [start + tag.length + 2, text.lastIndexOf(`</${tag}>`)];
  return text.slice(from, end < from ? undefined : end);
}

function blocksOf(content) {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : [];
}

function textOf(content) {
  const texts = blocksOf(content).map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''));
  return texts.join('\n');
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
