import type { z } from 'zod';
import { AppError } from '../shared/errors.ts';

/**
 * Returns the value with every key of the schema in its canonical spelling: `max_retries` becomes `maxRetries`. Keys that people
 * choose themselves, such as names of remedies, stay. Both spellings of one key in one place are an error, because one of them
 * would be lost.
 */
export function readSpelling(value: unknown, schema: z.core.$ZodType, path: string): unknown {
  return respell(value, (schema._zod as { def: SchemaDefinition }).def, path);
}

/** Converts `maxRetries` to `max_retries`. */
export function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The part of zod's definitions that leads to keys. */
export interface SchemaDefinition {
  /** The type of an optional value. */
  innerType?: { _zod: { def: SchemaDefinition } };
  /** The known keys. */
  shape?: Record<string, { _zod: { def: SchemaDefinition } }>;
  /** The type of the values of all keys. */
  valueType?: { _zod: { def: SchemaDefinition } };
  /** The alternative types of a value. */
  options?: { _zod: { def: SchemaDefinition } }[];
  /** The type of the elements of a list. */
  element?: { _zod: { def: SchemaDefinition } };
}

function respell(value: unknown, definition: SchemaDefinition, path: string): unknown {
  if (definition.innerType) return respell(value, definition.innerType._zod.def, path);
  if (Array.isArray(value)) {
    const { element } = definition;
    return element ? value.map((item) => respell(item, element._zod.def, path)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { shape, valueType } = definition;
  const entries = Object.entries(value);
  if (valueType)
    return Object.fromEntries(entries.map(([key, inner]) => [key, respell(inner, valueType._zod.def, path)]));
  if (!shape) return value;
  const spellings = new Map(Object.keys(shape).map((key) => [toSnakeCase(key), key]));
  const spelled = new Map<string, unknown>();
  for (const [key, inner] of entries) {
    const known = Object.hasOwn(shape, key) ? key : (spellings.get(key) ?? key);
    if (spelled.has(known))
      throw new AppError('broken-file', `${path}: ${known} and ${toSnakeCase(known)} are the same key`, {
        hint: 'Remove one of them.',
      });
    const next = Object.hasOwn(shape, known) ? shape[known] : undefined;
    spelled.set(known, next ? respell(inner, next._zod.def, path) : inner);
  }
  return Object.fromEntries(spelled);
}
