import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LearnReport, ProjectReport } from '../../../src/learn-report.ts';
import { isolatedEnvironment, type RunResult, runCli } from '../../support/run.ts';
import type { Client, Step } from './client.ts';
import { runProgram } from './run-program.ts';
import { type ScriptedModel, startModel, type Turn } from './scripted-model.ts';

/** A home folder with one project, in which a real client works and hardwon learns. */
export interface ClientStage {
  /** Lets the client do the steps in a session of its own; fails unless it did exactly those. */
  work(...steps: Step[]): Promise<Session>;
  /** The same in the last session, taken up again. */
  goOn(...steps: Step[]): Promise<Session>;
  /** Runs the built tool in the project. */
  run(...args: string[]): Promise<RunResult>;
  /** The project's part of `learn --json`. */
  learn(...args: string[]): Promise<ProjectReport>;
  /** The calls behind a lesson, as `why --json` tells them. */
  recall(lesson: string): Promise<ShownCall[]>;
  /** A file of the project. */
  read(path: string): Promise<string>;
  /** Removes the home folder. */
  clear(): Promise<void>;
}

/** What the model saw and sent in one session. */
export type Session = Pick<ScriptedModel, 'asked' | 'callIds' | 'refused'>;

/** A failed call and the one that worked. */
export interface ShownCall {
  failed: { input: string; output: string };
  fix: { input: string };
}

export async function makeClientStage(client: Client, files: Record<string, string>): Promise<ClientStage> {
  const home = await realpath(await mkdtemp(join(tmpdir(), `hardwon-${client.agent}-`)));
  const project = join(home, 'harbour');
  const temporary = join(home, 'tmp');
  await mkdir(temporary);
  for (const [path, text] of Object.entries(files)) {
    const file = join(project, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }
  const alone = {
    ...isolatedEnvironment({ home }),
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    GIT_CONFIG_NOSYSTEM: '1',
  };
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: project, env: alone });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '.');
  await git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '--message', 'Begin');

  const describeTurns = (steps: readonly Step[]): Turn[] => [
    ...steps.map((step) => ({ call: client.describe(step, project) })),
    { say: 'Done.' },
  ];
  const run = (...args: string[]) => runCli(args, { home, cwd: project });
  const work = async (steps: readonly Step[], isResumed: boolean): Promise<Session> => {
    const model = await startModel(client.wire, describeTurns(steps));
    try {
      const place = { home, project, model: model.url };
      await client.configure(place);
      const { program, args } = client.start('Run the linter and tell me which berths are free.', isResumed);
      const proxy = { HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: '127.0.0.1,localhost' };
      const lower = Object.fromEntries(Object.entries(proxy).map(([name, value]) => [name.toLowerCase(), value]));
      const env = {
        ...alone,
        TERM: 'dumb',
        ...proxy,
        ...lower,
        npm_config_update_notifier: 'false',
        ...client.environment(place),
      };
      const { code, output } = await runProgram(program, args, { cwd: project, env });
      const { turns: unused, requests } = model.left();
      if (code !== 0 || unused > 0 || requests > 0)
        throw new Error(`${client.agent} ended with ${code}; turns left: ${unused}, too many requests: ${requests}\n${output}`);
      return model;
    } finally {
      await model.close();
    }
  };
  return {
    run,
    work: (...steps) => work(steps, false),
    goOn: (...steps) => work(steps, true),
    async learn(...args) {
      const { code, stdout, stderr } = await run('learn', '--json', '--agent', client.agent, ...args);
      if (code > 1) throw new Error(`learn ended with ${code}\n${stderr}`);
      const { projects } = JSON.parse(stdout) as LearnReport;
      const [only] = projects;
      if (!only || projects.length > 1) throw new Error(`${projects.length} projects\n${stderr}`);
      return only;
    },
    async recall(lesson) {
      const { code, stdout, stderr } = await run('why', lesson, '--json');
      if (code !== 0) throw new Error(`why ended with ${code}\n${stderr}`);
      return (JSON.parse(stdout) as { calls: ShownCall[] }).calls;
    },
    read: (path) => readFile(join(project, path), 'utf8'),
    // A client's background process may still be writing when it is ended.
    clear: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
