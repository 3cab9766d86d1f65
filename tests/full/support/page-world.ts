import type { Page } from 'playwright-core';
import { makeStage, type Stage, shell } from '../../e2e/stage.ts';
import { everyFile, laterLesson } from '../../e2e/stories.ts';
import type { DescribedSession } from '../../support/described-session.ts';
import { codexWriter } from '../../support/log-writers/codex.ts';

/** A home in which two agents worked on one project, and what may contradict each other was captured. */
export async function makeWorld(): Promise<Stage> {
  const stage = await makeStage(everyFile);
  await stage.tell(laterLesson);
  const session: DescribedSession = {
    start: '2026-03-07T09:00:00Z',
    cwd: stage.project,
    branch: 'main',
    steps: [
      { user: 'Load the tides of <b>March</b>' },
      shell('python3 tools/tides.py', "ModuleNotFoundError: No module named 'polars'"),
      shell('uv run python tools/tides.py'),
    ],
  };
  await codexWriter.write(stage.home, [session]);
  return stage;
}

/** What the page's own server answers. */
export function fetched<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(`fetch(${JSON.stringify(path)}).then((answer) => answer.json())`);
}
