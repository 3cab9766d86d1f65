import { makeStage, type RunSettings, type Stage } from './stage.ts';

/** The address of the repository that everybody has cloned. */
export const ORIGIN = 'git@example.com:dock/harbour.git';

/** Somebody of a team: a machine of their own with a clone of the same repository. */
export interface Colleague extends Stage {
  /** Runs the tool with the team configured. */
  share(args: readonly string[], settings?: RunSettings): Promise<{ code: number; stdout: string; stderr: string }>;
}

/** Makes a machine with one session of a story each, whose team is at an address; `more` are variables of its environment. */
export async function makeColleague(
  url: string,
  story?: string,
  origin = ORIGIN,
  more: Record<string, string> = {},
): Promise<Colleague> {
  const stage = await makeStage(story);
  await stage.git(['remote', 'add', 'origin', origin]);
  const env = { ...more, HARDWON_TEAM_URL: url };
  const share: Colleague['share'] = (args, settings = {}) =>
    stage.run(args, { ...settings, env: { ...env, ...settings.env } });
  return {
    ...stage,
    share,
    report: (args, settings = {}) => stage.report(args, { ...settings, env }),
    learn: (args, settings = {}) => stage.learn(args, { ...settings, env }),
  };
}

/** The address of a database that does not answer. */
export const NOBODY = 'postgres://ann@127.0.0.1:1/team';

/** A session in which the wrong runner was tried once. */
export const onceWrongRunner = `
sessions:
  - calls:
      - {id: a1, shell: python3 tools/load.py, fails: "ModuleNotFoundError: No module named 'polars'"}
      - {id: a2, shell: uv run python tools/load.py, prints: loaded 12 rows}
`;
