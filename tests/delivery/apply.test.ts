import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AppliedPlan, applyPlan, planAndApply, undoLast } from '../../src/delivery/apply.ts';
import type { Change } from '../../src/delivery/change.ts';
import { planDelivery } from '../../src/delivery/plan.ts';
import { AppError } from '../../src/shared/errors.ts';
import { temporaryPath, writeTextFile } from '../../src/shared/files.ts';
import { withLock } from '../../src/shared/lock.ts';
import { makeLesson } from '../memory/lessons.ts';
import { makeProject, NOW, snapshot, type TestProject } from './project.ts';

/** The number of a process that runs no more. */
const GONE = spawnSync(process.execPath, ['-e', '']).pid;

let project: TestProject;
beforeEach(async () => {
  project = await makeProject();
});
afterEach(() => project.remove());

const options = () => ({ dataDir: project.dataDir, now: NOW });
const change = (name: string, before: string | undefined, after: string | undefined): Change => {
  return { path: join(project.root, name), root: project.root, before, after, kind: 'context' };
};
const planOf = (...changes: Change[]): AppliedPlan => ({ projectRoot: project.root, changes, refusals: [] });
const undo = (force = false) => undoLast({ dataDir: project.dataDir, projectRoot: project.root, force });

describe('applyPlan', () => {
  it('writes, creates and removes, and keeps modes', async () => {
    await project.write('a.md', 'a');
    await project.write('gone.md', 'old');
    await chmod(join(project.root, 'a.md'), 0o600);
    const result = await applyPlan(
      planOf(change('a.md', 'a', 'b'), change('new/deep.md', undefined, 'n'), change('gone.md', 'old', undefined)),
      options(),
    );
    expect(result.written).toEqual(['a.md', 'new/deep.md', 'gone.md'].map((name) => join(project.root, name)));
    expect(Object.keys(await snapshot(project.root))).toEqual(['a.md', 'new', join('new', 'deep.md')]);
    expect(await project.read('a.md')).toBe('b');
    expect((await stat(join(project.root, 'a.md'))).mode & 0o77).toBe(process.platform === 'win32' ? 0o66 : 0);
  });

  it('does nothing for an empty plan, not even a record', async () => {
    expect(await applyPlan(planOf(), options())).toEqual({ written: [] });
    expect(await readdir(project.base)).toEqual(['home']);
  });

  it.each([
    ['changed', 'x', 'y'],
    ['created', undefined, 'y'],
    ['removed', 'x', undefined],
  ])('refuses when a file was %s after the plan was made', async (_, before, now) => {
    await project.write('ok.md', 'ok');
    if (now !== undefined) await project.write('a.md', now);
    const whole = await snapshot(project.root);
    const plan = planOf(change('ok.md', 'ok', 'better'), change('a.md', before, 'ours'));
    await expect(applyPlan(plan, options())).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('a.md'),
    });
    expect(await snapshot(project.root)).toEqual(whole);
    expect(await undo()).toBeUndefined();
  });

  it('writes through a link inside the project, and not through one that leads out', async () => {
    await project.write('docs/AGENTS.md', 'a');
    await symlink(join('docs', 'AGENTS.md'), join(project.root, 'CLAUDE.md'));
    await applyPlan(planOf(change('CLAUDE.md', 'a', 'b')), options());
    expect(await project.read('docs/AGENTS.md')).toBe('b');
    await writeFile(join(project.base, 'outside.md'), 'a');
    await symlink(join(project.base, 'outside.md'), join(project.root, 'OUT.md'));
    await expect(applyPlan(planOf(change('OUT.md', 'a', 'b')), options())).rejects.toMatchObject({
      code: 'unwritable',
    });
    await expect(applyPlan(planOf(change('../outside.md', 'a', 'b')), options())).rejects.toMatchObject({
      code: 'unwritable',
    });
    expect(await readFile(join(project.base, 'outside.md'), 'utf8')).toBe('a');
  });

  it.each([1, 2, 3])('takes everything back when write %i of 3 fails', async (failing) => {
    await project.write('a.md', 'a');
    const before = await snapshot(project.root);
    let count = 0;
    const calls = {
      writeTextFile: async (...args: Parameters<typeof writeTextFile>) => {
        if (++count === failing) throw new AppError('unwritable', 'the disk is full');
        await writeTextFile(...args);
      },
    };
    const plan = planOf(
      change('a.md', 'a', 'b'),
      change('x/new.md', undefined, 'n'),
      change('y/new.md', undefined, 'n'),
    );
    await expect(applyPlan(plan, options(), calls)).rejects.toMatchObject({
      code: 'unwritable',
      message: 'the disk is full',
    });
    expect(await snapshot(project.root)).toEqual(before);
    expect(await undo()).toBeUndefined();
  });

  it('waits for its turn and gives up after the time-out', async () => {
    const plan = planOf(change('a.md', undefined, 'a'));
    const attempt = withLock(join(project.dataDir, 'apply.lock'), () =>
      applyPlan(plan, { ...options(), lock: { timeoutMs: 20 } }),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'locked' });
  });

  it('keeps the copies of private files private', async () => {
    await project.write('a.md', 'a');
    const { undo: record = '' } = await applyPlan(planOf(change('a.md', 'a', 'b')), options());
    expect((await stat(record)).mode & 0o77).toBe(process.platform === 'win32' ? 0o66 : 0);
  });
});

