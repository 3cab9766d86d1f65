import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { type LearnRequest } from '../../src/app/configured-request.ts';
import { learn } from '../../src/app/learn/learn.ts';
import { findOwnFolders } from '../../src/shared/folders.ts';
import type { LearnFunction } from '../golden-tester/tester.ts';
import { logWriters } from '../support/log-writers/index.ts';
import { isolatedEnvironment } from '../support/run.ts';

/** What is learned from the logs of a case. */
export const learnCase: LearnFunction = async ({ home, agent, now }) => {
  const surroundings = { cwd: home, home, env: isolatedEnvironment({ home }), now };
  const request = { ...surroundings, agents: [agent], join: [], all: true, apply: false, force: false, fresh: false };
  const report = await learn(request);
  // What was kept of each session must teach the same; asked of one agent, because logs of others show the same calls.
  if (agent === logWriters[0]?.agent) expect(await learnFromKept(request)).toEqual(report.projects);
  return report.projects.flatMap((project) => project.lessons);
};

/** Forgets findings and the calls themselves: what is left is what each session showed. */
async function learnFromKept(request: LearnRequest) {
  const database = new DatabaseSync(join(findOwnFolders(request).cache, 'sessions.db'));
  database.exec("delete from findings; update calls set output = '', detail = json_set(detail, '$.i', json('{}'))");
  database.close();
  return (await learn(request)).projects;
}
