import { expect } from 'vitest';
import { readDocument, tableRows } from './markdown.ts';

const text = readDocument('docs/json.md');

export interface DocumentedField {
  pattern: RegExp;
  name: string;
  isOptional: boolean;
}

/** Every field that is there is on the page, and every field on the page that is not optional is there. */
export function compare(heading: string, values: readonly unknown[]): void {
  const documented = documentedFields(heading);
  const present = [...new Set(values.flatMap((value) => fieldsOf(value)))];
  expect(present.length).toBeGreaterThan(3);
  expect(present.filter((field) => !isDocumented(field, documented))).toEqual([]);
  const absent = documented.filter(({ isOptional, pattern }) => !isOptional && !present.some((field) => pattern.test(field)));
  expect(absent.map(({ name }) => name)).toEqual([]);
}

export function documentedFields(heading: string): DocumentedField[] {
  return tableRows(text, heading).map(([field = '', type = '']) => {
    const name = field.replaceAll('`', '');
    // An empty list has no elements to go by.
    const parts = name.split(/<\w+>/).map((part) => part.replace(/[.[\]]/g, '\\$&').replace(/\\\[\\\]$/, '(?:\\[\\])?'));
    return { name, pattern: new RegExp(`^${parts.join('[^.]+')}$`), isOptional: type.includes('optional') };
  });
}

export function isDocumented(field: string, documented: readonly DocumentedField[]): boolean {
  return documented.some(({ pattern }) => pattern.test(field));
}

/** `a`, `a.b`, `list[]`, `list[].c`: a list of objects goes by its elements, a list of texts by its name. */
export function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    if (value.every((element) => typeof element === 'string')) return [];
    return value.flatMap((element) => fieldsOf(element, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path === '' ? key : `${path}.${key}`;
    // A group whose keys are names of things is on the page by those.
    if (key === 'byKind' || key === 'byAgent') return fieldsOf(inner, name);
    const isList = Array.isArray(inner) && inner.length > 0 && !inner.every((element) => typeof element === 'string');
    return [isList ? `${name}[]` : name, ...fieldsOf(inner, name)];
  });
}
