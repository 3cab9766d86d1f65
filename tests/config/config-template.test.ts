import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkConfig } from '../../src/config/check-config.ts';
import { renderTemplate } from '../../src/config/config-template.ts';
import { loopShape } from '../../src/config/loop-schema.ts';

/** With every setting in force. */
const uncommented = (text: string) => text.replace(/^#(?! \S)/gm, '');

describe('the text of a new configuration', () => {
  it('is valid as it is, and says what holds anyway', async () => {
    expect(await checkConfig(parse(renderTemplate('project')), 'new')).toEqual({
      learning: { maxRetries: 3, autoRetry: true, file: 'project' },
    });
  });

  it('is valid with every setting in force, and has every key of the loop', async () => {
    const config = await checkConfig(parse(uncommented(renderTemplate('user'))), 'new');
    for (const [key, schema] of Object.entries(loopShape)) {
      const shape: unknown = schema._zod.def.innerType._zod.def;
      const keys = Object.keys((shape as { shape?: object }).shape ?? {});
      const value: unknown = config[key as keyof typeof config];
      expect(value, key).toBeDefined();
      expect(Object.keys(value as object), key).toEqual(expect.arrayContaining(keys));
    }
  });

  it('offers a project nothing that only the user may say', () => {
    expect(renderTemplate('project')).not.toContain('skipPermissions');
  });
});
