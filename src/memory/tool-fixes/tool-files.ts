import type { Document, YAMLMap, YAMLSeq } from 'yaml';
import { AppError } from '../../shared/errors.ts';
import { loadYaml, type Yaml } from '../../shared/yaml.ts';
import type { MemoryEntry } from '../entry-lesson.ts';
import { findFault } from '../sources/lesson-texts.ts';
import { AUTH_KIND, fixOf, readErrorPattern, type ToolFix } from './tool-fix.ts';

/** The folder beside the memory file that shows tool fixes, and the files in it. */
export const LEARNED_FOLDER = 'learned';
export const FIXES_FILE = 'tool_fixes.yaml';
export const PATTERNS_FILE = 'patterns.yaml';

/** One row of such a file. */
export interface FixRow {
  /** The lesson that it shows; absent if somebody else wrote the row. */
  id?: string;
  fix: ToolFix;
  /** How often it prevented a mistake, according to the row. */
  timesPrevented: number;
  line: number;
  /** Whether it is listed under `auth_patterns`. */
  isAuth: boolean;
}

/** What people and hardwon wrote into such a file. */
export interface FixFile {
  rows: FixRow[];
  /** Mistakes that are common to several tools, or to all. */
  mistakes: { topic: string; guidance: string }[];
}

/** Reads a file of tool fixes or error patterns. Entries that are not fixes are left to their owner. */
export async function readFixFile(text: string, path: string): Promise<FixFile> {
  const yaml = await loadYaml(text, path);
  const lines = new yaml.LineCounter();
  const document = parse(yaml, text, path, lines);
  const rows = listRows(yaml, document).flatMap(({ map, key }) => {
    const fix = readFix(map, key !== 'tool_fixes');
    if (!fix) return [];
    const id = textOf(map.get('id'));
    const line = map.range ? lines.linePos(map.range[0]).line : 1;
    const timesPrevented = numberOf(map.get('times_prevented'));
    return [{ fix, timesPrevented, line, isAuth: key === 'auth_patterns', ...(id === '' ? {} : { id }) }];
  });
  return { rows, mistakes: readMistakes(yaml, document) };
}

/** Reads the common mistakes: a description, with examples in words or as a tool with a flag. */
function readMistakes(yaml: Yaml, document: Document): FixFile['mistakes'] {
  const groups = document.get('common_mistakes');
  return (yaml.isMap(groups) ? groups.items : []).flatMap(({ value }) => {
    if (!yaml.isMap(value)) return [];
    const topic = textOf(value.get('description'));
    const list = value.get('examples');
    const examples = (yaml.isSeq(list) ? list.items : []).flatMap((example) =>
      yaml.isMap(example)
        ? example.items.map((pair) => `${mark(pair.key)} ${mark(pair.value)}`)
        : textOf(example) || [],
    );
    const guidance = examples.length > 0 ? `${topic}: ${examples.join('; ')}` : topic;
    return topic === '' || findFault(guidance) !== undefined ? [] : [{ topic, guidance }];
  });
}

/**
 * Renders a file that shows these lessons: updates their rows, adds new ones and removes those of removed lessons. Rows without
 * an id, comments and other keys stay as they are. Returns undefined if there is neither a file nor a fix.
 */
export async function renderFixes(
  text: string | undefined,
  entries: readonly MemoryEntry[],
  path: string,
  kind: 'fixes' | 'patterns',
): Promise<string | undefined> {
  const shown = entries.flatMap((entry) => {
    const fix = fixOf(entry);
    return fix && (fix.tool === '*') === (kind === 'patterns') ? [{ entry, fix }] : [];
  });
  if (text === undefined && shown.length === 0) return undefined;
  const yaml = await loadYaml(text ?? '', path);
  const document = parse(yaml, text ?? `${HEADERS[kind]}`, path);
  const rows = listRows(yaml, document);
  const byId = new Map(shown.map((one) => [one.entry.id, one]));
  const known = new Set<string>();
  let isChanged = text === undefined;
  for (const { map, seq, key } of rows) {
    const isPattern = key !== 'tool_fixes';
    const id = textOf(map.get('id'));
    const found = id === '' ? shown.find(({ fix }) => isSame(fix, readFix(map, isPattern))) : byId.get(id);
    if (found) {
      known.add(found.entry.id);
      isChanged = setRow(map, found, isPattern) || isChanged;
    } else if (id !== '') {
      seq.items.splice(seq.items.indexOf(map), 1);
      isChanged = true;
    }
  }
  for (const one of shown.filter(({ entry }) => !known.has(entry.id))) {
    const isPattern = kind === 'patterns';
    const map = document.createNode({}) as YAMLMap;
    setRow(map, one, isPattern);
    const key = !isPattern ? 'tool_fixes' : one.entry.kind === AUTH_KIND ? 'auth_patterns' : 'error_patterns';
    listOf(yaml, document, key, path).add(map);
    isChanged = true;
  }
  return isChanged ? document.toString({ lineWidth: 0 }) : text;
}

const HEADERS = {
  fixes:
    '# Fixes of tool errors. A view of harness-learnings.md: rows with an id are kept up to date; edit either file.\ntool_fixes: []\n',
  patterns:
    '# Errors of any tool, and what they mean. A view of harness-learnings.md: edit either file.\nerror_patterns: []\n',
};

