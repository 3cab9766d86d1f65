import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Done, ProjectChanges } from '../../src/web/answers/changes.ts';
import type { Lessons } from '../../src/web/answers/lessons.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import type { Status, StatusProblem } from '../../src/web/answers/status.ts';
import { clearStages, type Stage } from '../e2e/stage.ts';
import { endServers, type ServedStage, type ServedWorld, serveStage, serveWorld } from './served.ts';

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

const MEMORY = '.memory/harness-learnings.md';

describe('a memory file that cannot be read', () => {
  it('is named with its line, is left as it is, and hides nothing else', async () => {
    const { id } = await find('uv run python');
    const broken = '# Lessons\n\n<<<<<<< ours\n## L-001: One\n=======\n## L-001: Other\n>>>>>>> theirs\n';
    await stage.write(MEMORY, broken);
    await server.picture.refresh();
    const { projects } = await server.get<{ projects: ProjectChanges[] }>('/api/diff');
    expect(projects[0]?.refusals.join()).toContain('harness-learnings.md');
    const { refusals } = await server.get<Lessons>('/api/lessons');
    expect(refusals).toEqual([expect.stringMatching(/^harbour: .*harness-learnings\.md/)]);
    expect((await server.get<Overview>('/api/overview')).totals.calls).toBeGreaterThan(0);
    const refused = await decide(id, { action: 'accept' });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatch(/harness-learnings\.md.*3|line 3/);
    expect(refused.body.hint).toBeTruthy();
    expect(await stage.read(MEMORY)).toBe(broken);
    expect(await server.post('/api/apply', { project })).toMatchObject({ status: 409 });
  });
});

describe('a configuration that is broken while the page is open', () => {
  it('is told, and neither ends the server nor what it watches', async () => {
    const lost: unknown[] = [];
    const note = (error: unknown) => lost.push(error);
    process.on('unhandledRejection', note);
    await server.watching;
    await stage.write('hardwon.config.json', '{ "budget": ');
    // A file that is watched changes: everything is looked at again.
    await stage.write('CLAUDE.md', '# Harbour\n');
    const status = () => server.get<Status>('/api/status');
    await expect.poll(async () => (await status()).problem).toContain('hardwon.config.json');
    await rm(join(stage.project, 'hardwon.config.json'));
    await stage.write('CLAUDE.md', '# The harbour\n');
    await expect.poll(async () => (await status()).problem).toBeUndefined();
    process.off('unhandledRejection', note);
    expect(lost).toEqual([]);
  });
});

describe('a project that vanishes while it is looked at', () => {
  it('is not made again by a decision, a report or an apply', async () => {
    const { id } = await find('uv run python');
    await rename(stage.project, `${stage.project}-moved`);
    const report = { project, type: 'other', description: 'It was wrong', context: 'Run `make seed` first' };
    for (const answer of [
      await decide(id, { action: 'accept' }),
      await decide(id, { action: 'promote', preview: true }),
      await server.post<StatusProblem>('/api/apply', { project }),
      await server.post<StatusProblem>('/api/report', report),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error).toContain('harbour is no longer in');
    }
    expect(existsSync(stage.project)).toBe(false);
    await server.picture.refresh();
    const { projects } = await server.get<Status>('/api/status');
    expect(projects).toMatchObject([{ id: project, writable: false }]);
    expect((await find('uv run python')).writable).toBe(false);
  });
});

