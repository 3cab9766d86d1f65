import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, readArguments } from '../input.ts';
import { classifyAnyTool } from '../tool-kinds.ts';

/** Returns the kind of a tool, from the name Cursor gives it: `Shell`, `StrReplace`, `run_terminal_cmd`. */
export function classifyTool(name: string): ToolKind {
  if (name === 'Delete' || name === 'delete_file') return 'edit';
  return classifyAnyTool(name);
}

const FILE = { path: 'path', target_file: 'path', file_path: 'path' } as const;
const FOLDER = { path: 'path', target_directory: 'path', relative_workspace_path: 'path' } as const;

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command', is_background: 'background', block_until_ms: 'timeoutMs' },
  read: { ...FILE, offset: 'offset', limit: 'limit' },
  edit: { ...FILE, old_string: 'oldText', new_string: 'newText', replace_all: 'replaceAll' },
  write: { ...FILE, contents: 'newText', content: 'newText' },
  search: { ...FOLDER, pattern: 'pattern', query: 'pattern', glob: 'glob', include_pattern: 'glob' },
  list: { ...FOLDER, glob_pattern: 'pattern', pattern: 'pattern' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  return readArguments(FIELDS[kind], value);
}
