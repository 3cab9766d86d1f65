import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findUnfinishedRun } from '../../app/loop/find-unfinished-run.ts';
import { runLearningLoop } from '../../app/loop/learning-loop.ts';
import type { LearningLoopRequest } from '../../app/loop/learning-loop-request.ts';
import { type Host, printJson, resolvePath, surroundingsOf } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { FileDiff } from '../../delivery/diff.ts';
import type { RunRecord } from '../../loop/run/run-record.ts';
import { FOR_REVIEW } from '../../loop/run/run-task.ts';
import { AppError } from '../../shared/errors.ts';
import { askUserFiles } from '../ask-user-files.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { chooseCanvas } from '../views/text.ts';
import type { RunFlags } from './command.ts';
import { describeLoopEvent } from './events.ts';
import { askRules, rewordRule } from './review-rules.ts';
import { viewLoop } from './view.ts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `hardwon run`. */
export async function runLoop(task: string | undefined, flags: RunFlags, here: Host): Promise<void> {
  if (flags.resume && task !== undefined)
    throw new AppError('usage', '--resume continues the task of the last run.', { hint: 'Leave the task out.' });
  const stop = new AbortController();
  const onSignal = () => {
    // A second signal ends the process at once; the next run cleans up.
    if (stop.signal.aborted) process.exit(130);
    here.stderr.write('hardwon: stopping; press Ctrl+C again to stop at once\n');
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const canvas = chooseCanvas(here.stderr, here);
    const folder = findFolder(flags, here);
    const resume = flags.resume ? await findAsked(flags.resume, folder, here) : undefined;
    if (flags.resume && !resume) return tellNothing(flags, here);
    if (flags.rule && !resume)
      throw new AppError('usage', '--rule needs --resume: it rewords a rule of a run that was stopped.', {
        hint: 'hardwon run --resume --rule 1="Run make seed first"',
      });
    if (resume) await reviewRules(resume, flags, here);
    // Use the settings of the folder that the run is about, wherever in the project the command is started.
    const request = await makeRequest(task, resume ? join(resume.root, resume.prefix) : folder, flags, here, resume);
    const report = await runLearningLoop({
      ...request,
      ...(resume ? { resume } : {}),
      signal: stop.signal,
      onEvent: (event) => {
        const line = describeLoopEvent(event, canvas);
        if (line !== undefined) here.stderr.write(`${line}\n`);
      },
    });
    if (flags.json) printJson(here, report);
    else here.stdout.write(viewLoop(report, chooseCanvas(here.stdout, here), here.cwd));
    here.exitCode = report.status === 'errored' ? 2 : report.status === 'passed' && !report.result?.problem ? 0 : 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Returns the run to resume: the named one, whatever the working directory, or the last one of the project. */
async function findAsked(asked: true | string, folder: string, here: Host): Promise<RunRecord | undefined> {
  const run = await findUnfinishedRun({ ...surroundingsOf(here), folder, id: asked === true ? undefined : asked });
  if (run || asked === true) return run;
  throw new AppError('not-found', `There is no run ${asked} to resume.`, {
    hint: 'A run that has ended cannot be resumed. Without a name, --resume takes the last one of the project.',
  });
}

/** Reports that there is nothing to resume, which is an answer rather than an error. */
function tellNothing({ json }: RunFlags, here: Host): void {
  if (json) printJson(here, { schema: 1, status: 'nothing' });
  else here.stdout.write('This project has no run to resume.\n');
  here.exitCode = 1;
}

function findFolder({ project, projectDir }: RunFlags, here: Host): string {
  const asked = project ?? projectDir;
  const folder = asked === undefined ? here.cwd : resolvePath(asked, here);
  if (!existsSync(folder))
    throw new AppError('not-found', `There is no folder ${folder}.`, {
      hint: 'Name the folder of a project with --project.',
    });
  return folder;
}

async function makeRequest(
  task: string | undefined,
  folder: string,
  flags: RunFlags,
  here: Host,
  resume: RunRecord | undefined,
): Promise<LearningLoopRequest> {
  const { home, env, now } = here;
  const { maxRetries, teacher, agent, tests, branch } = flags;
  const configPath = flags.config === undefined ? resume?.asked?.config : resolvePath(flags.config, here);
  const explicit = configPath === undefined ? {} : { explicitPath: configPath };
  const config = await loadConfig({ cwd: folder, home, env, ...explicit });
  return {
    folder,
    home,
    env,
    now,
    config,
    configPath,
    task,
    maxRetries,
    // The command line can only switch it off; otherwise the configuration decides.
    autoRetry: flags.autoRetry ? undefined : false,
    teacher,
    agent,
    tests,
    branch,
    review: flags.review ? true : undefined,
    skipPermissions: flags.skipPermissions ? true : undefined,
    withChanges: flags.withChanges ?? false,
    applyResult: flags.applyResult ? true : undefined,
    verify: flags.verify,
    // The same applies here.
    keep: flags.keep ? undefined : false,
    file: flags.user ? ('user' as const) : undefined,
    confirmUserFiles: (diffs) => confirmUserFiles(diffs, flags, here),
  };
}

/** Lets a person review the rules for the next attempt: reword or drop them, by options or on a terminal. */
async function reviewRules(run: RunRecord, flags: RunFlags, here: Host): Promise<void> {
  for (const given of flags.rule ?? []) rewordRule(run, given);
  if (flags.rule || flags.json || flags.yes || run.reason !== FOR_REVIEW || !canAsk(here)) return;
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  try {
    await askRules(run, dialog);
  } finally {
    dialog.close();
  }
}

/** Shows how files that are read in every project would change, and asks; without a terminal, --yes is required. */
async function confirmUserFiles(diffs: readonly FileDiff[], { yes, json }: RunFlags, here: Host): Promise<boolean> {
  if (yes || json || !canAsk(here)) return yes ?? false;
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  try {
    return await askUserFiles(diffs, chooseCanvas(here.stdout, here), dialog);
  } finally {
    dialog.close();
  }
}
