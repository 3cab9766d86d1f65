import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInstructions, readRules } from '../../../src/lifecycle/capture/instruction-files.ts';

describe('readRules', () => {
  it('takes items of lists and paragraphs, with their lines', () => {
    const text = [
      '---',
      'globs: a',
      '---',
      '# Harbour',
      '',
      'Keep it',
      'small.',
      '',
      '- Run `make`',
      '  first.',
      '1. Second',
      '',
      '| a | b |',
      '```',
      '- no rule',
      '```',
      '<!-- - no rule -->',
    ];
    expect(readRules(text.join('\r\n'), 'A.md').map(({ line, text: rule }) => [line, rule])).toEqual([
      [6, 'Keep it small.'],
      [9, 'Run `make` first.'],
      [11, 'Second'],
    ]);
  });

  it('does not count what hardwon wrote, and keeps the lines of the rest', () => {
    const text = '- One\n\n<!-- hardwon:learn:start -->\n- Ours\n<!-- hardwon:learn:end -->\n\n- Two\n';
    expect(readRules(text, 'A.md').map(({ line, text: rule }) => [line, rule])).toEqual([
      [1, 'One'],
      [7, 'Two'],
    ]);
  });
});

describe('readInstructions', () => {
  let root: string;
  const put = async (name: string, text: string) => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  };
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'hardwon-rules-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('reads the files that agents and people are told things in, each once, and nothing outside', async () => {
    const names = [
      'CLAUDE.md',
      '.github/copilot-instructions.md',
      '.github/instructions/web.instructions.md',
      '.cursor/rules/api.mdc',
      'docs/coding-guidelines.md',
      '.claude/rules/sql.md',
      'go.instructions.md',
    ];
    for (const name of names) await put(name, `- Rule of ${name}\n`);
    await put('README.md', '- no rule\n');
    await writeFile(join(root, 'GEMINI.md'), new Uint8Array([0xff, 0xfe, 0x00]));
    const outside = await mkdtemp(join(tmpdir(), 'hardwon-outside-'));
    await writeFile(join(outside, 'x.md'), '- Foreign\n');
    await symlink(join(root, 'CLAUDE.md'), join(root, 'AGENTS.md'));
    await symlink(join(outside, 'x.md'), join(root, '.cursorrules'));
    const rules = await readInstructions(root);
    await rm(outside, { recursive: true });
    expect(rules.map(({ file, text }) => [file, text]).sort()).toEqual(
      names.map((name) => [name, `Rule of ${name}`]).sort(),
    );
  });

  it('finds none where there is nothing', async () => {
    expect(await readInstructions(join(root, 'nowhere'))).toEqual([]);
  });
});
