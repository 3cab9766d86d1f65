import { AppError } from '../shared/errors.ts';
import { stripControls } from '../shared/terminal.ts';
import { buildProgram } from './program.ts';

/** Exit codes: 0 done, 1 the answer is no, 2 could not run. */
async function main(): Promise<void> {
  // A reader that closes early, such as `head`, is not an error of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
  try {
    await buildProgram().parseAsync(process.argv);
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof AppError) {
      process.stderr.write(stripControls(`hardwon: ${error.message}\n${error.hint ? `  ${error.hint}\n` : ''}`));
      return;
    }
    if (isUsageError(error)) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    // A mistake of ours: the stack is what a report of it needs.
    process.stderr.write(stripControls(`hardwon: ${error instanceof Error ? error.stack : String(error)}\n`));
  }
}

/** What commander throws after it has printed help, the version, or what is wrong with the options. */
function isUsageError(error: unknown): error is { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

await main();
