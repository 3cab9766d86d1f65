import { z } from 'zod';
import { configSchema } from './schema.ts';
import { toSnakeCase } from './spelling.ts';

/** The text of `schemas/hardwon.config.schema.json`, made from the schema that files are checked with. */
export function renderSchema(): string {
  return renderJsonSchema(configSchema, 'Configuration of hardwon', allowSnakeCase);
}

/** The text of a JSON schema, as the formatter of this repository writes it. */
export function renderJsonSchema(source: z.ZodType, title: string, change: (schema: unknown) => void = () => {}): string {
  const schema = z.toJSONSchema(source, { io: 'input', override: ({ jsonSchema }) => simplify(jsonSchema) });
  change(schema);
  const { $schema, ...rest } = schema;
  const text = JSON.stringify({ $schema, title, ...rest }, null, 2);
  // Lists of words on one line.
  return `${text.replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words: string) => `[${words.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}

/** The largest safe integer says nothing to a person who reads the schema. */
function simplify(schema: { maximum?: number }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Both spellings are read, so editors must not complain of either; they offer the one of the documentation. */
function allowSnakeCase(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) allowSnakeCase(inner);
  const { properties } = schema as { properties?: Record<string, Record<string, unknown>> };
  for (const [key, value] of Object.entries(properties ?? {}))
    if (toSnakeCase(key) !== key && properties)
      properties[toSnakeCase(key)] = { ...value, description: `The same as ${key}.`, doNotSuggest: true };
}
