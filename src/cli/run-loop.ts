import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { findUnfinishedRun, type LearningLoopRequest, runLearningLoop } from '../learning-loop.ts';
import { AppError } from '../shared/errors.ts';
import type { RunFlags } from './commands/run.ts';
import { printJson, resolvePath, type Surroundings, surroundings } from './surroundings.ts';
import { describeLoopEvent } from './views/loop-events.ts';
import { viewLoop } from './views/loop-view.ts';
import { chooseCanvas } from './views/text.ts';

const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `hardwon run`. */
export async function runLoop(task: string | undefined, flags: RunFlags): Promise<void> {
  const here = surroundings();
  if (flags.resume && task !== undefined)
    throw new AppError('usage', '--resume goes on with the task of the last run.', { hint: 'Leave the task out.' });
  const stop = new AbortController();
  const onSignal = () => {
    // Asked twice, it ends at once: what is left is cleared away by the next run.
    if (stop.signal.aborted) process.exit(130);
    process.stderr.write('hardwon: stopping; once more ends it at once\n');
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const canvas = chooseCanvas(process.stderr, here);
    const folder = findFolder(flags, here);
    const resume = flags.resume ? await findUnfinishedRun({ ...here, folder }) : undefined;
    if (flags.resume && !resume) return tellNothing(flags);
    // The settings of the folder that the run is about, wherever in the project one stands now.
    const request = await makeRequest(task, resume ? join(resume.root, resume.prefix) : folder, flags, here);
    const report = await runLearningLoop({
      ...request,
      ...(resume ? { resume } : {}),
      signal: stop.signal,
      onEvent: (event) => {
        const line = describeLoopEvent(event, canvas);
        if (line !== undefined) process.stderr.write(`${line}\n`);
      },
    });
    if (flags.json) printJson(report);
    else process.stdout.write(viewLoop(report, chooseCanvas(process.stdout, here)));
    process.exitCode = report.status === 'errored' ? 2 : report.status === 'passed' && !report.result?.problem ? 0 : 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** That there is nothing to go on with is an answer, not a mistake. */
function tellNothing({ json }: RunFlags): void {
  if (json) printJson({ schema: 1, status: 'nothing' });
  else process.stdout.write('There is no run of this project to go on with.\n');
  process.exitCode = 1;
}

function findFolder({ projectDir }: RunFlags, here: Surroundings): string {
  const folder = projectDir === undefined ? here.cwd : resolvePath(projectDir, here);
  if (!existsSync(folder)) throw new AppError('not-found', `There is no folder ${folder}.`);
  return folder;
}

async function makeRequest(
  task: string | undefined,
  folder: string,
  flags: RunFlags,
  here: Surroundings,
): Promise<LearningLoopRequest> {
  const { home, env, now } = here;
  const { config: explicitPath, maxRetries, teacher, agent, tests, branch } = flags;
  const config = await loadConfig({
    cwd: folder,
    home,
    env,
    ...(explicitPath === undefined ? {} : { explicitPath: resolvePath(explicitPath, here) }),
  });
  return {
    folder,
    home,
    env,
    now,
    config,
    ...(task === undefined ? {} : { task }),
    ...(maxRetries === undefined ? {} : { maxRetries }),
    // Said on the command line only to switch it off; else as configured.
    ...(flags.autoRetry ? {} : { autoRetry: false }),
    ...(teacher === undefined ? {} : { teacher }),
    ...(agent === undefined ? {} : { agent }),
    ...(tests === undefined ? {} : { tests }),
    ...(branch === undefined ? {} : { branch }),
    ...(flags.skipPermissions ? { skipPermissions: true } : {}),
    withChanges: flags.withChanges ?? false,
    applyResult: flags.applyResult ?? false,
    ablate: flags.ablate ?? false,
    keep: flags.keep,
  };
}
