import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RemovalReport } from '../../src/app/install/remove-everything.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { everyFile, laterLesson, oneLesson } from './stories.ts';
import { takeTree } from './tree.ts';

afterAll(clearStages);

async function remove(stage: Stage, ...args: string[]): Promise<RemovalReport & { code: number }> {
  const { code, stdout } = await stage.run(['uninstall', '--all', '--json', ...args]);
  return { ...(JSON.parse(stdout) as RemovalReport), code };
}

describe('hardwon uninstall --all', () => {
  it('leaves nothing behind, and every file as it was', async () => {
    const stage = await makeStage(everyFile);
    const orchard = join(stage.home, 'orchard');
    await mkdir(orchard);
    await stage.git(['init', '--quiet'], orchard);
    await stage.tell(laterLesson, orchard);
    await stage.write('CLAUDE.md', '# Harbour\r\n\r\nNo newline at the end');
    await stage.write('../.claude/settings.json', '{\n    "model": "m"\n}');
    const before = await takeTree(stage.home);
    expect((await stage.run(['learn', '--all', '--apply'])).code).toBe(0);
    expect((await stage.run(['install', 'all', '--apply'])).code).toBe(0);
    expect((await stage.run(['install', 'claude-code', '--project', '--apply'])).code).toBe(0);
    const written = await takeTree(stage.home);
    expect(written).not.toEqual(before);

    const dry = await remove(stage, '--memory');
    expect(dry).toMatchObject({ code: 0, applied: false, kept: [], left: [] });
    expect(dry.folders.map(({ what }) => what)).toEqual(expect.arrayContaining(['memory', 'memory', 'cache', 'data']));
    expect(await takeTree(stage.home, { without: ['.cache'] })).toEqual(
      written.filter((line) => !/^\.cache\b/.test(line)),
    );

    expect(await remove(stage, '--memory', '--apply')).toMatchObject({ code: 0, applied: true, files: dry.files });
    expect(await takeTree(stage.home)).toEqual(before);
    expect((await stage.run(['uninstall', '--all'])).stdout).toContain('Nothing of hardwon is left to remove.');
  });

  it('keeps the lessons and the configuration unless it is told otherwise, and names them', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('../.config/hardwon/hardwon.config.json', '{"budget": 700}');
    await stage.run(['learn', '--apply']);
    const { kept, left } = await remove(stage, '--apply');
    expect(kept).toEqual([
      { path: join(stage.project, '.memory'), what: 'memory' },
      { path: join(stage.home, '.config/hardwon'), what: 'configuration' },
    ]);
    expect(left).toEqual([]);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('.memory/harness-learnings.md')).toContain('uv run python');
    expect(await stage.read('../.config/hardwon/hardwon.config.json')).toBe('{"budget": 700}');
  });

  it('still finds the lessons of the current project after records and index are gone', async () => {
    const stage = await makeStage(oneLesson);
    const before = await takeTree(stage.home);
    await stage.run(['learn', '--apply']);
    expect((await stage.run(['uninstall', '--all', '--apply'])).stdout).toContain(
      'hardwon uninstall --all --memory --apply',
    );
    const kept = [{ path: join(stage.project, '.memory'), what: 'memory' }];
    expect((await remove(stage)).kept).toEqual(kept);
    expect((await remove(stage, '--memory', '--apply')).folders).toEqual(kept);
    expect(await takeTree(stage.home)).toEqual(before);
  });

  it('leaves what somebody edited, and says so', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'CLAUDE.md');
    const edited = (await readFile(path, 'utf8')).replace('uv run python', 'uv run --frozen python');
    await writeFile(path, edited);
    const { code, left } = await remove(stage, '--apply');
    expect(code).toBe(1);
    expect(left).toEqual([
      expect.stringMatching(/CLAUDE\.md:1: the lines between the hardwon markers were edited by hand/),
    ]);
    expect(await readFile(path, 'utf8')).toBe(edited);
  });

  it('names the MCP server that somebody added to settings', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const entry = '{ "mcpServers": { "hardwon": { "command": "hardwon", "args": ["mcp"] } } }';
    const path = await stage.write('.mcp.json', entry);
    expect((await remove(stage, '--apply')).left).toEqual([
      `${path} starts hardwon as an MCP server: delete the entry hardwon there.`,
    ]);
    expect(await stage.read('.mcp.json')).toBe(entry);
  });

  it('takes the block out of a file that was changed around it, also without undo records', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('CLAUDE.md', '# Harbour\n');
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'CLAUDE.md');
    await writeFile(path, `${await readFile(path, 'utf8')}\nAdded since.\n`);
    await rm(join(stage.home, '.local'), { recursive: true });
    expect((await remove(stage, '--apply')).left).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe('# Harbour\n\n\nAdded since.\n');
  });

  it('refuses options that narrow it', async () => {
    const stage = await makeStage();
    for (const args of [['--memory'], ['--all', 'claude'], ['--all', '--project']])
      expect((await stage.run(['uninstall', ...args])).code, args.join(' ')).toBe(2);
  });
});
