import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Done, ProjectChanges, Promotion } from '../../src/web/answers/changes.ts';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { Failures } from '../../src/web/answers/overview.ts';
import type { ReportPreview } from '../../src/web/answers/reports.ts';
import { clearStages, type Stage } from '../e2e/stage.ts';
import { laterLesson } from '../e2e/stories.ts';
import { endServers, type ServedStage, type ServedWorld, serveWorld } from './served.ts';

let stage: Stage;
let server: ServedStage;
let project: string;
let find: ServedWorld['find'];
let decide: ServedWorld['decide'];
beforeEach(async () => {
  ({ stage, server, project, find, decide } = await serveWorld());
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

const memory = () => stage.read('.memory/harness-learnings.md');

describe('a decision', () => {
  it('is written under the id that was shown, and to the memory alone', async () => {
    const lesson = await find('uv run python');
    const done = await decide(lesson.id, { action: 'accept' });
    expect(done).toMatchObject({ status: 200, body: { said: `${lesson.id} accepted` } });
    expect(await memory()).toMatch(new RegExp(`## ${lesson.id}: Use \`uv run python\`[^#]*- Validated: 2026-03-09`));
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await find('uv run python')).toMatchObject({
      id: lesson.id,
      isNew: false,
      validated: '2026-03-09',
      confidence: 'high',
    });
  });

  it.each(['accept', 'reject', 'edit'])(
    'to %s stands where sessions after the last write repeat the mistake',
    async (action) => {
      await stage.run(['learn', '--apply']);
      await stage.tell(laterLesson);
      await server.picture.refresh();
      const { id } = await find('uv run python');
      const shown = await server.get<LessonDetail>(`/api/lessons/${project}/${id}`);
      const seen = { title: shown.title, guidance: shown.guidance, pattern: shown.pattern };
      expect(await memory()).not.toContain(shown.pattern);
      expect(await decide(id, { action, seen })).toMatchObject({ status: 200 });
    },
  );

  it('is refused where somebody reworded the lesson after it was shown', async () => {
    await stage.run(['learn', '--apply']);
    await server.picture.refresh();
    const { id, title } = await find('uv run python');
    await stage.run(['memory', 'edit', id, '--title', 'Python is uv here', '--human']);
    expect(await decide(id, { action: 'accept', seen: { title } })).toMatchObject({ status: 409 });
  });

  it('can be taken back', async () => {
    const { id } = await find('uv run python');
    await decide(id, { action: 'reject', reason: 'the script is gone' });
    expect((await server.get<Lessons>('/api/lessons?search=uv')).total).toBe(0);
    expect(await stage.read('.memory/tombstones.md')).toContain('the script is gone');
    const undone = await server.post<Done>('/api/undo', { project });
    expect(undone.status).toBe(200);
    expect(await find('uv run python')).toMatchObject({ id, isNew: true });
    expect((await server.post('/api/undo', { project })).status).toBe(404);
  });

  it('rejects and restores', async () => {
    const { id } = await find('uv run python');
    await decide(id, { action: 'reject' });
    expect(await decide(id, { action: 'accept' })).toMatchObject({
      status: 404,
      body: { hint: expect.stringContaining('restore') },
    });
    expect(await decide(id, { action: 'restore' })).toMatchObject({ status: 200 });
    expect((await find('uv run python')).id).toBe(id);
  });

  it('words a lesson anew, without secrets, for good', async () => {
    const { id } = await find('uv run python');
    const guidance = 'Run `uv run python`. token=ghp_0123456789abcdefghijABCDEFGHIJ012345';
    await decide(id, { action: 'edit', guidance, title: 'Python is uv here\nand nowhere else' });
    const text = (await memory()) ?? '';
    expect(text).toContain(`## ${id}: Python is uv here and nowhere else`);
    expect(text).not.toContain('ghp_0123456789');
    await stage.run(['learn', '--apply']);
    await server.picture.refresh();
    expect(await find('Python is uv here')).toMatchObject({
      id,
      edited: expect.arrayContaining(['title', 'guidance']),
    });
    expect(await decide(id, { action: 'edit', guidance: ' ' })).toMatchObject({ status: 400 });
  });

  it('is refused where it would have agents told what they are never told', async () => {
    const { id } = await find('uv run python');
    const guidance = 'Run `git push --force` first.';
    expect(await decide(id, { action: 'edit', guidance })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`${id} is not changed`) },
    });
    await decide(id, { action: 'accept' });
    await stage.write(
      '.memory/harness-learnings.md',
      ((await memory()) ?? '').replace(/- Guidance: .*/, `- Guidance: ${guidance}`),
    );
    await server.picture.refresh();
    const [row] = (await server.get<Lessons>('/api/lessons?search=force')).rows;
    expect(await decide(row?.id ?? '', { action: 'accept' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('is not confirmed') },
    });
  });

  it('merges a lesson into another one, which takes on what it was seen', async () => {
    const [from, into] = [await find('berth'), await find('uv run python')];
    expect(await decide(from.id, { action: 'merge', into: into.id })).toMatchObject({ status: 200 });
    const merged = await find('uv run python');
    expect(merged.occurrences).toBe(from.occurrences + into.occurrences);
    expect((await server.get<Lessons>('/api/lessons?search=berth')).total).toBe(0);
    expect(await stage.read('.memory/tombstones.md')).toContain(`merged into ${into.id}`);
    // The same sessions do not teach it again.
    await stage.run(['learn', '--apply']);
    expect(await memory()).not.toContain(`## ${from.id}:`);
    expect(await decide(into.id, { action: 'merge', into: into.id })).toMatchObject({ status: 400 });
  });

  it('promotes a lesson after it showed what would be written', async () => {
    const { id } = await find('uv run python');
    const path = `/api/lessons/${project}/${id}`;
    const preview = await server.post<Promotion>(path, { action: 'promote', as: 'rule', preview: true });
    expect(preview.body.changes.map(({ name }) => name)).toContain('CLAUDE.md');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const early = await server.post<{ error: string }>(path, { action: 'promote', as: 'rule' });
    expect(early).toMatchObject({ status: 409, body: { error: expect.stringContaining('is not due') } });
    const done = await server.post<Promotion>(path, { action: 'promote', as: 'rule', force: true });
    expect(done.body.targets).toEqual(['CLAUDE.md']);
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect(await find('uv run python')).toMatchObject({ promoted: 'CLAUDE.md' });
  });

  it('settles which of two lessons is right', async () => {
    await stage.run(['capture', '--guidance', 'Always run `make seed` before `npm test`', '--human', '--yes']);
    await stage.run(['capture', '--guidance', 'Never run `make seed` before `npm test`', '--human', '--yes', '--new']);
    await server.picture.refresh();
    const lesson = await find('never run');
    expect(lesson.opponents).toHaveLength(1);
    expect(lesson.review).toBe('conflict');
    expect(await decide(lesson.id, { action: 'resolve' })).toMatchObject({ status: 400 });
    expect(await decide(lesson.id, { action: 'resolve', keep: lesson.id })).toMatchObject({ status: 200 });
    expect((await server.get<Lessons>('/api/lessons?search=make%20seed')).rows.map(({ id }) => id)).toEqual([
      lesson.id,
    ]);
  });

  it('that is none is refused', async () => {
    expect(await decide('L-001', { action: 'praise' })).toMatchObject({ status: 400 });
    expect(await decide('L-999', { action: 'accept' })).toMatchObject({ status: 404 });
    expect(await server.post('/api/lessons/elsewhere/L-001', { action: 'accept' })).toMatchObject({ status: 404 });
  });
});

