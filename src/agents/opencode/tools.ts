import { asJson, asText } from '../../shared/json-values.ts';
import type { CallInput, ToolKind } from '../call.ts';
import { clip, LIMITS } from '../excerpt.ts';
import { type FieldTable, readArguments } from '../input.ts';

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'shell',
  shell: 'shell',
  read: 'read',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  write: 'write',
  grep: 'search',
  glob: 'list',
  list: 'list',
  webfetch: 'web',
  websearch: 'web',
  task: 'task',
  plan_enter: 'other',
  plan_exit: 'other',
};

/** Returns the kind of a tool, from the name OpenCode gives it. Tools of MCP servers are named `<server>_<tool>`. */
export function classifyTool(name: string): ToolKind {
  if (Object.hasOwn(KINDS, name)) return KINDS[name] ?? 'other';
  return name.includes('_') ? 'mcp' : 'other';
}

/** Arguments that have a dedicated field, by kind of tool. */
const FIELDS: FieldTable = {
  shell: { command: 'command', timeout: 'timeoutMs' },
  read: { filePath: 'path', path: 'path', offset: 'offset', limit: 'limit' },
  edit: { filePath: 'path', oldString: 'oldText', newString: 'newText', replaceAll: 'replaceAll' },
  write: { filePath: 'path', content: 'newText' },
  search: { pattern: 'pattern', path: 'path', include: 'glob', glob: 'glob' },
  list: { pattern: 'pattern', path: 'path' },
  web: { url: 'url' },
};

/** Returns the arguments that lessons are made of; long ones are clipped. */
export function readInput(kind: ToolKind, value: unknown): CallInput {
  const input = readArguments(FIELDS[kind], value);
  const patch = kind === 'edit' ? asText(asJson(value).patchText) : undefined;
  if (patch !== undefined) fillPatch(input, patch);
  return input;
}

/** Reads the files of a patch; the first stands for all, and their number is kept. */
function fillPatch(input: CallInput, patch: string): void {
  const files = [...patch.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map((found) =>
    (found[1] ?? '').trim(),
  );
  const [first] = files;
  if (first !== undefined) input.path = clip(first, LIMITS.argument);
  input.rest = { files: files.length };
}
