import { asJson, asNumber, asText } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { type FieldTable, readArguments } from '../input.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'shell',
  powershell: 'shell',
  shell: 'shell',
  view: 'read',
  edit: 'edit',
  apply_patch: 'edit',
  str_replace_editor: 'edit',
  create: 'write',
  grep: 'search',
  rg: 'search',
  glob: 'list',
  web_fetch: 'web',
  web_search: 'web',
  task: 'task',
};

/** Returns the kind of a tool, from the name Copilot gives it. `server` is set for a tool of an MCP server. */
export function classifyTool(name: string, args: unknown, server: string | undefined): ToolKind {
  if (server !== undefined) return 'mcp';
  if (name === 'str_replace_editor') return STEPS[asText(asJson(args).command) ?? ''] ?? 'edit';
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'other';
}

/** Kinds of the one tool in early versions that later versions split into three. */
const STEPS: Readonly<Record<string, ToolKind>> = { view: 'read', create: 'write' };

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command' },
  read: { path: 'path' },
  edit: { path: 'path', old_str: 'oldText', new_str: 'newText' },
  write: { path: 'path', file_text: 'newText' },
  search: { pattern: 'pattern', path: 'path', paths: 'path', glob: 'glob' },
  list: { pattern: 'pattern', path: 'path', paths: 'path' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const raw = asJson(value);
  const input = readArguments(FIELDS[kind], raw);
  if (kind === 'shell') fillShell(input, raw);
  if (kind === 'read' && Array.isArray(raw.view_range)) fillRange(input, raw.view_range);
  const patch = kind === 'edit' ? (asText(value) ?? asText(raw.input) ?? asText(raw.patch)) : undefined;
  const file = patch === undefined ? undefined : /^\*\*\* (?:Update|Add|Delete) File: (.{1,500})$/m.exec(patch)?.[1];
  if (file !== undefined) input.path = clip(file.trim(), LIMITS.argument);
  return input;
}

/** Reads the arguments of a shell: times are in seconds, and it runs in the background if `mode` says so. */
function fillShell(input: CallInput, { initial_wait: wait, mode, timeout }: ReturnType<typeof asJson>): void {
  const seconds = asNumber(timeout) ?? asNumber(wait);
  if (seconds !== undefined) input.timeoutMs = seconds * 1000;
  if (mode === 'async' || mode === 'detached') input.background = true;
  if (input.rest === undefined) return;
  const { initial_wait: _wait, mode: _mode, timeout: _timeout, ...rest } = input.rest;
  if (Object.keys(rest).length > 0) input.rest = rest;
  else delete input.rest;
}

/** Reads `[1325, 1475]`; -1 is the end of the file. */
function fillRange(input: CallInput, range: readonly unknown[]): void {
  const first = asNumber(range[0]);
  const last = asNumber(range[1]);
  if (first === undefined) return;
  input.offset = first;
  if (last !== undefined && last >= first) input.limit = last - first + 1;
}
