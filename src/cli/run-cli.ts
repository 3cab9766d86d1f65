import type { Host } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import { stripControls } from '../shared/terminal.ts';
import { runShortCheck } from './check/short.ts';
import { implyRun } from './run/implied.ts';

/** Runs the command that a command line asks for, and sets the exit code: 0 done, 1 the answer is no, 2 could not run. */
export async function runCli(words: readonly string[], here: Host): Promise<void> {
  try {
    const [command, ...rest] = words;
    // Called at every failure of a tool, so it does not wait for the rest of the program to load.
    if (command === 'check' && (await runShortCheck(rest, here))) return;
    if (command === undefined || (command === '--json' && rest.length === 0)) {
      const { runNext } = await import('./next/run.ts');
      await runNext(command === undefined ? {} : { json: true }, here);
      return;
    }
    const { runCommand } = await import('./program.ts');
    await runCommand(implyRun(words), here);
  } catch (error) {
    here.exitCode = 2;
    if (error instanceof AppError) tellError(here, error);
    else if (isUsageError(error)) here.exitCode = error.exitCode === 0 ? 0 : 2;
    // A bug in hardwon: a report of it needs the stack trace.
    else here.stderr.write(stripControls(`hardwon: ${error instanceof Error ? error.stack : String(error)}\n`));
  }
}

/** Reports an error and the next step. */
export function tellError({ stderr }: Pick<Host, 'stderr'>, { message, hint }: AppError): void {
  stderr.write(stripControls(`hardwon: ${message}\n${hint ? `  ${hint}\n` : ''}`));
}

/** Whether commander threw this after printing help, the version, or an error in the options. */
function isUsageError(error: unknown): error is { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}
