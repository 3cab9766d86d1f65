import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DescribedSession } from '../support/described-session.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { clearStages, joinLines, makeStage, type Stage, shell } from './stage.ts';
import { laterLesson, oneLesson, readBeforeEdit } from './stories.ts';
import { takeTree } from './tree.ts';

afterAll(clearStages);

/** A script that has another name: seen in two sessions of Codex, or in those of the days given. */
async function tellCodex(stage: Stage, ...days: number[]): Promise<void> {
  const sessions = (days.length > 0 ? days : [1, 2]).map(
    (day): DescribedSession => ({
      start: `2026-03-0${day}T09:00:00Z`,
      cwd: stage.project,
      branch: 'main',
      steps: [shell('pnpm run lnt', 'ERR_PNPM_NO_SCRIPT  Missing script: lnt'), shell('pnpm run lint:all')],
    }),
  );
  await codexWriter.write(stage.home, sessions);
}

const without = { without: ['.cache', '.local'] };

describe('AGENTS.md', () => {
  it('is written for Codex, keeps what the user wrote, and undo leaves no trace', async () => {
    const stage = await makeStage();
    await tellCodex(stage);
    const path = await stage.write('AGENTS.md', '# Harbour\r\n\r\nMind the tide.\r\n');
    const before = await takeTree(stage.home, without);
    expect((await stage.run(['learn', '--apply'])).code).toBe(0);
    const text = await readFile(path, 'utf8');
    expect(text.startsWith('# Harbour\r\n\r\nMind the tide.\r\n\r\n<!-- hardwon:learn:start -->\r\n')).toBe(true);
    expect(text).toContain('lint:all');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect((await stage.learn()).changes).toEqual([]);
    await stage.run(['undo']);
    expect(await takeTree(stage.home, without)).toEqual(before);
  });

  it('whose block was edited by hand is refused, and nothing else is written', async () => {
    const stage = await makeStage();
    await tellCodex(stage);
    await stage.run(['learn', '--apply']);
    const path = join(stage.project, 'AGENTS.md');
    const edited = (await readFile(path, 'utf8')).replace('lint:all', 'lint:mine');
    await writeFile(path, edited);
    await stage.tell(oneLesson);
    const refused = await stage.run(['learn', '--apply']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`${path}:1: `);
    expect(await readFile(path, 'utf8')).toBe(edited);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('and CLAUDE.md both have the lessons of both agents', async () => {
    const stage = await makeStage(oneLesson);
    await tellCodex(stage);
    await stage.run(['learn', '--apply']);
    for (const name of ['CLAUDE.md', 'AGENTS.md']) {
      expect(await stage.read(name)).toContain('lint:all');
      expect(await stage.read(name)).toContain('uv run python');
    }
  });

  it('and CLAUDE.md both have what one agent learned of a tool that both have', async () => {
    const stage = await makeStage(readBeforeEdit);
    await tellCodex(stage);
    await stage.run(['learn', '--apply']);
    for (const name of ['CLAUDE.md', 'AGENTS.md'])
      expect(await stage.read(name)).toContain('the shell showed does not count');
  });
});

describe('targets in the configuration', () => {
  it('are written like those on the command line, and not with --all', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('hardwon.config.json', '{"targets": ["docs/agents.md"]}');
    expect((await stage.learn()).changes.map(({ name }) => name)).not.toContain('docs/agents.md');
    await stage.write('../.config/hardwon/hardwon.config.json', '{"trust": ["~/harbour"]}');
    expect((await stage.learn(['--apply'])).changes.map(({ name }) => name)).toContain('docs/agents.md');
    expect(await stage.read('docs/agents.md')).toContain('uv run python');
    expect((await stage.learn(['--apply'])).changes).toEqual([]);
    await stage.write('docs/agents.md', '');
    expect((await stage.learn(['--all'])).changes).toEqual([]);
  });
});

describe('--target', () => {
  it('writes to one more file, says so in the next command, and notices that it changed', async () => {
    const stage = await makeStage(oneLesson);
    const dry = await stage.run(['learn', '--diff', '--target', 'docs/agents.md']);
    expect(dry.stdout).toContain('+++ b/docs/agents.md');
    expect(dry.stdout).toContain('hardwon learn --apply --target docs/agents.md');
    await stage.run(['learn', '--apply', '--target', 'docs/agents.md']);
    expect(await stage.read('docs/agents.md')).toContain('uv run python');
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect((await stage.learn(['--target', 'docs/agents.md'])).changes).toEqual([]);
    await stage.write('docs/agents.md', 'mine\n');
    expect((await stage.learn(['--target', 'docs/agents.md'])).changes.map(({ name }) => name)).toEqual([
      'docs/agents.md',
    ]);
  });

  it('names one file, so not with --all', async () => {
    const stage = await makeStage(oneLesson);
    const { code, stderr } = await stage.run(['learn', '--all', '--target', 'x.md']);
    expect(code).toBe(2);
    expect(stderr).toContain('--target names one file');
  });
});

describe('an answer that is kept', () => {
  it('is given anew when a file appears that decides where lessons go', async () => {
    const stage = await makeStage(oneLesson);
    const names = async () =>
      (await stage.learn()).changes.map(({ name }) => name).filter((name) => !name.startsWith('.memory'));
    expect(await names()).toEqual(['CLAUDE.md']);
    await stage.write('AGENTS.md', '# Harbour\n');
    expect(await names()).toEqual(['AGENTS.md']);
  });
});

describe('AGENTS.md and a Claude Code that does not read it', () => {
  const withVersion = (version: string) => oneLesson.replace('sessions:', `version: ${version}\nsessions:`);
  const changes = async (stage: Stage) =>
    (await stage.learn()).changes
      .filter(({ name }) => !name.startsWith('.memory'))
      .map(({ name, diff }) => [name, diff]);

  it('get a CLAUDE.md that imports it, which is shown first, made once, and taken back by undo', async () => {
    const stage = await makeStage(withVersion('2.1.99'));
    await stage.write('AGENTS.md', '# Harbour\n');
    expect(await changes(stage)).toEqual([
      ['AGENTS.md', expect.stringContaining('+- Run `uv run python`')],
      ['CLAUDE.md', expect.stringContaining('+@AGENTS.md')],
    ]);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const { stdout } = await stage.run(['learn', '--apply']);
    expect(joinLines(stdout)).toContain(
      'Claude Code 2.1.99, which was used here last, does not read AGENTS.md: CLAUDE.md is made, which says @AGENTS.md',
    );
    expect(await stage.read('CLAUDE.md')).toBe('@AGENTS.md\n');
    expect(await stage.read('AGENTS.md')).toContain('uv run python');
    expect(await changes(stage)).toEqual([]);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('AGENTS.md')).toBe('# Harbour\n');
  });

  it.each(['2.1.277', '2.1.300', '2.2.0', '3.0.0', 'nightly'])('need none from %s on', async (version) => {
    const stage = await makeStage(withVersion(version));
    await stage.write('AGENTS.md', '# Harbour\n');
    expect((await changes(stage)).map(([name]) => name)).toEqual(['AGENTS.md']);
  });

  it('need none where a newer one was used since', async () => {
    const stage = await makeStage(withVersion('2.1.99'));
    await stage.tell(laterLesson.replace('sessions:', 'version: 2.1.325\nsessions:'));
    await stage.write('AGENTS.md', '# Harbour\n');
    expect((await changes(stage)).map(([name]) => name)).not.toContain('CLAUDE.md');
  });

  it('leave a CLAUDE.md alone that is there', async () => {
    const stage = await makeStage(withVersion('2.1.99'));
    await stage.write('AGENTS.md', '# Harbour\n');
    await stage.write('CLAUDE.md', 'See @AGENTS.md for all.\n');
    expect((await changes(stage)).map(([name]) => name)).toEqual(['AGENTS.md']);
  });
});

describe('AGENTS.md without a CLAUDE.md', () => {
  it('is written for Claude Code, and what older versions need is said while it is', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('AGENTS.md', '# Harbour\n');
    const { stdout } = await stage.run(['learn', '--apply']);
    expect(await stage.read('AGENTS.md')).toContain('uv run python');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const older = 'Claude Code reads it from 2.1.277 on; for an older one make a CLAUDE.md that says @AGENTS.md';
    expect(joinLines(stdout)).toContain(older);
    expect(joinLines((await stage.run(['learn'])).stdout)).not.toContain(older);
    const other = await makeStage(oneLesson);
    await other.write('CLAUDE.md', '# Harbour\n');
    expect(joinLines((await other.run(['learn'])).stdout)).not.toContain(older);
  });
});
