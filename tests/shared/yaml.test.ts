import { describe, expect, it } from 'vitest';
import { loadYaml } from '../../src/shared/yaml.ts';

describe('loadYaml', () => {
  it.each([
    ['lists within lists', '- '.repeat(60)],
    ['the same behind other lines', `tool_fixes:\n  - id: L-001\n  ${'- '.repeat(40_000)}`],
    ['keys of keys', '? '.repeat(60)],
    ['a thousand columns', `a:\n${' '.repeat(1_000)}b: 1`],
  ])('refuses %s, which would end Node', async (_what, text) => {
    await expect(loadYaml(text, 'x.yaml')).rejects.toMatchObject({
      code: 'broken-file',
      message: expect.stringMatching(/^x\.yaml:\d+: this YAML is nested too deeply$/),
    });
  });

  it.each(['', 'a: 1\n', '- - - 1\n', `a: ${'- '.repeat(100)}\n`, `a: |\n  ${'-'.repeat(200)}\n`])(
    'takes %j',
    async (text) => {
      expect((await loadYaml(text, 'x.yaml')).parseDocument(text)).toBeDefined();
    },
  );
});
