import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import type { LearnReport, ProjectReport } from '../../src/app/learn/learn-report.ts';
import { parseCase } from '../golden-tester/case-file.ts';
import { type CallEnd, type DescribedSession, isCall, type Step } from '../support/described-session.ts';
import { claudeCodeWriter } from '../support/log-writers/claude-code.ts';
import type { WrittenLogs } from '../support/log-writers/log-writer.ts';
import { isolatedEnvironment, type RunOptions, type RunResult, runBuilt, runCli } from '../support/run.ts';

/** What a run may be given besides its arguments. */
export type RunSettings = Partial<Pick<RunOptions, 'cwd' | 'now' | 'stdin' | 'env' | 'hear'>>;

/** A home folder with one project in it, as a user of the tool would have them. */
export interface Stage {
  home: string;
  /** The project's folder: a git repository below the home folder. */
  project: string;
  /** What the log writer wrote: call ids by label, session ids, files. */
  logs: WrittenLogs;
  /** Runs the tool in the project's folder. */
  run(args: readonly string[], settings?: RunSettings): Promise<RunResult>;
  /** `learn --json` with more arguments: its report, or a failure that shows what was printed. */
  report(args?: readonly string[], settings?: RunSettings): Promise<LearnReport>;
  /** The one project of such a report. */
  learn(args?: readonly string[], settings?: RunSettings): Promise<ProjectReport>;
  /** Adds the sessions of a story (see stories.ts) to Claude Code's folder. Told of another folder, labels begin with its path. */
  tell(story: string, root?: string): Promise<WrittenLogs>;
  /** Adds sessions of the project, one a day, that no text file could hold: each a list of steps. */
  tellSteps(...sessions: Step[][]): Promise<WrittenLogs>;
  /** A file of the project; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  /** Writes a file of the project. */
  write(path: string, content: string | Uint8Array): Promise<string>;
  /** Runs git in the project, or in another folder, without the machine's configuration. */
  git(args: readonly string[], folder?: string): Promise<void>;
}

/** The day after the last session of the stories. */
export const NOW = '2026-03-09T09:00:00Z';

const stages: string[] = [];

/** Makes a home folder with a project `~/harbour`, or another name, and the sessions of a story. */
export async function makeStage(story?: string, name = 'harbour', run: typeof runCli = runCli): Promise<Stage> {
  // The real path: on macOS the temporary folder is behind a link, and tests compare paths.
  const home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-stage-')));
  stages.push(home);
  const project = join(home, name);
  await mkdir(project, { recursive: true });
  const stage: Stage = {
    home,
    project,
    logs: { calls: new Map(), sessions: [], files: [] },
    run: (args, settings = {}) => run(args, { home, cwd: project, now: NOW, ...settings }),
    async report(args = [], settings) {
      const result = await stage.run(['learn', '--json', ...args], settings);
      if (result.code > 1) throw new Error(`learn ended with ${result.code}\n${result.stderr}`);
      return JSON.parse(result.stdout) as LearnReport;
    },
    async learn(args, settings) {
      const { projects } = await stage.report(args, settings);
      const [only] = projects;
      if (!only || projects.length > 1) throw new Error(`${projects.length} projects in the report`);
      return only;
    },
    tell: (text, root = project) =>
      claudeCodeWriter.write(home, readStory(text, root, root === project ? '' : `${root} `)),
    tellSteps: (...sessions) =>
      claudeCodeWriter.write(
        home,
        sessions.map((steps, index) => ({
          start: `2026-02-0${index + 1}T09:00:00Z`,
          cwd: project,
          branch: 'main',
          steps,
        })),
      ),
    read: (path) => readFile(join(project, path), 'utf8').catch(() => undefined),
    async write(path, content) {
      const file = join(project, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    async git(args, folder = project) {
      // Neither the machine's configuration nor its hooks.
      const none = {
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: join(home, 'no-git-config'),
        GIT_TERMINAL_PROMPT: '0',
      };
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
      await promisify(execFile)('git', [...identity, ...args], {
        cwd: folder,
        env: { ...isolatedEnvironment({ home }), ...none },
      });
    },
  };
  await stage.git(['init', '--quiet', '--initial-branch=main']);
  if (story !== undefined) stage.logs = await stage.tell(story);
  return stage;
}

/** The same, with the built program in a process of its own. */
export function makeBuiltStage(story?: string, name?: string): Promise<Stage> {
  return makeStage(story, name, runBuilt);
}

/** A command that fails with a text, or works. */
export function shell(command: string, fails?: string): Step {
  calls += 1;
  const end: CallEnd = fails === undefined ? { how: 'ok', prints: 'ok' } : { how: 'exit', code: 1, prints: fails };
  return { id: `call ${calls}`, use: { tool: 'shell', command }, end };
}

/** A file that is read, or is missing. */
export function readFileStep(path: string, isMissing = false): Step {
  calls += 1;
  return {
    id: `call ${calls}`,
    use: { tool: 'read', path },
    end: isMissing ? { how: 'missing' } : { how: 'ok', prints: 'text' },
  };
}

/** Labels must differ; nobody asks for these. */
let calls = 0;

/** Removes every stage of the file; for `afterAll`. */
export async function clearStages(): Promise<void> {
  await Promise.all(stages.splice(0).map((home) => rm(home, { recursive: true, force: true })));
}

/** A story in the format of tests/golden/README.md, with the folder it took place in. */
export function readStory(text: string, root: string, prefix: string): DescribedSession[] {
  const fields = parse(text) as Record<string, unknown>;
  const { sessions } = parseCase({ about: 'a story', root, ...fields }, 'story');
  // Ids of calls are made from their labels, and a call that is in two logs is counted once: in another folder it is another call.
  return sessions.map((session) => ({
    ...session,
    steps: session.steps.map((step) => (isCall(step) ? { ...step, id: prefix + step.id } : step)),
  }));
}

/** A text without its line breaks and indents, which depend on the width of the terminal. */
export function joinLines(text: string): string {
  return text.replace(/\s+/g, ' ');
}
