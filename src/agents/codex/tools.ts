import { asJson, asNumber, asText, type Json } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { type FieldTable, readArguments } from '../input.ts';
import { unwrapCommand } from './command.ts';
import { findShellPatch, type Patch, type PatchedFile, readPatch } from './patch.ts';

/** A tool call in the form in which it is kept. */
export interface SentTool {
  tool: ToolKind;
  name: string;
  input: CallInput;
  /** The folder it asks to run in, as the agent wrote it. */
  folder?: string | undefined;
  /** Its changes, if it is a patch. */
  patch?: Patch | undefined;
}

const KINDS: Readonly<Record<string, ToolKind>> = {
  shell: 'shell',
  shell_command: 'shell',
  exec_command: 'shell',
  local_shell: 'shell',
  'container.exec': 'shell',
  apply_patch: 'edit',
  read_file: 'read',
  view_image: 'read',
  grep_files: 'search',
  list_dir: 'list',
  web_search: 'web',
  spawn_agent: 'task',
};

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  read: { file_path: 'path', path: 'path', offset: 'offset', limit: 'limit' },
  search: { pattern: 'pattern', path: 'path', include: 'glob' },
  list: { dir_path: 'path' },
  web: { url: 'url' },
};

/** Arguments of a shell call, besides the command, that a fix may consist of: a request for more permissions, a terminal. */
const SHELL_REST = ['sandbox_permissions', 'with_escalated_permissions', 'tty'];

/**
 * Reads a tool call; `args` are its arguments, or the text of a tool that takes a single text. `shell` is the shell for commands
 * that do not ask for another one.
 */
export function readTool(name: string, namespace: string | undefined, args: unknown, shell?: string): SentTool {
  const kind = Object.hasOwn(KINDS, name) && !isServer(namespace) ? KINDS[name] : undefined;
  if (kind === 'shell') return readShell(name, asJson(args), shell);
  if (kind === 'edit') return readEdit(name, args);
  const full = isServer(namespace) ? joinName(namespace ?? '', name) : name;
  const tool = kind ?? (full.includes('__') ? 'mcp' : 'other');
  return { tool, name: full, input: readArguments(FIELDS[tool], args) };
}

/** Returns the input of a call that changes the files of a patch: `file` is the one that stands for all. */
export function describePatch(patch: Patch, file: PatchedFile | undefined = patch.files[0]): CallInput {
  if (file === undefined) return {};
  const input: CallInput = { path: clip(file.path, LIMITS.argument) };
  if (file.oldText !== '') input.oldText = clip(file.oldText, LIMITS.edit);
  if (file.newText !== '') input.newText = clip(file.newText, LIMITS.edit);
  const others = patch.files.filter((other) => other !== file).map((other) => other.path);
  if (others.length > 0) input.rest = { files: patch.files.length, also: clip(others.join('\n'), LIMITS.argument) };
  return input;
}

function readShell(name: string, args: Json, shell: string | undefined): SentTool {
  const unwrapped = unwrapCommand(args.cmd ?? args.command, args.shell ?? shell);
  const folder = asText(args.workdir) ?? asText(args.cwd) ?? asText(args.working_directory);
  const sent = findShellPatch(unwrapped?.command ?? '');
  if (sent !== undefined) {
    const { patch } = sent;
    return {
      tool: kindOf(patch),
      name: 'apply_patch',
      input: describePatch(patch),
      folder: sent.folder ?? folder,
      patch,
    };
  }
  const input: CallInput = {};
  if (unwrapped !== undefined) input.command = clip(unwrapped.command, LIMITS.command);
  const timeout = asNumber(args.timeout_ms) ?? asNumber(args.timeout);
  if (timeout !== undefined) input.timeoutMs = timeout;
  const rest = SHELL_REST.filter((key) => key in args).map((key) => [key, args[key]] as const);
  for (const [key, value] of rest) {
    if (typeof value === 'string' || value === true) input.rest = { ...input.rest, [key]: value };
  }
  // Commands are parsed by the name of their shell. Not `PowerShell`: that name is Claude Code's, whose shell keeps the folder of
  // a `cd`.
  return { tool: 'shell', name: unwrapped?.isPowerShell ? 'powershell' : name, input, folder };
}

function readEdit(name: string, args: unknown): SentTool {
  const text = typeof args === 'string' ? args : (asText(asJson(args).input) ?? asText(asJson(args).patch) ?? '');
  const patch = readPatch(text);
  if (patch === undefined) return { tool: 'edit', name, input: {} };
  return { tool: kindOf(patch), name, input: describePatch(patch), patch };
}

/** Returns the kind of a patch: one that only adds files is a write; all others are edits. */
function kindOf(patch: Patch): ToolKind {
  return patch.files.every((file) => file.action === 'add') ? 'write' : 'edit';
}

/** Whether a namespace is that of an MCP server; some tools of the client have one, too: `collaboration`. */
function isServer(namespace: string | undefined): boolean {
  return namespace?.startsWith('mcp__') === true;
}

function joinName(namespace: string, name: string): string {
  return namespace.endsWith('_') || name.startsWith('_') ? namespace + name : `${namespace}__${name}`;
}
