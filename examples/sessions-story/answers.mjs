// What the client answers to a call, in the words of the real one: from the story where that tells, from the project for file tools.
import { posix } from 'node:path';
import { structuredPatch } from 'diff';
import { files, ROOT } from './project.mjs';

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

/** The project while the sessions work on it: absolute path to text. */
const project = new Map(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text]));

/** `content` and `note` (the client's own record of the result), or `error`. `place` is the agent's folder, branch and known files. */
export function answer(call, place) {
  if (call.rejected) return rejectCall(call.rejected.words);
  if (call.blocked) return { error: call.blocked };
  if (call.cancelled)
    return { error: '<tool_use_error>Sibling tool call errored</tool_use_error>', note: 'Sibling tool call errored' };
  return tools[call.name](call, place);
}

/** The arguments as the model sends them. */
export function inputOf({ name, command, timeout, path, offset, limit, old, text, pattern, description, prompt }) {
  const file_path = `${ROOT}/${path}`;
  const inputs = {
    Bash: { command, timeout },
    Read: { file_path, offset, limit },
    Edit: { replace_all: false, file_path, old_string: old, new_string: text },
    Write: { file_path, content: text },
    Grep: { pattern, path: file_path, output_mode: 'content', '-n': true },
    Glob: { pattern, path: path && file_path },
    Task: { description, prompt, subagent_type: 'Explore' },
  };
  return inputs[name];
}

const tools = {
  Bash({ command, prints, exit, note }, place) {
    if (exit === 143) return { error: `Exit code 143\nCommand timed out after 2m 0s\n${prints}`.trimEnd() };
    if (exit) return { error: `Exit code ${exit}\n${prints}` };
    // The client asks the shell where it is only after a command that worked, and stays there within the project.
    const folder = /^cd (\S+) &&/.exec(command)?.[1];
    if (folder) place.cwd = posix.resolve(place.cwd, folder);
    place.branch = /^git switch -c (\S+)/.exec(command)?.[1] ?? place.branch;
    const result = { stdout: prints, stderr: '', interrupted: false, isImage: false, noOutputExpected: false };
    return {
      content: prints || '(Bash completed with no output)',
      note: { ...result, ...(note && { returnCodeInterpretation: note }) },
    };
  },

  Read({ path, offset = 1, limit }, place) {
    const filePath = `${ROOT}/${path}`;
    const text = project.get(filePath);
    if (text === undefined) return { error: `File does not exist. ${whereabouts(place)}` };
    if (!limit && text.length > 60_000)
      return {
        error:
          'File content (41233 tokens) exceeds maximum allowed tokens (25000). Use offset and limit parameters to read specific portions of the file, or search for specific content instead of reading the whole file.',
      };
    place.known.add(filePath);
    const all = text.split('\n');
    const lines = all.slice(offset - 1, limit && offset - 1 + limit);
    const file = {
      filePath,
      content: lines.join('\n'),
      numLines: lines.length,
      startLine: offset,
      totalLines: all.length,
    };
    const content = lines.map((line, at) => `${`${offset + at}`.padStart(6)}→${line}`).join('\n');
    return { content, note: { type: 'text', file } };
  },

  Edit({ path, old, text }, place) {
    const filePath = `${ROOT}/${path}`;
    const original = project.get(filePath);
    if (!place.known.has(filePath)) return tagged('File has not been read yet. Read it first before writing to it.');
    if (original.split(old).length !== 2) throw new Error(`${path} does not have this once: ${old}`);
    const changed = original.replace(old, () => text);
    project.set(filePath, changed);
    const { hunks } = structuredPatch('a', 'b', original, changed, '', '', { context: 1 });
    const texts = { filePath, oldString: old, newString: text, originalFile: original };
    const note = { ...texts, structuredPatch: hunks, userModified: false, replaceAll: false };
    return { content: `The file ${filePath} has been updated successfully.`, note };
  },

  Write({ path, text }, place) {
    const filePath = `${ROOT}/${path}`;
    project.set(filePath, text);
    place.known.add(filePath);
    const note = { type: 'create', filePath, content: text, structuredPatch: [], originalFile: null };
    return { content: `File created successfully at: ${filePath}`, note };
  },

  Grep({ pattern, path }, place) {
    const target = `${ROOT}/${path}`;
    const found = filesUnder(target);
    if (found.length === 0) return tagged(`Path does not exist: ${target}. ${whereabouts(place)}`);
    const matches = found.flatMap((file) => {
      const prefix = file === target ? '' : `${posix.relative(place.cwd, file)}:`;
      const lines = project.get(file).split('\n');
      return lines.flatMap((line, at) => (new RegExp(pattern).test(line) ? [`${prefix}${at + 1}:${line}`] : []));
    });
    const content = matches.join('\n');
    const note = { mode: 'content', numFiles: 0, filenames: [], content, numLines: matches.length };
    return { content: content || 'No matches found', note };
  },

  Glob({ pattern, path }, place) {
    const folder = path ? `${ROOT}/${path}` : place.cwd;
    const found = filesUnder(folder);
    if (found.length === 0) return tagged(`Directory does not exist: ${folder}. ${whereabouts(place)}`);
    const shape = pattern
      .split('**/')
      .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
      .join('(?:.+/)?');
    const filenames = found.filter((file) => new RegExp(`^${shape}$`).test(file.slice(folder.length + 1)));
    const note = { filenames, durationMs: 14, numFiles: filenames.length, truncated: false };
    return { content: filenames.join('\n') || 'No files found', note };
  },
};

function rejectCall(words) {
  if (words) return { error: `${REJECTED} To tell you how to proceed, the user said:\n${words}` };
  const error = `${REJECTED} STOP what you are doing and wait for the user to tell you how to proceed.`;
  return { error, note: 'User rejected tool use' };
}

/** Errors that the client finds before it runs a tool come in a tag. */
function tagged(text) {
  return { error: `<tool_use_error>${text}</tool_use_error>`, note: `Error: ${text}` };
}

function whereabouts(place) {
  return `Note: your current working directory is ${place.cwd}.`;
}

function filesUnder(path) {
  return [...project.keys()].filter((file) => file === path || file.startsWith(`${path}/`)).sort();
}
