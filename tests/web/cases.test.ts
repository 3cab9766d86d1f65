import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseDetail, Cases, JudgedProposal } from '../../src/web/answers/cases.ts';
import type { Done } from '../../src/web/answers/changes.ts';
import type { SessionDetail } from '../../src/web/answers/sessions.ts';
import type { StatusProblem } from '../../src/web/answers/status.ts';
import { clearStages, makeStage, type Stage } from '../e2e/stage.ts';
import { everyFile } from '../e2e/stories.ts';
import { endServers, type ServedStage, serveStage } from './served.ts';

let stage: Stage;
let server: ServedStage;
let project: string;
let one: CaseDetail;
beforeAll(async () => {
  stage = await makeStage(everyFile);
  server = await serveStage(stage);
  project = server.picture.shown.projects[0]?.project.id ?? '';
  const { cases } = await server.get<Cases>(`/api/cases?project=${project}`);
  one = await server.get(`/api/cases/${project}/${cases.find(({ title }) => title.includes('polars'))?.id}`);
});
afterAll(async () => {
  await endServers();
  await clearStages();
});

const MEMORY = '.memory/harness-learnings.md';
const GUIDANCE = 'Run `uv run python tools/load.py`: `python3` has no `polars` here.';

async function explain(words: object, keep = false, to = server) {
  return to.post<JudgedProposal & Done & StatusProblem>('/api/proposals', { project, case: one.id, ...words, keep });
}

describe('the cases of a project', () => {
  it('are listed as the command lists them, with their calls over time', async () => {
    const { cases, ...figures } = await server.get<Cases>(`/api/cases?project=${project}`);
    const told = JSON.parse((await stage.run(['cases', '--json'])).stdout) as Cases;
    expect({ ...figures, cases: cases.map(({ id }) => id) }).toEqual({
      ...told,
      cases: told.cases.map(({ id }) => id),
    });
    for (const { overTime, calls } of cases) expect(overTime.reduce((sum, count) => sum + count, 0)).toBe(calls);
  });

  it('show each failing call with what fixed it, and where both are in their session', async () => {
    expect(one).toMatchObject({ program: 'python3', writable: true, lesson: { id: expect.stringMatching(/^L-\d+$/) } });
    const failed = { outcome: 'failed', kind: 'module-missing' };
    expect(one.exhibits[0]).toMatchObject({ trouble: 'failed', failed, next: expect.any(Array) });
    const retried = (await server.get<Cases>(`/api/cases?project=${project}`)).cases.find(
      (row) => row.program === 'git fetch',
    );
    const fetch = await server.get<CaseDetail>(`/api/cases/${project}/${retried?.id}`);
    expect(fetch.exhibits[0]?.next.at(-1)?.fixes).toEqual([fetch.exhibits[0]?.failed.index]);
    for (const { agent, session, index, id, input } of one.exhibits.flatMap(({ failed, next }) => [failed, ...next])) {
      const { calls } = await server.get<SessionDetail>(`/api/sessions/${agent}/${session}?offset=${index}&limit=1`);
      expect(calls).toMatchObject([{ id, input }]);
    }
  });

  it('are not there for an unknown case, or without sessions', async () => {
    await expect(server.get(`/api/cases/${project}/C-nope`)).rejects.toThrow(/404: .*There is no case C-nope/);
    await expect(server.get('/api/cases?project=own-memory')).rejects.toThrow('404');
    expect((await explain({ case: 'C-nope', guidance: GUIDANCE })).status).toBe(404);
    expect((await explain({ guidance: ' ' })).status).toBe(400);
  });
});

describe('an explanation by a person', () => {
  it('is checked against history, and written only when they keep it', async () => {
    const words = { guidance: GUIDANCE, trigger: { rule: 'Bash(python3 *)' } };
    const { body: checked } = await explain(words);
    const reason = expect.stringContaining('calls of its cases failed');
    expect(checked).toEqual({ verdict: { state: 'proven', reason, checks: expect.any(Array) } });
    expect(await stage.read(MEMORY)).toBeUndefined();
    const { body } = await explain(words, true);
    expect(body).toMatchObject({ said: `Kept as ${body.lesson}`, changes: [{}, { name: MEMORY }], write: 1 });
    expect(await stage.read(MEMORY)).toMatch(/Bash\(python3 \*\)(?:.|\n)*Origin\W+taught on 2026-03-09 by you/);
    // The casebook knows the lesson.
    expect((await explain(words)).body.verdict).toMatchObject({ state: 'refused', reason: /says it already/ });
    await server.post('/api/undo', { project });
    expect(await stage.read(MEMORY)).toBeUndefined();
  });

  it('is kept although history does not show it, without secrets, but not if it is dangerous', async () => {
    const token = `gh${'p_'}${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const wish = { guidance: `Ask \`tides --gently\` first, with ${token}.`, wrong: `tides ${token}` };
    expect((await explain(wish)).body.verdict).toMatchObject({ state: 'unproven' });
    expect((await explain(wish, true)).body.lesson).toMatch(/^L-\d+$/);
    const danger = { guidance: 'Run `git push --force` when the push fails.' };
    const { refusal } = (await explain(danger)).body.verdict;
    expect(await explain(danger, true)).toMatchObject({
      status: 409,
      body: { error: `It cannot be kept: ${refusal}.` },
    });
    const memory = await stage.read(MEMORY);
    expect(memory).toContain('[redacted:github]');
    for (const text of [token, '--force']) expect(memory).not.toContain(text);
    const reader = await serveStage(stage, { readOnly: true });
    expect((await explain({ guidance: GUIDANCE }, true, reader)).status).toBe(403);
  });
});