describe('what was learned', () => {
  it('is said to be in a file when it is', async () => {
    const { id, awaitedIn } = await find('uv run python');
    expect(awaitedIn).toContain('CLAUDE.md');
    // Memory is one thing, the files that agents read another.
    await decide(id, { action: 'accept' });
    expect(await find('uv run python')).toMatchObject({ isNew: false, awaitedIn });
    await server.post('/api/apply', { project });
    expect(await find('uv run python')).toMatchObject({ deliveredIn: awaitedIn, awaitedIn: [] });
  });

  it('is written, shown with a mark, and taken back', async () => {
    const applied = await server.post<Done>('/api/apply', { project });
    expect(applied.body.changes.map(({ name }) => name)).toContain('CLAUDE.md');
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    const { projects } = await server.get<{ projects: ProjectChanges[] }>('/api/diff');
    expect(projects[0]).toMatchObject({ changes: [], undo: { at: expect.any(String) } });
    const { marks } = await server.get<Failures>('/api/failures');
    const { id } = await find('uv run python');
    expect(marks).toMatchObject([{ day: '2026-03-09', project, lessons: expect.arrayContaining([id]) }]);
    await server.post('/api/undo', { project });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect((await server.get<Failures>('/api/failures')).marks).toEqual([]);
  });

  it('is refused where a block was edited by hand', async () => {
    await server.post('/api/apply', { project });
    const text = (await stage.read('CLAUDE.md')) ?? '';
    await stage.write('CLAUDE.md', text.replace('uv run python', 'uv run python3'));
    await server.picture.refresh();
    expect(await server.post('/api/apply', { project })).toMatchObject({ status: 409 });
    expect(await server.post('/api/apply', { project, force: true })).toMatchObject({ status: 200 });
  });
});

