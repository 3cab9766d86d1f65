import { asNumber, asText, type Json } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { type FieldTable, readArguments } from '../input.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  terminal: 'shell',
  execute_bash: 'shell',
  bash: 'shell',
  read: 'read',
  write: 'write',
  apply_patch: 'edit',
  grep: 'search',
  glob: 'list',
  browse: 'web',
  fetch: 'web',
  delegate: 'task',
  task: 'task',
  mcp: 'mcp',
};

/** Returns the kind of a tool, from the name OpenHands gives it. */
export function classifyTool(name: string, args: Json): ToolKind {
  if (name === 'file_editor' || name === 'str_replace_editor') return STEPS[asText(args.command) ?? ''] ?? 'edit';
  // Keys sent to a running command, and checks on it.
  if (KINDS[name] === 'shell' && (isInput(args) || (asText(args.command) ?? '').trim() === '')) return 'other';
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'other';
}

const STEPS: Readonly<Record<string, ToolKind>> = { view: 'read', create: 'write' };

function isInput({ is_input: flag }: Json): boolean {
  return flag === true || flag === 'true';
}

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command' },
  read: { path: 'path' },
  edit: { path: 'path', old_str: 'oldText', new_str: 'newText' },
  write: { path: 'path', file_text: 'newText', content: 'newText' },
  search: { pattern: 'pattern', path: 'path', include: 'glob' },
  list: { pattern: 'pattern', path: 'path' },
  web: { url: 'url' },
};

/** Arguments that the client adds for its own use. */
const OWN = [
  'kind',
  'thought',
  'security_risk',
  'summary',
  'is_input',
  'blocking',
  'confirmation_state',
  'hidden',
  'timeout',
];

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, args: Json): CallInput {
  const own = kind === 'read' || kind === 'edit' || kind === 'write' ? [...OWN, 'command'] : OWN;
  const input = readArguments(
    FIELDS[kind],
    Object.fromEntries(Object.entries(args).filter(([name]) => !own.includes(name))),
  );
  const seconds = asNumber(args.timeout);
  if (kind === 'shell' && seconds !== undefined) input.timeoutMs = seconds * 1000;
  const [first, last] = Array.isArray(args.view_range) ? args.view_range.map(asNumber) : [];
  if (kind === 'read' && first !== undefined) {
    input.offset = first;
    if (last !== undefined && last >= first) input.limit = last - first + 1;
  }
  return input;
}
