import { createInterface } from 'node:readline/promises';

/** Asks a person in the terminal; undefined where they end the input instead. */
export type Ask = (question: string) => Promise<string | undefined>;

/** Whether there is somebody to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Lets `work` ask in the terminal of this process. */
export async function withAsking<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<undefined>((done) => terminal.once('close', () => done(undefined)));
  try {
    return await work((question) => Promise.race([terminal.question(question), closed]));
  } finally {
    terminal.close();
  }
}
