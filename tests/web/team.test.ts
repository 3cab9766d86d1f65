import { afterAll, describe, expect, it } from 'vitest';
import type { LessonDetail, Lessons } from '../../src/web/answers/lessons.ts';
import type { Overview } from '../../src/web/answers/overview.ts';
import { clearStages, NOW } from '../e2e/stage.ts';
import { makeColleague, makeTeamFile, onceWrongRunner } from '../e2e/team-stage.ts';
import { endServers, serveStage } from './served.ts';

afterAll(async () => {
  await endServers();
  await clearStages();
});

describe('the page of somebody in a team', () => {
  it('says what the team knows, and who else found a lesson', async () => {
    const url = makeTeamFile();
    const ann = await makeColleague(url('ann'), onceWrongRunner);
    const ben = await makeColleague(url('ben'), onceWrongRunner);
    for (const person of [ann, ben, ann]) expect((await person.share(['sync'])).code).toBe(0);
    const env = { HARDWON_TEAM_URL: url('ann') };
    const here = () => ({ cwd: ann.project, home: ann.home, env, now: new Date(NOW) });
    const served = await serveStage(ann, { here, request: () => ({ ...here(), join: [] }) });
    expect(await served.get<Overview>('/api/overview')).toMatchObject({
      team: { people: 2, machines: 2, lessons: { ready: 1, few: 0, rejected: 0 }, shown: 0 },
    });
    const { rows } = await served.get<Lessons>('/api/lessons?show=all');
    expect(rows).toMatchObject([{ status: 'ready' }]);
    const detail = await served.get<LessonDetail>(`/api/lessons/${rows[0]?.project}/${rows[0]?.id}`);
    expect(detail.team).toEqual({ people: 2, machines: 2 });
    const alone = await serveStage(ann);
    expect(await alone.get<Overview>('/api/overview')).not.toHaveProperty('team');
  });
});
