import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConfig } from '../../src/config/check-config.ts';
import { parseJsonc } from '../../src/config/jsonc.ts';
import { readDocument, repository, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/adapters.md');
const { blocks } = splitCode(page);

let folder: string;
let scaffold: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-adapters-'));
  scaffold = join(folder, 'hardwon-agent-lantern');
  await run('scripts/new-agent.mjs', '--external', scaffold);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the page on adapters', () => {
  it('shows what the scaffold writes, which tests/e2e/adapters.built.test.ts runs', async () => {
    const code = blocks.filter(({ language }) => language === 'js').map(({ text }) => text.trim());
    expect(code).toEqual([(await readFile(join(scaffold, 'index.mjs'), 'utf8')).replaceAll('\r\n', '\n').trim()]);
  });

  it('has configurations that are valid', async () => {
    const examples = blocks.filter(({ language }) => language === 'jsonc');
    expect(examples).toHaveLength(2);
    for (const { text } of examples)
      await expect(checkConfig(parseJsonc(text), 'example')).resolves.toBeTypeOf('object');
  });

  it('has every member of the interface', async () => {
    const source = await readFile(join(repository, 'src/agents/agent.ts'), 'utf8');
    const body = /export interface Agent \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
    const members = [...body.matchAll(/^ {2}(\w+)[?(:]/gm)].map((match) => match[1]);
    const named = tableRows(page, '## The interface').map(([member = '']) =>
      member.replaceAll('`', '').replace(/\(.*/, ''),
    );
    expect(members.length).toBeGreaterThan(8);
    expect(named.sort()).toEqual(members.sort());
  });
});

describe('npm run new-agent -- --external', () => {
  it('writes a package that passes its own tests', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--test', '--test-reporter=tap'], {
      cwd: scaffold,
      env: ownEnvironment(),
    });
    expect(stdout).toMatch(/# pass 6\n# fail 0\n/);
    const facts = JSON.parse(await readFile(join(scaffold, 'package.json'), 'utf8'));
    expect(facts).toMatchObject({ name: 'hardwon-agent-lantern', exports: './index.mjs' });
  });

  it('takes a name, and leaves a folder alone that has something in it', async () => {
    const other = join(folder, 'anywhere');
    await run('scripts/new-agent.mjs', '--external', other, 'night-watch');
    expect(await readFile(join(other, 'index.mjs'), 'utf8')).toContain("name: 'night-watch'");
    await expect(run('scripts/new-agent.mjs', '--external', other, 'night-watch')).rejects.toThrow('is not empty');
    await expect(run('scripts/new-agent.mjs', '--external', join(folder, 'Not A Name'))).rejects.toThrow(
      'in kebab-case',
    );
  });
});

function run(script: string, ...args: string[]): Promise<unknown> {
  return promisify(execFile)(process.execPath, [join(repository, script), ...args]);
}

/** Without what tells a test runner inside this one that it is a part of it. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, ...env } = process.env;
  return env;
}