describe('undoLast', () => {
  it('brings any tree back as it was', async () => {
    const name = fc.constantFrom('CLAUDE.md', 'CLAUDE.local.md', '.memory/a.md', '.memory/deep/b.md', 'c d/ü.md');
    const text = fc.option(
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((any) => any.replace(/\p{Cs}/gu, '')),
      { nil: undefined },
    );
    const step = fc.uniqueArray(fc.tuple(name, text), { selector: ([path]) => path, minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(step, fc.array(step, { minLength: 1, maxLength: 3 }), async (start, steps) => {
        await rm(project.root, { recursive: true });
        await mkdir(project.root);
        for (const [path, content] of start) if (content !== undefined) await project.write(path, content);
        const trees = [];
        for (const changes of steps) {
          trees.push(await snapshot(project.root));
          const planned = await Promise.all(
            changes.map(async ([path, after]) => change(path, await project.read(path).catch(() => undefined), after)),
          );
          await applyPlan(planOf(...planned.filter(({ before, after }) => before !== after)), options());
        }
        for (const tree of trees.toReversed()) {
          if (JSON.stringify(await snapshot(project.root)) !== JSON.stringify(tree)) await undo();
          expect(await snapshot(project.root)).toEqual(tree);
        }
        while (await undo());
      }),
      { numRuns: 60 },
    );
  });

  it('takes back a whole delivery', async () => {
    await project.write('CLAUDE.md', '\uFEFF# Orchard\r\n\r\nNo newline at the end');
    const before = await snapshot(project.home);
    const lessons = [
      makeLesson(),
      makeLesson({ fingerprint: 'b', kind: 'retry' }),
      makeLesson({ fingerprint: 'c', reach: 'machine' }),
    ];
    const { written } = await planAndApply(() => planDelivery(project.request(lessons)), options());
    expect(written).toHaveLength(5);
    const done = await undo();
    expect(done?.removed).toHaveLength(4);
    expect(done?.restored).toEqual([join(project.root, 'CLAUDE.md')]);
    expect(await snapshot(project.home)).toEqual(before);
  });

  it('goes back run by run, and then has nothing left', async () => {
    await applyPlan(planOf(change('a.md', undefined, '1')), options());
    await applyPlan(planOf(change('a.md', '1', '2')), options());
    await undo();
    expect(await project.read('a.md')).toBe('1');
    await undo();
    expect(await readdir(project.root)).toEqual([]);
    expect(await undo()).toBeUndefined();
  });

  it('undoes the project it is asked for', async () => {
    await mkdir(join(project.home, 'lantern'));
    const other = {
      path: join(project.home, 'lantern', 'b.md'),
      root: join(project.home, 'lantern'),
      before: undefined,
      after: 'b',
      kind: 'context' as const,
    };
    await applyPlan(planOf(change('a.md', undefined, 'a')), options());
    await applyPlan({ projectRoot: other.root, changes: [other], refusals: [] }, options());
    expect((await undo())?.projectRoot).toBe(project.root);
    expect(await readFile(other.path, 'utf8')).toBe('b');
    expect((await undoLast({ dataDir: project.dataDir }))?.projectRoot).toBe(other.root);
  });

  it('refuses where a file was changed since, names it, and touches nothing', async () => {
    await applyPlan(planOf(change('a.md', undefined, 'a'), change('b.md', undefined, 'b')), options());
    await project.write('b.md', 'my own');
    const before = await snapshot(project.root);
    await expect(undo()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(join(project.root, 'b.md')),
    });
    expect(await snapshot(project.root)).toEqual(before);
    const done = await undo(true);
    expect(await readdir(project.root)).toEqual([]);
    expect(JSON.parse(await readFile(done?.keptCopy ?? '', 'utf8'))).toEqual({
      [join(project.root, 'b.md')]: 'my own',
    });
  });

  it('keeps folders that hold something else by now', async () => {
    await applyPlan(planOf(change('.memory/a.md', undefined, 'a')), options());
    await project.write('.memory/mine.md', 'mine');
    await undo();
    expect(await readdir(join(project.root, '.memory'))).toEqual(['mine.md']);
  });

  it('finishes what a crash left half done', async () => {
    await project.write('a.md', 'a');
    await applyPlan(planOf(change('a.md', 'a', 'b'), change('c/d.md', undefined, 'd')), options());
    // As if the run had died before its second write.
    await rm(join(project.root, 'c'), { recursive: true });
    await undo();
    expect(await project.read('a.md')).toBe('a');
    expect(await readdir(project.root)).toEqual(['a.md']);
  });

  it('says which record it cannot read', async () => {
    await mkdir(join(project.dataDir, 'undo'), { recursive: true });
    await writeFile(join(project.dataDir, 'undo', '2026-03-01T12-00-00-000Z-1.json'), '{"version":1');
    await expect(undo()).rejects.toMatchObject({
      code: 'broken-file',
      message: expect.stringContaining('000Z-1.json'),
    });
  });

  it('does not keep records without end', async () => {
    let text: string | undefined;
    for (let n = 0; n < 105; n++) {
      await applyPlan(planOf(change('a.md', text, String(n))), options());
      text = String(n);
    }
    expect(await readdir(join(project.dataDir, 'undo'))).toHaveLength(100);
  });
});

