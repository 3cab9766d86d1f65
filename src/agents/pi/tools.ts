import { asBlocks, asJson } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, fillField, readArguments } from '../input.ts';

/** Names of pi's own tools and of those that its forks and best-known extensions add. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'shell',
  powershell: 'shell',
  shell: 'shell',
  read: 'read',
  edit: 'edit',
  multiedit: 'edit',
  write: 'write',
  grep: 'search',
  search: 'search',
  ast_grep: 'search',
  find: 'list',
  glob: 'list',
  ls: 'list',
  fetch: 'web',
  web_fetch: 'web',
  web_search: 'web',
  task: 'task',
  subagent: 'task',
};

/** Returns the kind of a tool, from the name pi gives it. */
export function classifyTool(name: string): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.startsWith('mcp_') ? 'mcp' : 'other';
}

const EDIT = {
  path: 'path',
  oldText: 'oldText',
  newText: 'newText',
  old_text: 'oldText',
  new_text: 'newText',
  all: 'replaceAll',
} as const;

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command', timeout: 'timeoutMs', async: 'background' },
  read: { path: 'path', file_path: 'path', offset: 'offset', limit: 'limit' },
  edit: { ...EDIT, file_path: 'path' },
  write: { path: 'path', file_path: 'path', content: 'newText' },
  search: { pattern: 'pattern', path: 'path', glob: 'glob' },
  list: { pattern: 'pattern', path: 'path' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const input = readArguments(FIELDS[kind], value);
  // pi uses seconds.
  if (kind === 'shell' && input.timeoutMs !== undefined) input.timeoutMs *= 1000;
  const { edits } = asJson(value);
  if (kind === 'edit' && edits !== undefined) input.rest = { ...input.rest, edits: fillEdits(input, edits) };
  return input;
}

/** Reads edits: the first stands for all; their number is kept. */
function fillEdits(input: CallInput, edits: unknown): number {
  const blocks = asBlocks(edits);
  fillField(input, 'oldText', blocks[0]?.oldText ?? blocks[0]?.old_text);
  fillField(input, 'newText', blocks[0]?.newText ?? blocks[0]?.new_text);
  return blocks.length;
}
