import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { LearnReport, ProjectReport } from '../../../src/app/learn/learn-report.ts';
import { type RunResult, runBuilt } from '../../support/run.ts';
import type { Client, OwnStep, Step } from './client.ts';
import { environmentAlone, runSession, type Session } from './run-session.ts';

/** A home folder with one project, in which real clients work and hardwon learns. */
export interface ClientStage {
  home: string;
  /** The project's folder. */
  project: string;
  /** Lets a client do the steps in a new session. */
  work(client: Client, ...steps: (Step | OwnStep)[]): Promise<Session>;
  /** The same in its last session, taken up again. */
  goOn(client: Client, ...steps: (Step | OwnStep)[]): Promise<Session>;
  /** Runs the built tool in the project. */
  run(...args: string[]): Promise<RunResult>;
  /** The project's part of `learn --json`. */
  learn(): Promise<ProjectReport>;
  /** The calls behind a lesson, as `why --json` tells them. */
  recall(lesson: string): Promise<ShownCall[]>;
  /** A file of the project. */
  read(path: string): Promise<string>;
  /** Writes a file of the project. */
  write(path: string, text: string): Promise<void>;
  /** Removes the home folder. */
  clear(): Promise<void>;
}

/** A failed call and the one that worked. */
export interface ShownCall {
  failed: { input: string; output: string };
  fix: { input: string };
}

/** Makes a home folder with a git repository `~/harbour` that holds the files. */
export async function makeClientStage(files: Record<string, string>): Promise<ClientStage> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-clients-')));
  const project = join(home, 'harbour');
  await mkdir(join(home, 'tmp'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  const git = (...args: string[]) => promisify(execFile)('git', args, { cwd: project, env: environmentAlone(home) });
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '.');
  await git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '--message', 'Begin');

  const run = (...args: string[]) => runBuilt(args, { home, cwd: project });
  const readJson = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}\n${stdout}${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    home,
    project,
    work: (client, ...steps) => runSession({ client, home, project, steps, isResumed: false }),
    goOn: (client, ...steps) => runSession({ client, home, project, steps, isResumed: true }),
    run,
    async learn() {
      const { projects } = (await readJson('learn')) as LearnReport;
      const [only] = projects;
      if (!only || projects.length > 1) throw new Error(`${projects.length} projects`);
      return only;
    },
    recall: async (lesson) => ((await readJson('why', lesson)) as { calls: ShownCall[] }).calls,
    read: (path) => readFile(join(project, path), 'utf8'),
    write: (path, text) => writeFile(join(project, path), text),
    // What a client left running may write until it is ended.
    clear: () => rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
