import { expect } from 'vitest';
import { anchorsOf, readDocument, splitCode, tableRows } from './markdown.ts';

const text = readDocument('docs/json.md');
const headings = text.split('\n').filter((line) => /^#+ /.test(line));

/** Groups whose keys are names of things; the page has those. */
const GROUPS = ['byKind', 'byAgent'];

export interface DocumentedField {
  pattern: RegExp;
  name: string;
  isOptional: boolean;
}

/**
 * Every field that is there is on the page. Every field on the page that is not optional is there, too, unless the object that
 * it belongs to is optional and absent.
 */
export function compare(heading: string, values: readonly unknown[]): void {
  const documented = documentedFields(heading);
  const present = [...new Set(values.flatMap((value) => fieldsOf(value)))];
  expect(present.length).toBeGreaterThan(3);
  expect(present.filter((field) => !isDocumented(field, documented))).toEqual([]);
  const absent = documented.filter(
    ({ name, isOptional, pattern }) =>
      !isOptional && !present.some((field) => pattern.test(field)) && isExpected(name, documented, present),
  );
  expect(absent.map(({ name }) => name)).toEqual([]);
}

/** The fields below a heading, with those of the shapes that it refers to. */
export function documentedFields(heading: string): DocumentedField[] {
  const fields = rowsBelow(heading);
  // The headings of commands are code; `match` prints a line for each call, without the version.
  if (heading.startsWith('## `') && heading !== '## `match`') fields.unshift(field('schema', false));
  const named = new Set(fields.map(({ name }) => name));
  // The row of `read.files` says that there is a `read`.
  const ancestors = new Set(fields.flatMap(({ name }) => ancestorsOf(name)));
  const implied = [...ancestors].filter(
    (name) => !named.has(name) && !GROUPS.some((group) => name.endsWith(`.${group}`)),
  );
  return [...fields, ...implied.map((name) => field(name, false))];
}

export function isDocumented(name: string, documented: readonly DocumentedField[]): boolean {
  return documented.some(({ pattern }) => pattern.test(name));
}

/** `a`, `a.b`, `list[]`, `list[].c`: a list of objects goes by its elements, a list of strings by its name. */
export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    if (value.every((element) => typeof element === 'string')) return [];
    return value.flatMap((element) => fieldsOf(element, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path === '' ? key : `${path}.${key}`;
    if (GROUPS.includes(key)) return fieldsOf(inner, name);
    const isList = Array.isArray(inner) && inner.length > 0 && !inner.every((element) => typeof element === 'string');
    return [isList ? `${name}[]` : name, ...fieldsOf(inner, name)];
  });
}

/** The fields that the tables and the code below a heading name. */
function rowsBelow(heading: string, prefix = ''): DocumentedField[] {
  return [
    ...fieldsInTables(heading, prefix),
    ...sectionBlocks(heading).flatMap((block) => fieldsInCode(block, prefix)),
  ];
}

/** A row may name several fields: `a`, `b`, `c.{d,e}`. A link in its type leads to a shape; `…` has the shape's fields beside the others. */
function fieldsInTables(heading: string, prefix: string): DocumentedField[] {
  return tableRows(text, heading).flatMap(([names = '', type = '']) => {
    const [, anchor] = /\]\(#([\w-]+)\)/.exec(type) ?? [];
    return names
      .replaceAll('`', '')
      .split(', ')
      .flatMap(withoutBraces)
      .flatMap((name) => {
        if (name.endsWith('…')) return rowsBelow(headingOf(anchor), prefix + name.slice(0, -1));
        const own = field(prefix + name, type.endsWith('?'));
        return anchor === undefined ? [own] : [own, ...rowsBelow(headingOf(anchor), `${prefix}${name}.`)];
      });
  });
}

/** The blocks of `ts` below a heading. */
function sectionBlocks(heading: string): string[] {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 1;
  const length = lines.slice(start).findIndex((line) => /^#+ /.test(line));
  const section = lines.slice(start, length < 0 ? undefined : start + length).join('\n');
  return splitCode(section).blocks.flatMap((block) => (block.language === 'ts' ? [block.text] : []));
}

/**
 * A line names fields and their type: `a, b?: string`. A type may be a shape (`Rule`, `Rule[]`) or begin an object (`{`) or a list of
 * objects (`[{`); `...Rule` has the shape's fields beside the others, `[kind]` stands for any name.
 */
function fieldsInCode(code: string, prefix: string): DocumentedField[] {
  const within = [prefix];
  const fields = code.split('\n').flatMap((line): DocumentedField[] => {
    const [, said = ''] = /^\s*(.*?)(?:\s*\/\/ .*)?$/.exec(line) ?? [];
    const place = within.at(-1) ?? '';
    if (said === '') return [];
    if (said === '}' || said === '}]') {
      within.pop();
      return [];
    }
    if (said.startsWith('...')) return rowsBelow(shapeOf(said.slice(3)) ?? fail(line), place);
    const [, names = '', mark, type = ''] = /^([\w, ]+|\[\w+\])(\?)?: (.+)$/.exec(said) ?? fail(line);
    const isList = type === 'list' || type.startsWith('[') || (type.endsWith('[]') && type !== 'string[]');
    const full = names.split(', ').map((name) => place + name.replace(/^\[(\w+)\]$/, '<$1>') + (isList ? '[]' : ''));
    if (type === '{' || type === '[{') {
      within.push(`${full[0]}.`);
      return mark === undefined ? [] : full.map((name) => field(name, true));
    }
    const shape = shapeOf(type.replace(/\[\]$/, ''));
    return full.flatMap((name) => [
      field(name, mark !== undefined),
      ...(shape === undefined ? [] : rowsBelow(shape, `${name}.`)),
    ]);
  });
  if (within.length !== 1) throw new Error(`brackets do not match in:\n${code}`);
  return fields;
}

/** The heading of a shape: `FilesWritten` is below "Files written". */
function shapeOf(type: string): string | undefined {
  return headings.find(
    (line) => line.startsWith('### ') && line.slice(4).replaceAll(' ', '').toLowerCase() === type.toLowerCase(),
  );
}

function fail(line: string): never {
  throw new Error(`docs/json.md has a line that names no field: ${line}`);
}

/** `a.{b,c}` is `a.b` and `a.c`. */
function withoutBraces(name: string): string[] {
  const [, before = '', inside] = /^([^{]*)\{([^}]+)\}$/.exec(name) ?? [];
  return inside === undefined ? [name] : inside.split(',').map((one) => before + one);
}

function headingOf(anchor: string | undefined): string {
  const heading = headings.find((line) => anchor !== undefined && anchorsOf(line).has(anchor));
  if (heading === undefined) throw new Error(`there is no shape #${anchor}`);
  return heading;
}

function field(name: string, isOptional: boolean): DocumentedField {
  // An empty list has no elements to go by.
  const parts = name.split(/<\w+>/).map((part) => part.replace(/[.[\]]/g, '\\$&').replace(/\\\[\\\]$/, '(?:\\[\\])?'));
  return { name, isOptional, pattern: new RegExp(`^${parts.join('[^.]+')}$`) };
}

/** Whether a field's object must be there, or is. */
function isExpected(name: string, documented: readonly DocumentedField[], present: readonly string[]): boolean {
  const ancestors = ancestorsOf(name);
  const isInOptional = documented.some(({ name: other, isOptional }) => isOptional && ancestors.includes(other));
  return !isInOptional || present.some((one) => one.startsWith(`${ancestors.at(-1)}.`));
}

function ancestorsOf(name: string): string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}
