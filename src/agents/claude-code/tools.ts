import { asBlocks, asJson } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, fillField, readArguments } from '../input.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  Bash: 'shell',
  PowerShell: 'shell',
  Read: 'read',
  NotebookRead: 'read',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Write: 'write',
  Grep: 'search',
  Glob: 'list',
  LS: 'list',
  WebFetch: 'web',
  WebSearch: 'web',
  Task: 'task',
  Agent: 'task',
};

/**
 * Returns the kind of a tool, from the name Claude Code gives it. Polls of background tasks are `other`: their results belong to
 * the launch.
 */
export function classifyTool(name: string): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.startsWith('mcp__') ? 'mcp' : 'other';
}

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command', timeout: 'timeoutMs', run_in_background: 'background' },
  read: { file_path: 'path', notebook_path: 'path', offset: 'offset', limit: 'limit' },
  edit: {
    file_path: 'path',
    notebook_path: 'path',
    old_string: 'oldText',
    new_string: 'newText',
    new_source: 'newText',
    replace_all: 'replaceAll',
  },
  write: { file_path: 'path', content: 'newText' },
  search: { pattern: 'pattern', path: 'path', glob: 'glob' },
  list: { pattern: 'pattern', path: 'path' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const input = readArguments(FIELDS[kind], value);
  const { edits } = asJson(value);
  if (kind === 'edit' && edits !== undefined) input.rest = { ...input.rest, edits: fillEdits(input, edits) };
  return input;
}

/** Reads the edits of MultiEdit: the first edit stands for all; their number is kept. */
function fillEdits(input: CallInput, edits: unknown): number {
  const blocks = asBlocks(edits);
  fillField(input, 'oldText', blocks[0]?.old_string);
  fillField(input, 'newText', blocks[0]?.new_string);
  return blocks.length;
}
