import { asJson, asNumber } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, readArguments } from '../input.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  run_shell_command: 'shell',
  read_file: 'read',
  read_many_files: 'read',
  replace: 'edit',
  edit: 'edit',
  write_file: 'write',
  search_file_content: 'search',
  grep_search: 'search',
  glob: 'list',
  list_directory: 'list',
  web_fetch: 'web',
  google_web_search: 'web',
  invoke_agent: 'task',
  delegate_to_agent: 'task',
  codebase_investigator: 'task',
};

/**
 * Returns the kind of a tool, from the name Gemini CLI gives it. Only `display`, the name for people, distinguishes older MCP
 * tools from others.
 */
export function classifyTool(name: string, display = ''): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.startsWith('mcp_') || name.includes('__') || display.endsWith(' MCP Server)') ? 'mcp' : 'other';
}

const FILE = { file_path: 'path', absolute_path: 'path', path: 'path' } as const;
const FOLDER = { dir_path: 'path', path: 'path' } as const;

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command', is_background: 'background' },
  read: { ...FILE, offset: 'offset', limit: 'limit', start_line: 'offset' },
  edit: { ...FILE, old_string: 'oldText', new_string: 'newText', allow_multiple: 'replaceAll' },
  write: { ...FILE, content: 'newText' },
  search: { ...FOLDER, pattern: 'pattern', include: 'glob', include_pattern: 'glob' },
  list: { ...FOLDER, pattern: 'pattern' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const input = readArguments(FIELDS[kind], value);
  const last = asNumber(asJson(value).end_line);
  if (kind === 'read' && last !== undefined) {
    input.limit = last - (input.offset ?? 1) + 1;
    dropArgument(input, 'end_line');
  }
  return input;
}

/** Removes an argument that now has a dedicated field. */
function dropArgument(input: CallInput, name: string): void {
  const { [name]: _dropped, ...rest } = input.rest ?? {};
  if (Object.keys(rest).length > 0) input.rest = rest;
  else delete input.rest;
}