describe('files that cannot be written', () => {
  it('leave everything as it was, and say which one it is', async () => {
    const { id } = await find('uv run python');
    await rm(join(stage.project, '.memory'), { recursive: true, force: true });
    await writeFile(join(stage.project, '.memory'), 'a file where the folder should be');
    const refused = await decide(id, { action: 'accept' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body.error).toContain('.memory');
    expect(refused.body.error).not.toContain('Something went wrong here');
    expect(await stage.read('.memory')).toBe('a file where the folder should be');
    await rm(join(stage.project, '.memory'));
    expect((await decide(id, { action: 'accept' })).status).toBe(200);
  });
});

describe('two windows', () => {
  it('that decide at once lose neither decision', async () => {
    const [one, other] = [await find('uv run python'), await find('berth')];
    const answers = await Promise.all([
      decide(one.id, { action: 'accept' }),
      decide(other.id, { action: 'reject', reason: 'moved' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stage.read(MEMORY)).toMatch(new RegExp(`## ${one.id}:[^#]*Validated: `));
    expect(await stage.read('.memory/tombstones.md')).toContain(other.id);
  });

  it('are told that the lesson is gone, or has changed in the meantime', async () => {
    const lesson = await find('uv run python');
    const seen = { title: lesson.title, guidance: lesson.guidance, pattern: lesson.pattern };
    expect((await decide(lesson.id, { action: 'edit', guidance: 'Run `uv run python`.', seen })).status).toBe(200);
    const late = await decide(lesson.id, { action: 'edit', guidance: 'Run `uv run`.', seen });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      error: expect.stringContaining('has changed in the meantime'),
      hint: expect.any(String),
    });
    expect(await stage.read(MEMORY)).toContain('- Guidance: Run `uv run python`.');
    const before = await stage.read(MEMORY);
    const other = await find('berth');
    for (const body of [
      { action: 'accept', seen },
      { action: 'reject', seen },
      { action: 'keep', seen },
      { action: 'promote', seen, force: true },
      { action: 'merge', into: other.id, seen },
    ])
      expect(await decide(lesson.id, body), body.action).toMatchObject({ status: 409 });
    expect(await decide(other.id, { action: 'merge', into: lesson.id, intoTitle: 'Another one' })).toMatchObject({
      status: 409,
    });
    expect(await stage.read(MEMORY)).toBe(before);
    await decide(lesson.id, { action: 'reject', reason: 'no' });
    const gone = await decide(lesson.id, { action: 'accept' });
    expect(gone.status).toBe(404);
    expect(gone.body.error).toContain(lesson.id);
  });
});

describe('what was seen', () => {
  it('is what is applied, or nothing is', async () => {
    const changes = async () => (await server.get<{ projects: ProjectChanges[] }>('/api/diff')).projects[0];
    const { stamp } = (await changes()) ?? {};
    await stage.write('CLAUDE.md', '# Harbour\n');
    expect(await server.post('/api/apply', { project, stamp })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('The changes are no longer the same'), hint: expect.any(String) },
    });
    expect(await stage.read('CLAUDE.md')).toBe('# Harbour\n');
    const applied = await server.post<Done>('/api/apply', { project, stamp: (await changes())?.stamp });
    expect(applied.status).toBe(200);
    expect(await stage.read('CLAUDE.md')).toContain('uv run python');
    expect((await changes())?.undo?.write).toBe(applied.body.write);
  });

  it('is what is taken back, or nothing is', async () => {
    const [one, other] = [await find('uv run python'), await find('berth')];
    const first = await decide(one.id, { action: 'accept' });
    const second = await decide(other.id, { action: 'reject' });
    expect(second.body.write).toBeGreaterThan(first.body.write ?? 0);
    expect(await server.post('/api/undo', { project, write: first.body.write })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Something else was written since') },
    });
    expect(await server.post('/api/undo', { project, write: second.body.write })).toMatchObject({ status: 200 });
    expect(await server.post('/api/undo', { project, write: first.body.write })).toMatchObject({ status: 200 });
  });

  it('is not taken back where nothing was written', async () => {
    const { id } = await find('uv run python');
    expect((await decide(id, { action: 'accept' })).body.write).toBeDefined();
    expect((await decide(id, { action: 'accept' })).body.write).toBeUndefined();
  });
});

describe('the end of the server', () => {
  it('ends the stream of events', async () => {
    const own = await serveStage(stage);
    const events = await fetch(`${own.address}/api/events`, { headers: { authorization: `Bearer ${own.token}` } });
    const reader = events.body?.getReader();
    await reader?.read();
    const ended = (async () => {
      while (!(await reader?.read().catch(() => ({ done: true })))?.done);
      return true;
    })();
    await own.close();
    expect(await ended).toBe(true);
  });
});
