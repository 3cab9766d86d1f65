import { asBlocks, asJson, type Json } from '../shared/json-values.ts';
import type { CallInput, ToolKind } from './call.ts';
import { readScript } from './codex/script.ts';
import { type FieldNames, type FieldTable, readArguments } from './input.ts';
import { classifyAnyTool } from './tool-kinds.ts';

const PATH: FieldNames = {
  path: 'path',
  file_path: 'path',
  filePath: 'path',
  filepath: 'path',
  file: 'path',
  filename: 'path',
  absolute_path: 'path',
  absolutePath: 'path',
  target_file: 'path',
  notebook_path: 'path',
};
const FOLDER: FieldNames = {
  path: 'path',
  dir_path: 'path',
  directory: 'path',
  target_directory: 'path',
  dir: 'path',
  cwd: 'path',
};
const PATTERN: FieldNames = {
  pattern: 'pattern',
  query: 'pattern',
  regex: 'pattern',
  search: 'pattern',
  glob_pattern: 'pattern',
};

/** Arguments that have a dedicated field, across all agents. */
const FIELDS: FieldTable = {
  shell: {
    command: 'command',
    cmd: 'command',
    script: 'command',
    timeout: 'timeoutMs',
    timeout_ms: 'timeoutMs',
    run_in_background: 'background',
    is_background: 'background',
  },
  read: { ...PATH, offset: 'offset', limit: 'limit', start_line: 'offset', end_line: 'limit' },
  edit: {
    ...PATH,
    old_string: 'oldText',
    oldString: 'oldText',
    old_str: 'oldText',
    oldText: 'oldText',
    old_text: 'oldText',
    new_string: 'newText',
    newString: 'newText',
    new_str: 'newText',
    newText: 'newText',
    new_text: 'newText',
    new_source: 'newText',
    replace_all: 'replaceAll',
    replaceAll: 'replaceAll',
  },
  write: { ...PATH, content: 'newText', contents: 'newText', file_text: 'newText' },
  search: { ...PATTERN, ...FOLDER, glob: 'glob', include: 'glob', include_pattern: 'glob' },
  list: { ...PATTERN, ...FOLDER, glob: 'pattern' },
  web: { url: 'url' },
};

/** The parsed name and arguments of a tool. */
interface NamedCall {
  tool: ToolKind;
  name: string;
  input: CallInput;
  /** The directory that the call itself asks for. */
  directory?: string;
}

/**
 * Parses a call of any agent. A patch of several places yields a call for each, and so does a Codex script for the tools that it
 * calls; everything else yields one.
 */
export function readNamedCall(name: string, value: unknown): NamedCall[] {
  const raw = asJson(value);
  const script = name === CODE_MODE ? sourceOf(value, raw) : undefined;
  if (script === undefined) return readOne(name, value, raw);
  const calls = readScript(script).calls.flatMap((call) => readOne(call.name, call.args, asJson(call.args)));
  return calls.length > 0 ? calls : [{ tool: 'other', name, input: {} }];
}

/** The only tool that Codex has in code mode. */
const CODE_MODE = 'exec';

function sourceOf(value: unknown, raw: Json): string | undefined {
  const candidates = [value, raw.input, raw.code, raw.source, raw.script];
  return candidates.find((text): text is string => typeof text === 'string' && text.includes('tools.'));
}

function readOne(name: string, value: unknown, raw: Json): NamedCall[] {
  const tool = classifyAnyTool(name);
  if (tool === 'shell') return [readShell(name, raw)];
  const patch = tool === 'edit' ? patchOf(value, raw) : undefined;
  if (patch !== undefined) {
    const places = patchedPlaces(patch);
    return (places.length > 0 ? places : [{}]).map((input) => ({ tool, name: 'apply_patch', input }));
  }
  const input = readArguments(FIELDS[tool], raw);
  if (tool === 'edit' || tool === 'write') keepWhole(input, FIELDS[tool] ?? {}, raw);
  // `str_replace_editor` and the like are several tools in one.
  const verb = tool === 'edit' ? raw.command : undefined;
  const kind: ToolKind = verb === 'view' ? 'read' : verb === 'create' ? 'write' : tool;
  return [{ tool: kind, name, input }];
}

function readShell(name: string, raw: Json): NamedCall {
  const input = readArguments(FIELDS.shell, raw);
  const list = raw.command ?? raw.cmd;
  if (Array.isArray(list)) input.command = joinCommand(list.filter((word) => typeof word === 'string'));
  const directory = [raw.workdir, raw.working_directory, raw.cwd, raw.directory, raw.dir_path].find(
    (path) => typeof path === 'string' && path !== '',
  );
  return {
    tool: 'shell',
    name,
    input,
    directory: typeof directory === 'string' ? directory : undefined,
  };
}

/** Joins a list of words: `["bash", "-lc", "make test"]` is `make test`; other lists are one command, word by word. */
function joinCommand(words: readonly string[]): string {
  const [shell = '', flag = '', script] = words;
  if (script !== undefined && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-\w*c$/.test(flag)) return script;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

function patchOf(value: unknown, raw: Json): string | undefined {
  const candidates = [value, raw.input, raw.patch, raw.patchText, raw.patch_text, raw.command];
  return candidates.find((text): text is string => typeof text === 'string' && text.includes('*** '));
}

/** More places than this are a mass change: the first ones stand for it. */
const MOST_PLACES = 50;

/** Returns every place that a patch changes, with the lines that must be there and their replacements. */
function patchedPlaces(patch: string): CallInput[] {
  const places: CallInput[] = [];
  let place: CallInput | undefined;
  const begin = (path: string | undefined): void => {
    place = path === undefined || places.length === MOST_PLACES ? undefined : { path };
    if (place) places.push(place);
  };
  for (const line of patch.split('\n')) {
    if (line.startsWith('*** ')) {
      const path = /^\*\*\* (?:Update|Delete) File: (.{1,500})$/.exec(line.trimEnd())?.[1]?.trim();
      if (path !== undefined || /^\*\*\* (?:Add File|End Patch)/.test(line)) begin(path);
    } else if (line.startsWith('@@')) {
      if (place?.oldText !== undefined || place?.newText !== undefined) begin(place.path);
    } else if (place) {
      const text = line.slice(1);
      if (!line.startsWith('+')) place.oldText = joinLine(place.oldText, text);
      if (!line.startsWith('-')) place.newText = joinLine(place.newText, text);
    }
  }
  return places;
}

function joinLine(before: string | undefined, line: string): string {
  return before === undefined ? line : `${before}\n${line}`;
}

/** Keeps the whole texts of an edit, because conditions compare them; they are clipped only when stored. */
function keepWhole(input: CallInput, fields: FieldNames, raw: Json): void {
  const [first] = asBlocks(raw.edits);
  for (const source of [raw, first ?? {}]) {
    for (const [key, field] of Object.entries(fields)) {
      const text = source[key];
      if ((field === 'oldText' || field === 'newText') && typeof text === 'string' && text !== '') input[field] = text;
    }
  }
}
