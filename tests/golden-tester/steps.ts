import type { CallEnd, CallStep, Step, ToolUse } from '../support/described-session.ts';
import {
  CaseError,
  checkKeys,
  defined,
  type Fields,
  optionalFlag,
  optionalLines,
  optionalNumber,
  optionalText,
  textOf,
} from './fields.ts';

const tools = ['shell', 'read', 'write', 'edit', 'search', 'list', 'web', 'task', 'tool'];
const ends = ['prints', 'fails', 'error', 'missing', 'rejected', 'blocked', 'denied', 'cancelled', 'open'];
const extras = [
  'id',
  'cwd',
  'parallel',
  'wait',
  'takes',
  'exit',
  'suggests',
  'interpreted',
  'timeout',
  'background',
  'settings',
  'kind',
  'calls',
  'hook',
];

/** One entry under `calls:`. Labels of calls are added to `labels`. */
export function parseStep(source: unknown, place: string, label: string, labels: string[]): Step {
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw new CaseError(place, 'is no mapping');
  const fields = source as Fields;
  if ('user' in fields) {
    checkKeys(fields, ['user', 'wait'], place);
    return defined({ user: textOf(fields, 'user', place), wait: optionalNumber(fields, 'wait', place) });
  }
  if ('says' in fields) {
    checkKeys(fields, ['says'], place);
    return { says: textOf(fields, 'says', place) };
  }
  if ('compact' in fields) {
    checkKeys(fields, ['compact'], place);
    return { compact: true };
  }
  return parseCall(fields, place, label, labels);
}

function parseCall(fields: Fields, place: string, label: string, labels: string[]): CallStep {
  checkKeys(fields, [...extras, ...tools, ...ends], place);
  const id = optionalText(fields, 'id', place) ?? label;
  labels.push(id);
  const use = parseUse(fields, place, id, labels);
  return defined<CallStep>({
    id,
    use,
    end: parseEnd(fields, use, place),
    hook: optionalLines(fields, 'hook', place),
    cwd: optionalText(fields, 'cwd', place),
    parallel: optionalFlag(fields, 'parallel', place),
    wait: optionalNumber(fields, 'wait', place),
    takes: optionalNumber(fields, 'takes', place),
  });
}

function parseUse(fields: Fields, place: string, id: string, labels: string[]): ToolUse {
  const tool = onlyOne(fields, tools, place) ?? '';
  switch (tool) {
    case 'shell':
      return defined({
        tool,
        command: textOf(fields, 'shell', place),
        timeoutMs: optionalNumber(fields, 'timeout', place),
        background: optionalFlag(fields, 'background', place),
        settings: optionalSettings(fields, place),
      });
    case 'read': {
      const { path, offset, limit } = shortForm(fields, 'read', ['path', 'offset', 'limit'], place);
      return defined({ tool, path: String(path), offset: asNumber(offset), limit: asNumber(limit) });
    }
    case 'write': {
      const { path, content } = shortForm(fields, 'write', ['path', 'content'], place);
      return { tool, path: String(path), content: String(content ?? '') };
    }
    case 'edit': {
      const edit = shortForm(fields, 'edit', ['path', 'old', 'new', 'all'], place);
      const texts = { path: String(edit.path), old: String(edit.old ?? 'a'), new: String(edit.new ?? 'b') };
      return defined({ tool, ...texts, all: edit.all === undefined ? undefined : edit.all === true });
    }
    case 'search': {
      const search = shortForm(fields, 'search', ['pattern', 'path', 'glob', 'mode'], place);
      const mode = search.mode === undefined ? undefined : (String(search.mode) as 'content' | 'files' | 'count');
      return defined({
        tool,
        pattern: String(search.pattern),
        path: asText(search.path),
        glob: asText(search.glob),
        mode,
      });
    }
    case 'list': {
      const { pattern, path } = shortForm(fields, 'list', ['pattern', 'path'], place);
      return defined({ tool, pattern: String(pattern), path: asText(path) });
    }
    case 'web': {
      const { url, prompt } = shortForm(fields, 'web', ['url', 'prompt'], place);
      return { tool, url: String(url), prompt: String(prompt ?? 'What does it say?') };
    }
    case 'task': {
      const list = fields.calls ?? [];
      if (!Array.isArray(list)) throw new CaseError(place, 'calls is a list');
      const steps = list.map((each, at) =>
        parseStep(each, `${place}, subagent step ${at + 1}`, `${id}.${at + 1}`, labels),
      );
      return {
        tool,
        task: textOf(fields, 'task', place),
        kind: optionalText(fields, 'kind', place) ?? 'general-purpose',
        steps,
      };
    }
    case 'tool': {
      const { name, input } = shortForm(fields, 'tool', ['name', 'input'], place);
      return { tool: 'named', name: String(name), input: (input ?? {}) as Record<string, unknown> };
    }
    default:
      throw new CaseError(place, `names no tool: one of ${tools.join(', ')}, or user, says, compact`);
  }
}

function parseEnd(fields: Fields, use: ToolUse, place: string): CallEnd {
  const end = onlyOne(fields, ends, place);
  switch (end) {
    case 'fails':
      if (use.tool !== 'shell') throw new CaseError(place, 'fails: is for shell; write error: for other tools');
      return {
        how: 'exit',
        code: optionalNumber(fields, 'exit', place) ?? 1,
        prints: optionalLines(fields, 'fails', place) ?? '',
      };
    case 'error':
      return { how: 'error', text: optionalLines(fields, 'error', place) ?? '' };
    case 'missing':
      return defined({ how: 'missing' as const, suggests: optionalText(fields, 'suggests', place) });
    case 'rejected':
      return fields.rejected === true
        ? { how: 'rejected' }
        : { how: 'rejected', words: textOf(fields, 'rejected', place) };
    case 'blocked':
      return { how: 'blocked', text: optionalLines(fields, 'blocked', place) ?? '' };
    case 'denied':
    case 'cancelled':
    case 'open':
      return { how: end };
    default: {
      const interpreted = optionalText(fields, 'interpreted', place);
      return defined({ how: 'ok' as const, prints: optionalLines(fields, 'prints', place) ?? '', interpreted });
    }
  }
}

/** Arguments of the shell tool besides the command, by the agent's own names. */
function optionalSettings(fields: Fields, place: string): Record<string, string | boolean> | undefined {
  const { settings } = fields;
  if (settings === undefined) return undefined;
  const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'boolean';
  if (typeof settings !== 'object' || settings === null || !Object.values(settings).every(isPlain))
    throw new CaseError(place, 'settings: holds texts, true or false by name');
  return settings as Record<string, string | boolean>;
}

/** `read: src/a.ts` is short for `read: {path: src/a.ts}`: a text stands for the first of the keys. */
function shortForm(fields: Fields, tool: string, keys: readonly string[], place: string): Fields {
  const value = fields[tool];
  const [first = ''] = keys;
  if (typeof value === 'string') return { [first]: value };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CaseError(place, `${tool} is a text or a mapping`);
  checkKeys(value as Fields, keys, place);
  if ((value as Fields)[first] === undefined) throw new CaseError(place, `${tool} needs ${first}`);
  return value as Fields;
}

function onlyOne(fields: Fields, keys: readonly string[], place: string): string | undefined {
  const present = keys.filter((key) => key in fields);
  if (present.length > 1) throw new CaseError(place, `${present.join(' and ')} exclude each other`);
  return present[0];
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function asText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
