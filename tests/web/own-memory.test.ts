import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProjectChanges } from '../../src/web/answers/changes.ts';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { ReportPreview } from '../../src/web/answers/reports.ts';
import type { Status } from '../../src/web/answers/status.ts';
import { clearStages, type Stage } from '../e2e/stage.ts';
import { endServers, type ServedStage, serveWorld } from './served.ts';

let stage: Stage;
let server: ServedStage;
let project: string;
const own = 'own-memory';
beforeEach(async () => {
  ({ stage, server, project } = await serveWorld());
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

const rule = { rule: 'Run `make seed` before `make test`.', when: 'Running tests.', why: 'They need rows.' };
const asked = () => ({ project, type: 'workflow_error', description: 'Red', file: 'user', rule });
const report = async () => {
  const { body } = await server.post<ReportPreview>('/api/report', { ...asked(), preview: true });
  return server.post('/api/report', { ...asked(), stamp: body.stamp });
};
const decide = (body: object) => server.post(`/api/lessons/${own}/L-001`, body);
const lessons = async () => (await server.get<Lessons>(`/api/lessons?project=${own}&show=all`)).rows;
const claude = () => readFile(join(stage.home, '.claude/CLAUDE.md'), 'utf8').catch(() => '');

describe("the user's own memory", () => {
  it('is written only as somebody has seen it', async () => {
    const refused = { status: 409, body: { error: expect.stringContaining('nothing was written') } };
    expect(await server.post('/api/report', asked())).toMatchObject(refused);
    const { body } = await server.post<ReportPreview>('/api/report', { ...asked(), preview: true });
    const other = { ...rule, rule: 'Run `make moor` before `make test`.' };
    expect(await server.post('/api/report', { ...asked(), rule: other, stamp: body.stamp })).toMatchObject(refused);
    expect(
      await server.post('/api/report', { ...asked(), rule: undefined, context: rule.rule, stamp: body.stamp }),
    ).toMatchObject(refused);
    await mkdir(join(stage.home, '.claude'), { recursive: true });
    await writeFile(join(stage.home, '.claude/CLAUDE.md'), 'Mine.\n');
    expect(await server.post('/api/report', { ...asked(), stamp: body.stamp })).toMatchObject(refused);
    expect(await claude()).toBe('Mine.\n');
    expect(await report()).toMatchObject({ status: 200 });
    expect(await claude()).toContain('make seed');
  });

  it('is shown once there is something in it, among lessons and nowhere else', async () => {
    const before = await server.get<Status>('/api/status');
    expect(before.projects.map(({ own: isOwn }) => isOwn)).toEqual([undefined]);
    await report();
    const { projects } = await server.get<Status>('/api/status');
    expect(projects[1]).toMatchObject({
      id: own,
      name: 'My own memory',
      own: true,
      writable: false,
      lessons: 1,
      sessions: 0,
    });
    expect(await lessons()).toMatchObject([
      { id: 'L-001', projectName: 'My own memory', status: 'ready', delivered: true },
    ]);
    expect(await server.get<LessonDetail>(`/api/lessons/${own}/L-001`)).toMatchObject({
      deliveredIn: ['~/.claude/CLAUDE.md'],
      mechanisms: [],
      writable: true,
      excerpts: [],
    });
    const { projects: changed } = await server.get<{ projects: ProjectChanges[] }>('/api/diff');
    expect(changed.map(({ project: id }) => id)).toEqual([project]);
  });

  it('is decided on as that of a project, with the files of the user in the same change', async () => {
    await report();
    expect(
      await decide({ action: 'edit', guidance: 'Run `make seed-db` before `make test`. When: Running tests.' }),
    ).toMatchObject({
      status: 200,
    });
    expect(await claude()).toContain('make seed-db');
    expect(await decide({ action: 'reject', reason: 'no such target' })).toMatchObject({ status: 200 });
    expect(await claude()).not.toContain('make seed');
    expect(await server.post('/api/undo', { project: own })).toMatchObject({ status: 200 });
    expect(await claude()).toContain('make seed-db');
    expect(existsSync(join(stage.project, '.memory'))).toBe(false);
  });

  it('has nothing to promote, to apply or to report for', async () => {
    await report();
    expect(await decide({ action: 'promote' })).toMatchObject({ status: 400 });
    expect(await server.post('/api/apply', { project: own })).toMatchObject({ status: 400 });
    expect(await server.post('/api/report', { project: own, type: 'other', description: 'x', rule })).toMatchObject({
      status: 400,
    });
  });

  it('that cannot be read is told, and not taken for an empty one', async () => {
    await report();
    const path = join(stage.home, '.config/hardwon/.memory/harness-learnings.md');
    await writeFile(path, `${'<'.repeat(7)} ours\n${await readFile(path, 'utf8')}`);
    await server.picture.refresh();
    const { refusals } = await server.get<Lessons>('/api/lessons?show=all');
    expect(refusals).toEqual([expect.stringMatching(/^My own memory: .*unresolved merge conflict/)]);
    expect(await decide({ action: 'accept' })).toMatchObject({ status: 409 });
  });

  it('stays out of a report that is shared', async () => {
    await report();
    const file = join(stage.home, 'shared.html');
    expect(await stage.run(['report', '--all', file])).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).not.toContain('make seed');
  });
});