describe('a report', () => {
  it('becomes a lesson in the words of who reports', async () => {
    const report = {
      project,
      type: 'workflow_error',
      description: 'The migration was forgotten',
      context: 'Run `make migrate` after every change in db/schema.sql',
    };
    expect(await server.post('/api/report', { ...report, file: 'project' })).toMatchObject({
      status: 200,
      body: { said: expect.stringMatching(/^Saved as L-\d+$/) },
    });
    expect(await stage.read('.memory/harness-learnings.md')).toContain('make migrate');
    expect(await find('make migrate')).toMatchObject({ origin: expect.stringContaining('from workflow error') });
  });

  it('is first shown as a rule, and nothing is written or sent', async () => {
    const teacher = { name: 'builtin', leavesMachine: false, file: 'project' };
    expect(await server.get(`/api/teacher?project=${project}&type=workflow_error`)).toEqual(teacher);
    const report = {
      project,
      type: 'workflow_error',
      description: 'Tests were red',
      context: 'Run `make seed` before npm test',
    };
    const before = await stage.read('.memory/harness-learnings.md');
    const { body } = await server.post<ReportPreview>('/api/report', { ...report, preview: true });
    expect(body).toMatchObject({ teacher, rule: { rule: 'Run `make seed` before npm test.', why: 'Tests were red.' } });
    expect(body.changes.find(({ name }) => name === 'CLAUDE.md')?.diff).toContain(
      '+- **Rule**: Run `make seed` before npm test',
    );
    const rule = { rule: 'Run `make moor` first.', when: '', why: '' };
    const everywhere = await server.post<ReportPreview>('/api/report', {
      ...report,
      rule,
      file: 'user',
      preview: true,
    });
    const own = everywhere.body.changes.find(({ name }) => name === '~/.claude/CLAUDE.md');
    expect(own?.diff).toContain('+- **Rule**: Run `make moor` first');
    expect(existsSync(join(stage.home, '.claude/CLAUDE.md'))).toBe(false);
    expect(await stage.read('.memory/harness-learnings.md')).toBe(before);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const vague = await server.post<ReportPreview>('/api/report', {
      ...report,
      context: 'Be more careful',
      preview: true,
    });
    expect(vague.body.refusal?.error).not.toBe('');
  });

  it('is kept as the person words the rule, in the file that is configured', async () => {
    const rule = { rule: 'Run `make seed-db` before `npm test`.', when: 'Running tests.', why: 'They need rows.' };
    const report = { project, type: 'config_error', description: 'Tests were red', rule };
    expect(await server.post('/api/report', report)).toMatchObject({
      status: 200,
      body: { said: expect.stringMatching(/^Saved as/) },
    });
    expect(await stage.read('CLAUDE.md')).toContain('- **Rule**: Run `make seed-db` before `npm test`');
    expect(existsSync(join(stage.home, '.claude/CLAUDE.md'))).toBe(false);
    expect(await server.post('/api/undo', { project })).toMatchObject({ status: 200 });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const everywhere = { ...report, file: 'user' };
    const { stamp } = (await server.post<ReportPreview>('/api/report', { ...everywhere, preview: true })).body;
    expect(await server.post('/api/report', { ...everywhere, stamp })).toMatchObject({ status: 200 });
    const file = await readFile(join(stage.home, '.claude/CLAUDE.md'), 'utf8');
    expect(file).toContain('- **Rule**: Run `make seed-db` before `npm test`');
  });

  it('that helps nobody is refused with the reason', async () => {
    const answer = await server.post<{ error: string }>('/api/report', {
      project,
      type: 'other',
      description: 'Be more careful',
    });
    expect(answer.status).toBe(409);
    expect(answer.body.error).not.toBe('');
    expect(await server.post('/api/report', { project, type: 'weather', description: 'x' })).toMatchObject({
      status: 400,
    });
  });
});
