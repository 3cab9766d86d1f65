import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { claudeSlug } from '../support/log-writers/claude-code.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { everyFile, oneLesson } from './stories.ts';
import { CACHE, DATA, takeTree } from './tree.ts';

afterAll(clearStages);

/** The project, and of the home folder what is not hardwon's own. */
const theirs = (stage: Stage) => takeTree(stage.home, { without: ['.cache', '.local'] });

const memoryOf = (stage: Stage) => join(stage.home, '.claude/projects', claudeSlug(stage.project), 'memory/MEMORY.md');

describe('learn without --apply', () => {
  it('writes nothing but its index, touches nothing, and shows what it would write', async () => {
    const stage = await makeStage(everyFile);
    await stage.write('CLAUDE.md', '# Harbour\n');
    // Folders above the cache may be made by the first run.
    await mkdir(join(stage.home, CACHE), { recursive: true });
    const before = await takeTree(stage.home, { without: [CACHE], times: true });
    for (const args of [
      ['learn'],
      ['learn', '--json'],
      ['learn', '--all', '--verbose'],
      ['why', 'L-001'],
      ['projects'],
    ])
      expect((await stage.run(args)).code, args.join(' ')).toBe(0);
    const { stdout } = await stage.run(['learn', '--diff', '--fresh', '--force']);
    expect(await takeTree(stage.home, { without: [CACHE], times: true })).toEqual(before);
    expect(stdout).toContain('Would be written with --apply:');
    expect(stdout).toContain('--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@');
    expect(stdout).toContain('\n # Harbour\n+\n+<!-- hardwon:learn:start -->\n');
    expect(stdout).toMatch(/\nwrite it: +hardwon learn --apply --force\n/);
  });
});

