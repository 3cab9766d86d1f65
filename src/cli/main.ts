import { processHost } from '../app/surroundings.ts';
import { AppError, systemError } from '../shared/errors.ts';
import { runCli, tellError } from './run-cli.ts';

/** The program `hardwon`. */
async function main(): Promise<void> {
  guard(process.stdout);
  guard(process.stderr);
  try {
    const host = processHost();
    await runCli(process.argv.slice(2), host);
    process.exitCode = host.exitCode;
  } catch (error) {
    // The current folder is gone.
    if (!(error instanceof AppError)) throw error;
    tellError(process, error);
    process.exitCode = 2;
  }
}

/** A reader that closes early, such as `head`, is no error of ours. On a full disk the reason is worth a line, and the stack is not. */
function guard(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    if (stream === process.stdout) tellError(process, systemError('unwritable', 'Cannot write the output', error));
    process.exit(2);
  });
}

await main();
