import { AppError, systemError } from '../shared/errors.ts';
import { stripControls } from '../shared/terminal.ts';
import { implyRun } from './implied-run.ts';
import { runShortCheck } from './short-check.ts';

/** Exit codes: 0 done, 1 the answer is no, 2 could not run. */
async function main(): Promise<void> {
  guard(process.stdout);
  try {
    const [, , command, ...words] = process.argv;
    // Asked at every failure of a tool: it does not wait for the rest of the program to be loaded.
    if (command === 'check' && (await runShortCheck(words))) return;
    guard(process.stderr);
    const { runCommand } = await import('./program.ts');
    await runCommand(implyRun(process.argv.slice(2)));
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof AppError) {
      tellError(error);
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

/** A reader that closes early, such as `head`, is not an error of ours; a disk that is full is none of which the stack would tell more. */
function guard(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (stream === process.stdout) tellError(systemError('unwritable', 'Cannot write the output', error));
    process.exit(2);
  });
}

function tellError({ message, hint }: AppError): void {
  process.stderr.write(stripControls(`hardwon: ${message}\n${hint ? `  ${hint}\n` : ''}`));
}

/** What commander throws after it has printed help, the version, or what is wrong with the options. */
function isUsageError(error: unknown): error is { exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

await main();
