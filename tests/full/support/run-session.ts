import { join } from 'node:path';
import { isolatedEnvironment } from '../../support/run.ts';
import type { Client, OwnStep, Step } from './client.ts';
import { runProgram } from './run-program.ts';
import { type ScriptedModel, startModel, type Turn } from './scripted-model.ts';

/** What a session is about. */
export interface SessionPlan {
  client: Client;
  /** The home folder that the client sees, with a folder `tmp`. */
  home: string;
  /** The project that it works in. */
  project: string;
  /** What its model does, one call after another. */
  steps: readonly (Step | OwnStep)[];
  /** Whether it takes up the last session again. */
  isResumed: boolean;
}

/** What the model was asked in one session, which addresses beyond loopback the client tried, and what it printed. */
export type Session = Pick<ScriptedModel, 'asked' | 'refused'> & { output: string };

/** Lets a client work without a person. Fails unless it did all of the steps and nothing else. */
export async function runSession({ client, home, project, steps, isResumed }: SessionPlan): Promise<Session> {
  const calls = steps.map(
    (step): Turn => ('call' in step || 'say' in step ? step : { call: client.describe(step, project) }),
  );
  const model = await startModel(client.wire, [...calls, { say: 'Done.' }]);
  try {
    const place = { home, project, model: model.url };
    await client.configure(place);
    const { program, args } = client.start('Run the linter and tell me which berths are free.', isResumed);
    const env = { ...environmentAlone(home), ...describeProxy(model.url), ...client.environment(place) };
    const { code, output } = await runProgram(program, args, { cwd: project, env });
    const { turns, requests } = model.left();
    if (code !== 0 || turns > 0 || requests > 0)
      throw new Error(
        `${client.agent} ended with ${code}; turns left: ${turns}, too many requests: ${requests}\n${output}`,
      );
    return { ...model, output };
  } finally {
    await model.close();
  }
}

/** Nothing of the machine but its programs. */
export function environmentAlone(home: string): NodeJS.ProcessEnv {
  const temporary = join(home, 'tmp');
  return {
    ...isolatedEnvironment({ home }),
    TERM: 'dumb',
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_update_notifier: 'false',
  };
}

/** The model answers for every other address, and refuses. Programs differ in which case they read. */
export function describeProxy(url: string): NodeJS.ProcessEnv {
  const direct = '127.0.0.1,localhost';
  return { HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: direct, http_proxy: url, https_proxy: url, no_proxy: direct };
}
