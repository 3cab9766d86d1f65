import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../../src/cli/program.ts';
import { parseMemory } from '../../src/memory/memory.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'skills/harness-learnings');
const read = (name: string) => readFile(join(folder, name), 'utf8');

/** The rules of the Agent Skills format, and the keys that both Claude Code and Codex accept. */
const ALLOWED_KEYS = ['name', 'description', 'license', 'allowed-tools', 'metadata', 'compatibility'];

async function readSkill(): Promise<{ head: Record<string, unknown>; body: string }> {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(await read('SKILL.md')) ?? [];
  return { head: parse(head) as Record<string, unknown>, body };
}

describe('the skill', () => {
  it('has a name, a description and no key that clients refuse', async () => {
    const { head } = await readSkill();
    expect(head.name).toBe(basename(folder));
    expect(head.name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(Object.keys(head).filter((key) => !ALLOWED_KEYS.includes(key))).toEqual([]);
    const description = String(head.description);
    expect(description.length).toBeGreaterThan(200);
    expect(description.length).toBeLessThanOrEqual(1_024);
    // Codex refuses angle brackets; the description is one line in the prompts of all.
    expect(description).not.toMatch(/[<>\n]/);
    expect(description).toMatch(/\bUse before\b/);
    expect(description).toMatch(/\bDo not use\b/);
  });

  it('is short enough to be read whole, and names only files that are there', async () => {
    const { body } = await readSkill();
    expect(body.split('\n').length).toBeLessThan(500);
    const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links).toEqual(['references/learning-template.md']);
    for (const link of links) expect(existsSync(join(folder, link))).toBe(true);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(
      ['SKILL.md', 'references', 'references/learning-template.md'].map((path) =>
        path.replaceAll('/', process.platform === 'win32' ? '\\' : '/'),
      ),
    );
  });

  it('calls only commands that exist, with options and values that they have', async () => {
    const { body } = await readSkill();
    const lines = [...body.replaceAll('\\\n', ' ').matchAll(/npx hardwon (\w+)([^`\n]*)/g)].filter(
      ([, , rest = '']) => rest.trim() !== '',
    );
    expect(new Set(lines.map(([, name]) => name))).toEqual(
      new Set(['consult', 'capture', 'cases', 'propose', 'learn']),
    );
    for (const [line, name, rest = ''] of lines) {
      const command = buildProgram().commands.find((each) => each.name() === name);
      for (const [, flag = '', value = ''] of rest.matchAll(/(--[a-z-]+)(?: +(?!--)("[^"]*"|\S+))?/g)) {
        const option = command?.options.find(({ long }) => long === flag);
        expect(option, `${flag} in ${line}`).toBeDefined();
        if (option?.argChoices) expect(option.argChoices, line).toContain(value);
      }
    }
  });

  it('has a template whose entry hardwon can read', async () => {
    const [, header = '', entry = ''] = (await read('references/learning-template.md'))
      .split(/```markdown\n/)
      .map((part) => part.split('```')[0]);
    const { entries, notices } = parseMemory(`${header}\n${entry}`, 'memory.md');
    expect(notices).toEqual([]);
    expect(entries).toMatchObject([
      { id: 'L-001', phase: 'verify', scope: ['tests/integration/**', 'scripts/db-seed.sh'], confidence: 'low' },
    ]);
  });

  it('is part of the package', async () => {
    const { files } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toContain('skills');
  });
});
