import type { CallInput, ToolKind } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { asBlocks, asJson } from '../record.ts';

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

/** What a tool does, by the name Claude Code gives it. Polls of background tasks are `other`: what they bring belongs to the launch. */
export function classifyTool(name: string): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.startsWith('mcp__') ? 'mcp' : 'other';
}

/** Tools whose successful answer is the content of a file. */
export function answersWithFile(kind: ToolKind): boolean {
  return kind === 'read' || kind === 'edit' || kind === 'write';
}

/** Arguments kept by name besides the ones that have a field of their own; a tool with more has none that matter. */
const MOST_ARGUMENTS = 32;

type TextField = 'command' | 'path' | 'pattern' | 'glob' | 'oldText' | 'newText' | 'url';
type NumberField = 'timeoutMs' | 'offset' | 'limit';
type FlagField = 'background' | 'replaceAll';

/** Arguments that have a field of their own, by the kind of tool. */
const FIELDS: Readonly<Partial<Record<ToolKind, Readonly<Record<string, TextField | NumberField | FlagField>>>>> = {
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

/** The arguments that lessons are made of, long ones clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const raw = asJson(value);
  const fields = FIELDS[kind];
  const input: CallInput = {};
  let rest: Record<string, string | number | boolean> | undefined;
  let count = 0;
  for (const key in raw) {
    const argument = raw[key];
    const field = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined && fill(input, field, argument)) continue;
    const isPlain = typeof argument === 'string' || typeof argument === 'number' || typeof argument === 'boolean';
    if (!isPlain || argument === '' || argument === false || key === '__proto__' || key.length > 100) continue;
    if (++count > MOST_ARGUMENTS) break;
    rest ??= {};
    rest[key] = typeof argument === 'string' ? clip(argument, LIMITS.argument) : argument;
  }
  if (kind === 'edit' && raw.edits !== undefined) rest = { ...rest, edits: fillEdits(input, raw.edits) };
  if (rest !== undefined) input.rest = rest;
  return input;
}

/** Puts an argument where it belongs; false if it is not of the right type. */
function fill(input: CallInput, field: TextField | NumberField | FlagField, value: unknown): boolean {
  switch (field) {
    case 'timeoutMs':
    case 'offset':
    case 'limit':
      if (typeof value !== 'number') return false;
      input[field] = value;
      return true;
    case 'background':
    case 'replaceAll':
      if (value === true) input[field] = true;
      return typeof value === 'boolean';
    default:
      if (typeof value !== 'string') return false;
      if (value !== '') input[field] = clip(value, limitOf(field));
      return true;
  }
}

function limitOf(field: TextField): number {
  if (field === 'command') return LIMITS.command;
  return field === 'oldText' || field === 'newText' ? LIMITS.edit : LIMITS.argument;
}

/** MultiEdit: the first edit stands for all; how many there are is kept. */
function fillEdits(input: CallInput, edits: unknown): number {
  const blocks = asBlocks(edits);
  fill(input, 'oldText', blocks[0]?.old_string);
  fill(input, 'newText', blocks[0]?.new_string);
  return blocks.length;
}