function parse(yaml: Yaml, text: string, path: string, lines = new yaml.LineCounter()): Document {
  const document = yaml.parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) throw broken(path, lines.linePos(error.pos[0]).line, error.message);
  if (document.contents !== null && !yaml.isMap(document.contents))
    throw broken(path, 1, 'the file must be a group of keys');
  return document;
}

/** The lists that contain fixes. */
const LISTS = ['tool_fixes', 'error_patterns', 'auth_patterns'] as const;

/** Lists the rows of all of them. */
function listRows(yaml: Yaml, document: Document): { map: YAMLMap; seq: YAMLSeq; key: (typeof LISTS)[number] }[] {
  return LISTS.flatMap((key) => {
    const seq = document.get(key);
    if (!yaml.isSeq(seq)) return [];
    return seq.items.flatMap((map) => (yaml.isMap(map) ? [{ map, seq, key }] : []));
  });
}

function listOf(yaml: Yaml, document: Document, key: string, path: string): YAMLSeq {
  if (!document.has(key)) document.set(key, document.createNode([]));
  const seq = document.get(key);
  if (!yaml.isSeq(seq)) throw broken(path, 1, `${key} must be a list`);
  seq.flow = false;
  return seq;
}

function readFix(map: YAMLMap, isPattern: boolean): ToolFix | undefined {
  const [tool, errorPattern, rootCause, fix] = isPattern
    ? ['*', map.get('pattern'), map.get('meaning'), map.get('fix')]
    : [map.get('tool_name'), map.get('error_pattern'), map.get('root_cause'), map.get('fix_applied')];
  const commands = map.get('commands');
  const list =
    typeof commands === 'object' && commands !== null && 'items' in commands ? (commands.items as unknown[]) : [];
  const read = {
    tool: textOf(tool),
    errorPattern: textOf(errorPattern),
    rootCause: textOf(rootCause),
    fix: textOf(fix),
  };
  if (read.tool === '' || read.errorPattern === '' || read.fix === '') return undefined;
  return { ...read, commands: list.map(textOf).filter((command) => command !== '') };
}

/** Writes the differences; returns whether there were any. */
function setRow(map: YAMLMap, { entry, fix }: { entry: MemoryEntry; fix: ToolFix }, isPattern: boolean): boolean {
  const before = readFix(map, isPattern);
  const wanted: [string, unknown][] = isPattern
    ? [
        ...(isSamePattern(before, fix) ? [] : ([['pattern', fix.errorPattern]] as [string, unknown][])),
        ['meaning', fix.rootCause],
        ['fix', fix.fix],
        ...(fix.commands.length > 0 ? ([['commands', fix.commands]] as [string, unknown][]) : []),
      ]
    : [
        ['tool_name', fix.tool],
        ...(isSamePattern(before, fix) ? [] : ([['error_pattern', fix.errorPattern]] as [string, unknown][])),
        ['root_cause', fix.rootCause],
        ['fix_applied', fix.fix],
        ...(fix.commands.length > 0 ? ([['commands', fix.commands]] as [string, unknown][]) : []),
        ...(map.has('date_learned') ? [] : ([['date_learned', entry.firstSeen.slice(0, 10)]] as [string, unknown][])),
        ['times_prevented', Math.max(entry.prevented ?? 0, numberOf(map.get('times_prevented')))],
        // It was shown after a failure and followed: it prevented nothing, but it helped.
        ...(entry.helped ? ([['times_helped', entry.helped]] as [string, unknown][]) : []),
      ];
  let isChanged = false;
  for (const [key, value] of [...wanted, ['id', entry.id] as [string, unknown]]) {
    if (sameValue(map.get(key), value)) continue;
    map.set(key, value);
    isChanged = true;
  }
  return isChanged;
}

function sameValue(before: unknown, after: unknown): boolean {
  if (Array.isArray(after)) {
    const items =
      typeof before === 'object' && before !== null && 'items' in before ? (before.items as unknown[]).map(textOf) : [];
    return items.join('\n') === after.join('\n');
  }
  return typeof after === 'number' ? before === after : textOf(before) === textOf(after) && before !== undefined;
}

function isSamePattern(before: ToolFix | undefined, after: ToolFix): boolean {
  return before !== undefined && readErrorPattern(before.errorPattern) === readErrorPattern(after.errorPattern);
}

function isSame(fix: ToolFix, other: ToolFix | undefined): boolean {
  return other !== undefined && fix.tool === other.tool && isSamePattern(fix, other);
}

/** Returns the words of a value on one line, as a memory file could hold them. */
function textOf(value: unknown): string {
  const plain = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain).replace(/\s+/g, ' ').trim() : '';
}

function mark(value: unknown): string {
  return `\`${textOf(value).replaceAll('`', '')}\``;
}

/** Returns a count; 0 for anything that is not one. */
function numberOf(value: unknown): number {
  const number = Number(textOf(value));
  return Number.isInteger(number) && number > 0 && number < 1e9 ? number : 0;
}

function broken(path: string, line: number, reason: string): AppError {
  return new AppError('broken-file', `${path}:${line}: ${reason}`, {
    hint: 'Correct the YAML there, and run the command again.',
  });
}
