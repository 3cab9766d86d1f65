import { learn } from '../../src/pipeline.ts';
import { defineGolden } from '../golden-tester/define-golden.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { logWriters } from '../support/log-writers/index.ts';

/** How cases are written is in README.md beside this file. */
await defineGolden(import.meta.dirname, logWriters, async ({ home, agent, now }) => {
  const surroundings = { cwd: home, home, env: isolatedEnvironment({ home }), now };
  const report = await learn({ ...surroundings, agents: [agent], join: [], all: true, apply: false, force: false, fresh: false });
  return report.projects.flatMap((project) => project.lessons);
});
