import { z } from 'zod';
import { configSchema } from './schema.ts';

/** The text of `schemas/hardwon.config.schema.json`, made from the schema that files are checked with. */
export function renderSchema(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input', override: ({ jsonSchema }) => simplify(jsonSchema) });
  const { $schema, ...rest } = schema;
  const text = JSON.stringify({ $schema, title: 'Configuration of hardwon', ...rest }, null, 2);
  // Lists of words on one line, as the formatter of this repository writes them.
  return `${text.replace(/\[\s+("[^[\]{}]*")\s+\]/g, (_, words: string) => `[${words.replace(/\s*\n\s*/g, ' ')}]`)}\n`;
}

/** The largest safe integer says nothing to a person who reads the schema. */
function simplify(schema: { maximum?: number }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
