import { asBlocks, asText, type Json } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, fillField, readArguments } from '../input.ts';

/** The tools of Cline, Roo Code and Kilo Code. */
export const KINDS: Readonly<Record<string, ToolKind>> = {
  execute_command: 'shell',
  read_file: 'read',
  replace_in_file: 'edit',
  apply_diff: 'edit',
  apply_patch: 'edit',
  search_and_replace: 'edit',
  search_replace: 'edit',
  edit: 'edit',
  edit_file: 'edit',
  insert_content: 'edit',
  write_to_file: 'write',
  new_rule: 'other',
  search_files: 'search',
  codebase_search: 'search',
  list_files: 'list',
  list_code_definition_names: 'list',
  browser_action: 'web',
  web_fetch: 'web',
  web_search: 'web',
  use_mcp_tool: 'mcp',
  access_mcp_resource: 'mcp',
  new_task: 'task',
  use_subagents: 'task',
  ask_followup_question: 'other',
  attempt_completion: 'other',
  plan_mode_respond: 'other',
  switch_mode: 'other',
  update_todo_list: 'other',
};

/** Returns the kind of a tool, from the name the client gives it. */
export function classifyTool(name: string): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.includes('__') || name.includes('--') || name.startsWith('mcp_') ? 'mcp' : 'other';
}

/** Returns `mcp__tides__get` for a tool of a server that is called through a tool of the client. */
export function nameOf(name: string, args: Json): string {
  const server = asText(args.server_name);
  const tool = asText(args.tool_name);
  return name === 'use_mcp_tool' && server !== undefined && tool !== undefined ? `mcp__${server}__${tool}` : name;
}

const EDIT = {
  path: 'path',
  file_path: 'path',
  old_string: 'oldText',
  new_string: 'newText',
  search: 'oldText',
  replace: 'newText',
} as const;

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command' },
  read: { path: 'path', offset: 'offset', limit: 'limit' },
  edit: EDIT,
  write: { path: 'path', content: 'newText' },
  search: { path: 'path', regex: 'pattern', query: 'pattern', file_pattern: 'glob' },
  list: { path: 'path' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, args: Json): CallInput {
  const input = readArguments(FIELDS[kind], args);
  if (kind === 'read') fillRead(input, args);
  const diff = kind === 'edit' ? asText(args.diff) : undefined;
  if (diff !== undefined) fillDiff(input, diff);
  if (input.rest?.diff !== undefined) {
    const { diff: _diff, ...rest } = input.rest;
    if (Object.keys(rest).length > 0) input.rest = rest;
    else delete input.rest;
  }
  return input;
}

/** Reads the arguments of a read: Roo Code reads several files at once, and the first stands for all. */
function fillRead(input: CallInput, args: Json): void {
  const listed = asBlocks(args.files)[0]?.path;
  const written = /<path>([^<]{1,500})<\/path>/.exec(asText(args.args) ?? '')?.[1];
  if (input.path === undefined) fillField(input, 'path', listed ?? written?.trim());
  if (input.rest?.args !== undefined) delete input.rest;
}

/** Reads the first block of a diff: `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`, or the same with other characters. */
function fillDiff(input: CallInput, diff: string): void {
  const start = /^(?:<{5,9}|-{5,9}) ?SEARCH>?[^\n]{0,20}\n/m.exec(diff);
  if (start === null) return;
  const from = start.index + start[0].length;
  const middle = diff.indexOf('\n=======', from - 1);
  if (middle < 0) return;
  const end = diff.slice(middle + 1).search(/^(?:>{5,9}|\+{5,9}) ?REPLACE/m);
  // Roo Code adds the number of the line where the block begins.
  const old = diff
    .slice(from, Math.max(from, middle))
    .replace(/^(?::start_line:\s?\d+\n)?(?::end_line:\s?\d+\n)?(?:-{5,9}\n)?/, '');
  fillField(input, 'oldText', old);
  const replaced = diff.slice(diff.indexOf('\n', middle + 1) + 1, end < 0 ? undefined : middle + 1 + end);
  fillField(input, 'newText', replaced.replace(/\n$/, ''));
}
