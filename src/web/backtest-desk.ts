import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { BacktestReport } from '../app/backtest/backtest-report.ts';
import { AppError } from '../shared/errors.ts';
import { makeFolder, readTextFile, writeTextFile } from '../shared/files.ts';
import type { Ladder } from './answers/overview.ts';

/** Nobody waits longer than this in front of a page. */
const LONGEST = 10 * 60_000;

/** Runs a backtest in a separate process, because it occupies a core for seconds, and keeps the result. */
export class BacktestDesk {
  readonly #path: string;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string | undefined>>;
  #run: Promise<Ladder> | undefined;
  #stop: (() => void) | undefined;
  last: Ladder | undefined;

  /** `command` must print the report of a backtest as JSON. */
  constructor(cacheDir: string, command: readonly string[], env: Readonly<Record<string, string | undefined>>) {
    this.#path = join(cacheDir, 'last-backtest.json');
    this.#command = command;
    this.#env = env;
  }

  /** Loads the last result. */
  async load(): Promise<void> {
    try {
      const kept: unknown = JSON.parse((await readTextFile(this.#path))?.text ?? '');
      if (isLadder(kept)) this.last = kept;
    } catch {
      // There is no result, or it cannot be read: the backtest can be run again.
    }
  }

  run(): Promise<Ladder> {
    this.#run ??= this.#start().finally(() => {
      this.#run = undefined;
      this.#stop = undefined;
    });
    return this.#run;
  }

  close(): void {
    this.#stop?.();
  }

  async #start(): Promise<Ladder> {
    const [program = '', ...args] = this.#command;
    const text = await new Promise<string>((done, fail) => {
      const options = { env: { ...this.#env }, maxBuffer: 1 << 28, timeout: LONGEST };
      const child = execFile(program, args, options, (error, stdout, stderr) => {
        // The exit code is 1 if there is not enough data, but the report is still printed.
        if (stdout.startsWith('{')) done(stdout);
        else fail(new AppError('conflict', `The backtest could not be run: ${stderr.trim() || error?.message}`));
      });
      this.#stop = () => child.kill();
    });
    const ladder = describeLadder(JSON.parse(text) as BacktestReport);
    this.last = ladder;
    await makeFolder(join(this.#path, '..'))
      .then(() => writeTextFile(this.#path, JSON.stringify(ladder)))
      .catch(() => {});
    return ladder;
  }
}

/** Returns the figures of a backtest as steps, each a subset of the one above it. */
export function describeLadder({ at, total }: Pick<BacktestReport, 'at' | 'total'>): Ladder {
  const { verdict, reason, sessions, calls, failures, known, shown, fixed, agreed } = total;
  return {
    at,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...{ sessions, calls, falseAlarmsPer1000: total.falseAlarmsPer1000, tokensPerSession: total.tokensPerSession },
    steps: [
      { name: 'failures', count: failures, meaning: 'calls that failed or were refused in the replayed sessions' },
      { name: 'known', count: known, meaning: 'had a cause that an earlier session had: the most that could be told' },
      { name: 'shown', count: shown, meaning: 'a lesson would have been shown for them, at the start or before the call' },
      { name: 'fix', count: fixed, meaning: 'of these, a fix is on record that the lesson can be held to' },
      { name: 'agreed', count: agreed, meaning: 'of these, the guidance is what then worked' },
    ],
  };
}

function isLadder(value: unknown): value is Ladder {
  return typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps) && 'at' in value;
}