describe('a run that was killed while it wrote', () => {
  const three = () =>
    planOf(change('a.md', 'a', 'A'), change('docs/b.md', undefined, 'B'), change('c.md', 'c', undefined));
  /** Stops for good after so many files, as a process does that is killed: nothing after it is run. */
  async function killAfter(files: number): Promise<void> {
    let written = 0;
    await new Promise<void>((killed) => {
      const stop = async (...args: Parameters<typeof writeTextFile>) => {
        if (written++ === files) {
          // A text that was not written to its end.
          await writeFile(temporaryPath(args[0]).replace(`.${process.pid}.`, `.${GONE}.`), 'hal');
          killed();
          await new Promise(() => undefined);
        }
        await writeTextFile(...args);
      };
      void applyPlan(three(), options(), { writeTextFile: stop });
    });
    await rm(join(project.dataDir, 'apply.lock'));
  }

  beforeEach(async () => {
    await project.write('a.md', 'a');
    await project.write('c.md', 'c');
  });

  it.each([0, 1])('is taken back by the next one, after %i files', async (files) => {
    const before = await snapshot(project.root);
    await killAfter(files);
    expect(await snapshot(project.root)).not.toEqual(before);
    await applyPlan(planOf(change('d.md', undefined, 'D')), options());
    expect(await snapshot(project.root)).toEqual({ ...before, 'd.md': expect.anything() });
    await undo();
    expect(await snapshot(project.root)).toEqual(before);
    expect(await undo()).toBeUndefined();
    expect(await readdir(join(project.dataDir, 'undo'))).toEqual([]);
  });

  it('is taken back by undo as well', async () => {
    const before = await snapshot(project.root);
    await killAfter(1);
    await undo();
    expect((await snapshot(project.root))['a.md']).toEqual(before['a.md']);
    expect(await undo()).toBeUndefined();
  });

  it('counts where all of it was written', async () => {
    await applyPlan(three(), options());
    const [name = ''] = await readdir(join(project.dataDir, 'undo'));
    const folder = join(project.dataDir, 'undo');
    await rename(join(folder, name), join(folder, name.replace('.json', '.begun.json')));
    const after = await snapshot(project.root);
    await applyPlan(planOf(change('d.md', undefined, 'D')), options());
    expect(await snapshot(project.root)).toEqual({ ...after, 'd.md': expect.anything() });
    await undo();
    await undo();
    expect(await project.read('a.md')).toBe('a');
  });

  it('leaves alone what somebody wrote since, and undo can still bring back what was there', async () => {
    await killAfter(1);
    await project.write('a.md', 'mine');
    await applyPlan(planOf(change('d.md', undefined, 'D')), options());
    expect(await project.read('a.md')).toBe('mine');
    await undo();
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' });
    await undo(true);
    expect(await project.read('a.md')).toBe('a');
  });

  it('and was being taken back, is taken back to its end', async () => {
    const before = await snapshot(project.root);
    await applyPlan(three(), options());
    const folder = join(project.dataDir, 'undo');
    const [name = ''] = await readdir(folder);
    await rename(join(folder, name), join(folder, name.replace('.json', '.begun.json')));
    await project.write('c.md', 'c');
    await applyPlan(planOf(change('d.md', undefined, 'D')), options());
    expect(await snapshot(project.root)).toEqual({ ...before, 'd.md': expect.anything() });
  });

  it('while it made its record, leaves no part of it', async () => {
    const folder = join(project.dataDir, 'undo');
    await mkdir(folder, { recursive: true });
    const half = temporaryPath(join(folder, '2026-03-01T12-00-00-000Z-1.begun.json'));
    await writeFile(half.replace(`.${process.pid}.`, `.${GONE}.`), '{');
    await applyPlan(planOf(change('d.md', undefined, 'D')), options());
    expect(await readdir(folder)).toEqual([expect.stringMatching(/-1\.json$/)]);
  });
});
