import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { parseJsonc } from '../../src/config/jsonc.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { readDocument, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/mcp.md');
const firstCells = (heading: string) => tableRows(page, heading).map(([name = '']) => name.replaceAll('`', ''));

describe('the page on the MCP server', () => {
  it('has every tool, in the order of the list', () => {
    expect(firstCells('## Tools')).toEqual(tools.map(({ name }) => name));
  });

  it('has settings that are JSON and start the server', () => {
    const blocks = splitCode(page).blocks.filter(({ language }) => language === 'json');
    expect(blocks.length).toBeGreaterThan(2);
    for (const { text } of blocks) expect(JSON.stringify(JSON.parse(text))).toMatch(/"hardwon"[\s\S]*"mcp"/);
  });

  it('has a configuration of tools that is valid', async () => {
    const examples = splitCode(page).blocks.filter(({ language }) => language === 'jsonc');
    expect(examples).toHaveLength(1);
    for (const { text } of examples)
      expect(await checkConfig(parseJsonc(text), 'example')).toHaveProperty('tools.pods');
  });
});
