import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProjectReport } from '../../src/app/learn/learn-report.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { everyFile, laterLesson, oneLesson } from './stories.ts';
import { takeTree } from './tree.ts';

afterAll(clearStages);

const ids = (project: ProjectReport) =>
  Object.fromEntries(project.lessons.map((lesson) => [lesson.fingerprint, lesson.id]));

const forgetLogs = (stage: Stage) => rm(join(stage.home, '.claude'), { recursive: true });

describe('lessons whose logs are gone', () => {
  it('are still known, still delivered, and can still be asked about', async () => {
    const stage = await makeStage(oneLesson);
    const [before] = (await stage.learn(['--apply'])).lessons;
    await forgetLogs(stage);
    const files = await takeTree(stage.project, { times: true });

    for (const args of [['learn'], ['learn', '--apply'], ['learn', '--apply', '--fresh']]) {
      const { code, stdout } = await stage.run(args);
      expect(code).toBe(0);
      expect(stdout).toContain('L-001 Use `uv run python`, not `python3`');
      expect(joinLines(stdout)).toContain('its lessons come from memory. Nothing to change.');
      expect(stdout).not.toContain('no tool calls');
    }
    expect(await takeTree(stage.project, { times: true })).toEqual(files);

    const project = await stage.learn();
    expect(project).toMatchObject({
      name: 'harbour',
      root: stage.project,
      changes: [],
      figures: { calls: 0, sessions: 0 },
    });
    expect(project.lessons).toMatchObject([
      { id: 'L-001', delivered: true, isNew: false, occurrences: 2, sessions: 2, evidence: before?.evidence },
    ]);

    const why = await stage.run(['why', 'L-001']);
    expect(why.code).toBe(0);
    expect(why.stdout).toContain('Run `uv run python` instead of `python3`');
    expect(why.stdout.match(/The log of this call is not on this machine/g)).toHaveLength(2);
    expect(why.stdout).toContain(before?.evidence[0]?.session);
  });

  it('are found from a sub-folder too, and come back where a context file is lost', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await forgetLogs(stage);
    await rm(join(stage.project, 'CLAUDE.md'));
    await stage.write('src/tide.ts', '');
    const { code } = await stage.run(['learn', '--apply'], { cwd: join(stage.project, 'src') });
    expect(code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toContain('instead of `python3`');
  });

  it('go on counting when new sessions come', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await forgetLogs(stage);
    await stage.tell(laterLesson);
    const { lessons } = await stage.learn(['--apply']);
    expect(lessons.map(({ id, occurrences }) => [id, occurrences]).sort()).toEqual([
      ['L-001', 3],
      ['L-002', 2],
    ]);
    expect(lessons.find(({ id }) => id === 'L-001')).toMatchObject({ status: 'ready', sessions: 3 });
  });

  it('that were never kept are gone: there is nothing to read then', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn']);
    await forgetLogs(stage);
    const { code, stdout } = await stage.run(['learn']);
    expect(code).toBe(1);
    expect(stdout).toContain('There is nothing to read');
  });
});

describe('ids', () => {
  it('are the same from run to run, before and after they are kept, and after new sessions', async () => {
    const stage = await makeStage(everyFile);
    const first = await stage.learn();
    expect(Object.keys(ids(first)).length).toBeGreaterThan(5);
    expect(ids(await stage.learn(['--fresh']))).toEqual(ids(first));
    expect(ids(await stage.learn(['--apply']))).toEqual(ids(first));
    await stage.tell(`
sessions:
  - start: 2026-02-01T09:00:00Z
    calls:
      - {id: y1, shell: make boats, fails: "make: *** No rule to make target 'boats'.  Stop.", exit: 2}
      - {id: y2, shell: make fleet, prints: ok}
  - start: 2026-03-07T09:00:00Z
    calls:
      - {id: z1, shell: python3 tools/more.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: z2, shell: uv run python tools/more.py, prints: ok}
`);
    const later = await stage.learn();
    expect(ids(later)).toMatchObject(ids(first));
    // The new one is older than all others, and still gets the next number.
    const added = later.lessons.filter((lesson) => lesson.isNew).map((lesson) => lesson.id);
    expect(added).toEqual([`L-00${Object.keys(ids(first)).length + 1}`]);
    expect(ids(await stage.learn(['--apply', '--fresh']))).toEqual(ids(later));
  });

  it('of deleted lessons are not given again', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const memory = (await stage.read('.memory/harness-learnings.md')) ?? '';
    await stage.write('.memory/harness-learnings.md', memory.slice(0, memory.indexOf('## L-001')));
    expect((await stage.learn(['--apply'])).lessons.map((lesson) => lesson.id)).toEqual(['L-002']);
  });
});
