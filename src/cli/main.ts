import { processHost } from '../app/surroundings.ts';
import { AppError, systemError } from '../shared/errors.ts';
import { runCli, tellError } from './run-cli.ts';

/** Runs the program `hardwon`. */
async function main(): Promise<void> {
  guard(process.stdout);
  guard(process.stderr);
  try {
    const host = processHost();
    await runCli(process.argv.slice(2), host);
    process.exitCode = host.exitCode;
  } catch (error) {
    // The working directory no longer exists.
    if (!(error instanceof AppError)) throw error;
    tellError(process, error);
    process.exitCode = 2;
  }
}

/** Ignores a reader that closes early, such as `head`. On a full disk, the reason is printed without the stack trace. */
function guard(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (stream === process.stdout) tellError(process, systemError('unwritable', 'Cannot write the output', error));
    process.exit(2);
  });
}

void main();
