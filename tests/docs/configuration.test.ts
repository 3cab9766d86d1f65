import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkConfig } from '../../src/config/check-config.ts';
import { parseJsonc } from '../../src/config/jsonc.ts';
import { readDocument, repository, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/configuration.md');

describe('the page on configuration', () => {
  it('has every key', () => {
    const schema = JSON.parse(readFileSync(join(repository, 'schemas/v1/hardwon.config.schema.json'), 'utf8'));
    const offered = (properties: object) =>
      Object.entries(properties).filter(([, { doNotSuggest }]) => doNotSuggest !== true);
    const keys = offered(schema.properties).flatMap(([key, { properties }]) =>
      properties === undefined ? [key] : offered(properties).map(([inner]) => `${key}.${inner}`),
    );
    const named = tableRows(page, '## Keys').map(([key = '']) => key.replaceAll('`', ''));
    expect(named.sort()).toEqual(keys.sort());
  });

  it('has examples that are valid', async () => {
    const texts = [page, readDocument('docs/getting-started.md')].flatMap((text) => splitCode(text).blocks);
    const examples = texts.filter(({ language }) => ['json', 'jsonc', 'yaml'].includes(language));
    expect(examples.length).toBe(4);
    for (const { language, text } of examples) {
      const value: unknown = language === 'yaml' ? parse(text) : parseJsonc(text);
      await expect(checkConfig(value, 'example')).resolves.toBeTypeOf('object');
    }
  });
});
