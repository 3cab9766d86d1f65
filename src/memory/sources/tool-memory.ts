import type { Trigger } from '../../lessons/lesson.ts';
import { toErrorPattern } from '../../lessons/triggers/error-pattern.ts';
import { parseRule } from '../../lessons/triggers/rule.ts';
import { AppError } from '../../shared/errors.ts';
import { trimEndOf } from '../../shared/trim-end.ts';
import { loadYaml } from '../../shared/yaml.ts';
import { nameForFix } from '../tool-fixes/fix-name.ts';
import { AUTH_KIND, lessonOfFix, type ToolFix } from '../tool-fixes/tool-fix.ts';
import type { SourceLesson, SourceReader, SourceReading } from './source.ts';

const KEYS = /^(?:tool_fixes|common_mistakes|failures|\w{1,40}_patterns):/m;

/** Reads `tool_fixes.yaml`, `patterns.yaml` and `tool_failures.yaml` of a tool memory; one file may have the keys of several. */
export const toolMemory: SourceReader = {
  kind: 'tool-memory',
  recognises: (text, path) => /\.ya?ml$/i.test(path) && KEYS.test(text),
  async read(text, path) {
    const file = await parseYamlFile(text, path);
    const reading: SourceReading = { kind: 'tool-memory', label: 'tool memory', lessons: [], skipped: [] };
    for (const [key, value] of Object.entries(file.value)) {
      const rows = rowsOf(key, value, file);
      if (key === 'failures') addFailures(rows, reading);
      else if (key === 'tool_fixes') addRows(rows, readFix, 'has no fix_applied', reading);
      else if (key === 'auth_patterns') addRows(rows, readAuthPattern, 'has no pattern and fix', reading);
      else if (key === 'common_mistakes') addRows(rows, readMistake, 'has no description', reading);
      else if (key.endsWith('_patterns')) addRows(rows, readPattern, 'has no pattern and fix', reading);
      else reading.skipped.push({ line: file.lineOf([key]), reason: 'is under a key that is not known' });
    }
    return reading;
  },
};

/** One record of a list, or of a named group. */
interface Row {
  line: number;
  fields: Record<string, unknown>;
}

function rowsOf(key: string, value: unknown, file: YamlFile): Row[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isGroup(value)
      ? Object.entries(value)
      : [];
  return entries.map(([place, fields]) => ({ line: file.lineOf([key, place]), fields: isGroup(fields) ? fields : {} }));
}

function addRows(
  rows: readonly Row[],
  read: (fields: Row['fields']) => Omit<SourceLesson, 'line'> | undefined,
  fault: string,
  reading: SourceReading,
): void {
  for (const { line, fields } of rows) {
    const lesson = read(fields);
    if (lesson) reading.lessons.push({ line, ...lesson });
    else reading.skipped.push({ line, reason: fault });
  }
}

/** Reads `{tool_name, error_pattern, root_cause, fix_applied, date_learned, times_prevented}`. */
function readFix(fields: Row['fields']): Omit<SourceLesson, 'line'> | undefined {
  const [tool, error, cause, fix] = ['tool_name', 'error_pattern', 'root_cause', 'fix_applied'].map((name) =>
    textOf(fields[name]),
  );
  if (!fix) return undefined;
  const day = dayOf(fields.date_learned);
  const prevented = countOf(fields.times_prevented);
  const days = { ...(day && { firstSeen: day, lastSeen: day }), ...(prevented > 0 && { prevented }) };
  const words =
    error &&
    wordFix({ tool: tool || '*', errorPattern: error, rootCause: cause ?? '', fix, commands: commandsOf(fields) });
  if (words) return { ...words, ...days };
  // Its error cannot be searched for, so it is kept in words only.
  const what = [tool && mark(tool), error && `failed with "${error}"`].filter(Boolean).join(' ');
  return {
    kind: 'tool-use',
    ...(tool && { title: `${mark(tool)}: ${fix}` }),
    guidance: tool ? `${mark(tool)}: ${fix}` : fix,
    pattern: sentence([what, cause], ': '),
    ...days,
  };
}

/** Reads `{pattern, meaning, fix, commands}`. */
function readPattern(fields: Row['fields']): Omit<SourceLesson, 'line'> | undefined {
  const [error, meaning, fix] = ['pattern', 'meaning', 'fix'].map((name) => textOf(fields[name]));
  if (!error || !fix) return undefined;
  const commands = commandsOf(fields);
  const words = wordFix({ tool: '*', errorPattern: error, rootCause: meaning ?? '', fix, commands });
  if (words) return words;
  return {
    kind: 'tool-use',
    title: `"${error}": ${meaning || fix}`,
    guidance: sentence(
      [`When an error says "${error}": ${fix}`, commands.length > 0 && `Commands: ${commands.map(mark).join(', ')}`],
      '. ',
    ),
    pattern: meaning ? `"${error}" means: ${meaning}` : '',
  };
}

/** The same for failures of the environment and not of the call: the network is down, or a login has expired. */
function readAuthPattern(fields: Row['fields']): Omit<SourceLesson, 'line'> | undefined {
  const read = readPattern(fields);
  return read && { ...read, kind: AUTH_KIND };
}

