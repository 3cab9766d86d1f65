import { z } from 'zod';
import { configSchema } from './schema.ts';
import { toSnakeCase } from './spelling.ts';

/** Renders `schemas/v1/hardwon.config.schema.json` from the schema that files are checked with. */
export function renderSchema(): string {
  return renderJsonSchema(configSchema, 'Configuration of hardwon', allowSnakeCase);
}

/** Renders a JSON schema in the style of this repository's formatter. */
export function renderJsonSchema(
  source: z.ZodType,
  title: string,
  change: (schema: unknown) => void = () => {},
): string {
  const schema = z.toJSONSchema(source, { io: 'input', override: ({ jsonSchema }) => simplify(jsonSchema) });
  change(schema);
  const { $schema, ...rest } = schema;
  const text = JSON.stringify({ $schema, title, ...rest }, null, 2);
  // Put lists of words on one line.
  return `${text.replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words: string) => `[${words.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}

/** Removes the largest safe integer as a maximum, which means nothing to a reader of the schema. */
function simplify(schema: { maximum?: number }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Both spellings are accepted, so editors must not complain about either; they suggest the documented one. */
function allowSnakeCase(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const inner of Object.values(schema)) allowSnakeCase(inner);
  const { properties } = schema as { properties?: Record<string, Record<string, unknown>> };
  for (const [key, value] of Object.entries(properties ?? {}))
    if (toSnakeCase(key) !== key && properties)
      properties[toSnakeCase(key)] = { ...value, description: `The same as ${key}.`, doNotSuggest: true };
}