describe('learn --apply', () => {
  it('puts each lesson into the file it belongs in', async () => {
    const stage = await makeStage(everyFile);
    const project = await stage.learn(['--apply']);
    expect(project.applied).toBe(true);
    const kinds = Object.fromEntries(project.lessons.map((lesson) => [lesson.id, lesson.kind]));
    const shared = (await stage.read('CLAUDE.md')) ?? '';
    const local = (await stage.read('CLAUDE.local.md')) ?? '';
    const passing = await readText(memoryOf(stage));
    expect(kindsIn(shared, kinds)).toEqual(['environment', 'path']);
    expect(kindsIn(local, kinds)).toEqual(['preference']);
    expect(kindsIn(passing, kinds)).toEqual(['missing-path', 'permission', 'retry']);
    expect(shared).toContain('Use `src/model/berth.ts`: `src/berth.ts` does not exist.');
    // The one that was seen once is remembered, and told to nobody.
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    const watched = project.lessons.filter((lesson) => lesson.status === 'watching');
    expect(watched.map((lesson) => lesson.kind)).toEqual(['command']);
    for (const { id, delivered } of watched) {
      expect(memory).toContain(`## ${id}: `);
      expect(delivered).toBe(false);
      expect(shared + local + passing).not.toContain(id);
    }
    expect(await stage.read('.memory/.gitignore')).toBe('*\n');
    await stage.git(['add', '--all']);
    await stage.git(['commit', '--quiet', '--message', 'x']);
  });

  it('writes paths into CLAUDE.md that are true on other machines too', async () => {
    const stage = await makeStage(everyFile);
    await stage.learn(['--apply']);
    const shared = (await stage.read('CLAUDE.md')) ?? '';
    expect(shared).toContain('`src/berth.ts`');
    expect(shared).not.toContain(stage.home);
    expect(shared).not.toMatch(/`\/|`[A-Za-z]:\\|`~/);
  });

  it('says that there is nothing to change the second time, and writes no byte', async () => {
    const stage = await makeStage(everyFile);
    await stage.run(['learn', '--apply']);
    const before = await takeTree(stage.home, { without: [CACHE], times: true });
    const second = await stage.run(['learn', '--apply']);
    const third = await stage.run(['learn', '--apply', '--fresh', '--force'], { now: '2026-03-20T09:00:00Z' });
    for (const { code, stdout } of [second, third]) {
      expect(code).toBe(0);
      expect(stdout).toContain('Everything is written already: nothing to change.');
      expect(stdout).not.toContain('Written:');
    }
    expect((await stage.learn(['--apply'])).applied).toBe(false);
    expect((await takeTree(stage.home, { without: [CACHE], times: true })).filter((line) => !isLock(line))).toEqual(
      before.filter((line) => !isLock(line)),
    );
  });

  it('stops to warn that git sees CLAUDE.local.md once it does not', async () => {
    const stage = await makeStage(everyFile);
    const warning = /git does not ignore/;
    expect((await stage.run(['learn'])).stdout).toMatch(warning);
    await stage.write('.git/info/exclude', 'CLAUDE.local.md\n');
    expect((await stage.run(['learn'])).stdout).not.toMatch(warning);
    await stage.write('.git/info/exclude', '');
    expect((await stage.run(['learn'])).stdout).toMatch(warning);
    await stage.write('.gitignore', '*.local.md\n');
    expect((await stage.run(['learn'])).stdout).not.toMatch(warning);
  });

  it('notices what changed on disk since the run before', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn']);
    await stage.write('CLAUDE.md', '# Written meanwhile\n');
    expect((await stage.run(['learn', '--diff'])).stdout).toContain('\n # Written meanwhile\n');
    await stage.run(['learn', '--apply']);
    await rm(join(stage.project, 'CLAUDE.md'));
    expect((await stage.learn()).changes.map(({ name, action }) => [name, action])).toEqual([['CLAUDE.md', 'create']]);
    await stage.run(['learn', '--apply']);
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    const retired =
      (await stage.read('.memory/harness-learnings.md'))?.replace('Status: ready', 'Status: retired') ?? '';
    await stage.write('.memory/harness-learnings.md', retired);
    expect((await stage.learn()).changes.map(({ name, action }) => [name, action])).toEqual([['CLAUDE.md', 'remove']]);
  });
});

describe('undo', () => {
  it('restores every byte and removes what was made, one run after the other', async () => {
    const stage = await makeStage(oneLesson);
    await stage.write('CLAUDE.md', '\uFEFF# Harbour\r\n\r\nMind the tide.');
    const first = await theirs(stage);
    await stage.run(['learn', '--apply']);
    const second = await theirs(stage);
    await stage.tell(everyFile);
    const told = await theirs(stage);
    await stage.run(['learn', '--apply']);
    expect(await theirs(stage)).not.toEqual(told);

    const undone = await stage.run(['undo']);
    expect(undone.code).toBe(0);
    expect(undone.stdout).toContain('restored ~/harbour/CLAUDE.md');
    expect(undone.stdout).toContain('removed  ~/harbour/CLAUDE.local.md');
    expect(withoutLogs(await theirs(stage))).toEqual(withoutLogs(second));
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(withoutLogs(await theirs(stage))).toEqual(withoutLogs(first));
    const nothing = await stage.run(['undo']);
    expect(nothing).toMatchObject({ code: 1, stderr: '' });
    expect(nothing.stdout).toContain('nothing to undo');
  });

  it('refuses where a file was changed since, names it, and takes back all or nothing', async () => {
    const stage = await makeStage(everyFile);
    await stage.write('CLAUDE.md', '# Harbour\n');
    await stage.run(['learn', '--apply']);
    await appendFile(join(stage.project, 'CLAUDE.md'), 'Added by hand.\n');
    const before = await theirs(stage);
    const refused = await stage.run(['undo']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(join(stage.project, 'CLAUDE.md'));
    expect(refused.stderr).toContain('--force');
    expect(refused.stderr).not.toContain('CLAUDE.local.md');
    expect(await theirs(stage)).toEqual(before);

    const forced = await stage.run(['undo', '--force', '--json']);
    expect(forced.code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toBe('# Harbour\n');
    const { keptCopy } = JSON.parse(forced.stdout) as { keptCopy: string };
    expect(await readText(keptCopy)).toContain('Added by hand.');
  });

  it('says where the replaced text is kept', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await writeFile(join(stage.project, 'CLAUDE.md'), 'Mine now.\n');
    const { stdout } = await stage.run(['undo', '--force']);
    const kept = /kept in (\S+)/.exec(stdout.replaceAll('\n ', ''))?.[1] ?? '';
    expect(await readText(kept.replace('~', stage.home))).toContain('Mine now.');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('works in a sub-folder of the project, also where there is no repository', async () => {
    const stage = await makeStage(oneLesson);
    const inner = join(stage.project, 'src');
    await mkdir(inner);
    for (const hasGit of [true, false]) {
      if (!hasGit) await rm(join(stage.project, '.git'), { recursive: true });
      expect((await stage.learn(['--apply'], { cwd: inner })).root).toBe(stage.project);
      expect(await stage.read('CLAUDE.md')).toContain('uv run python');
      expect((await stage.run(['undo', '--project', 'orchrd'])).code).toBe(1);
      expect((await stage.run(['undo'], { cwd: inner })).code).toBe(0);
      expect(await stage.read('CLAUDE.md')).toBeUndefined();
    }
  });

  it('has a shape of its own in JSON, also where there is nothing', async () => {
    const stage = await makeStage(oneLesson);
    const nothing = await stage.run(['undo', '--json']);
    expect(nothing.code).toBe(1);
    expect(JSON.parse(nothing.stdout)).toEqual({ schema: 1, restored: [], removed: [] });
    await stage.run(['learn', '--apply']);
    const { stdout } = await stage.run(['undo', '--json']);
    const removed = ['.memory/.gitignore', '.memory/harness-learnings.md', 'CLAUDE.md'];
    expect(JSON.parse(stdout)).toEqual({
      schema: 1,
      projectRoot: stage.project,
      at: '2026-03-09T09:00:00.000Z',
      restored: [],
      removed: removed.map((name) => join(stage.project, name)),
    });
  });
});

/** The kinds of the lessons that a file names by id. */
function kindsIn(text: string, kinds: Record<string, string>): string[] {
  const ids = [...text.matchAll(/\((L-\d+), seen/g)].map((match) => match[1] ?? '');
  return ids.map((id) => kinds[id] ?? id).sort();
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

/** Taking and giving back the lock changes the time of its folder. */
function isLock(line: string): boolean {
  return line.startsWith(`${DATA} `);
}

function withoutLogs(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.includes('.jsonl '));
}