/** Words a fix exactly as it would be saved here; undefined if it could not be found again. */
function wordFix(given: ToolFix): Omit<SourceLesson, 'line'> | undefined {
  const fix = { ...given, tool: nameForFix(given.tool) ?? given.tool };
  try {
    const { fingerprint, kind, title, pattern, guidance, trigger, phase } = lessonOfFix(fix, '', '');
    return { fingerprint, kind, title, pattern, guidance, ...(trigger && { trigger }), ...(phase && { phase }) };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function commandsOf({ commands }: Row['fields']): string[] {
  return (Array.isArray(commands) ? commands : []).map(textOf).filter((command) => command !== '');
}

/** Reads `{description, examples}`, where an example is a text or a tool with a flag. */
function readMistake(fields: Row['fields']): Omit<SourceLesson, 'line'> | undefined {
  const description = textOf(fields.description);
  if (!description) return undefined;
  const examples = (Array.isArray(fields.examples) ? fields.examples : []).flatMap((example) => {
    if (!isGroup(example)) return textOf(example) || [];
    return Object.entries(example).map(([tool, value]) => `${mark(tool)} ${mark(textOf(value))}`);
  });
  const guidance = examples.length > 0 ? `${description}: ${examples.join('; ')}` : description;
  return { kind: 'command', title: description, guidance, pattern: description };
}

/**
 * Reads `{tool, error, fix_attempted, success, timestamp, skill}`: a log. A fix that helped is one lesson, however often it did.
 */
function addFailures(rows: readonly Row[], reading: SourceReading): void {
  const lessons = new Map<string, SourceLesson & { occurrences: number }>();
  for (const { line, fields } of rows) {
    const [tool, error, fix] = ['tool', 'error', 'fix_attempted'].map((name) => textOf(fields[name]));
    if (!tool || !error || !fix || fields.success !== true) {
      reading.skipped.push({
        line,
        reason: fields.success === true ? 'has no tool, error and fix_attempted' : 'tells of no fix that worked',
      });
      continue;
    }
    const day = dayOf(fields.timestamp);
    const key = JSON.stringify([tool, error, fix]);
    const known = lessons.get(key);
    const days = [known?.firstSeen, known?.lastSeen, day].filter((each) => each !== undefined).sort();
    const trigger = triggerOf(tool, error);
    const occurrences = (known?.occurrences ?? 0) + 1;
    lessons.set(key, {
      line: known?.line ?? line,
      kind: 'retry',
      title: `When ${mark(tool)} fails with "${error}", try ${mark(fix)}`,
      guidance: `When ${mark(tool)} fails with "${error}", run ${mark(fix)} and call it again.`,
      pattern: `${mark(tool)} failed with "${error}" and worked after ${mark(fix)}, ${occurrences === 1 ? 'once' : `${occurrences} times`}.`,
      occurrences,
      ...(trigger && { trigger }),
      ...(days[0] && { firstSeen: days[0], lastSeen: days.at(-1) ?? days[0] }),
    });
  }
  reading.lessons.push(...lessons.values());
}

/** Returns a trigger on the tool's name and the text of its error; undefined if the error cannot be quoted safely. */
function triggerOf(tool: string, text: string): Trigger | undefined {
  const error = toErrorPattern(text);
  const rule = `Tool(${tool})`;
  if (error === undefined || !/^[\w.*:-]{1,100}$/.test(tool) || !parseRule(rule)) return undefined;
  return { rule, error, failed: 0, succeeded: 0 };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : '';
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9 ? value : 0;
}

/** Returns `2026-01-04` for a day or a timestamp; undefined for anything that is not a date. */
function dayOf(value: unknown): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(textOf(value))?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

function mark(text: string): string {
  return `\`${text.replaceAll('`', '')}\``;
}

function sentence(parts: readonly (string | false | undefined)[], joint: string): string {
  return parts.flatMap((part) => (part ? trimEndOf(part, '.') : [])).join(joint);
}

/** The contents of a YAML file, with line numbers. */
interface YamlFile {
  /** The keys of its top level. */
  value: Record<string, unknown>;
  /** Returns the line, counted from 1, of the value at a path of keys and indices. */
  lineOf(way: readonly (string | number)[]): number;
}

/** Parses a YAML file whose top level is a mapping. Broken syntax is an error with its line; nothing in it is executed. */
async function parseYamlFile(text: string, path: string): Promise<YamlFile> {
  const { isNode, LineCounter, parseDocument } = await loadYaml(text, path);
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  const broken = (line: number | undefined, reason: string, cause?: unknown) =>
    new AppError('broken-file', `${path}${line === undefined ? '' : `:${line}`}: ${reason}`, {
      hint: 'Correct the YAML there, and run the command again.',
      cause,
    });
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false });
    const [error] = document.errors;
    if (error) throw broken(lineAt(error.pos[0]), error.message, error);
    // Aliases of aliases can expand a kilobyte into a gigabyte.
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    if (!isGroup(value)) throw broken(1, 'the file must be a group of keys');
    return {
      value,
      lineOf(way) {
        const node: unknown = document.getIn(way, true);
        return isNode(node) && node.range ? lineAt(node.range[0]) : 1;
      },
    };
  } catch (error) {
    // The parser recurses once per level, so thousands of brackets overflow the stack.
    throw error instanceof AppError ? error : broken(undefined, `cannot be read as YAML: ${describe(error)}`, error);
  }
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
