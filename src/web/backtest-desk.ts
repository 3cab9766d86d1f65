import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { BacktestReport } from '../app/backtest/backtest-report.ts';
import { AppError } from '../shared/errors.ts';
import { makeFolder, readTextFile, writeTextFile } from '../shared/files.ts';
import type { Ladder } from './answers/overview.ts';

/** A backtest that takes longer than this is stopped. */
const LONGEST = 10 * 60_000;

/** Milliseconds between two backtests that start by themselves: agents at work change the sessions all the time. */
const PAUSE = 10 * 60_000;

/** Lower than that of the agents and editors beside it. */
const PRIORITY = 10;

/** A failure with the same cause as one of an earlier session: a lesson could have avoided it. */
export interface AvoidableFailure {
  /** The id of the project. */
  project: string;
  agent: string;
  session: string;
  /** The agent's own id of the call. */
  call: string;
  /** The time of the call, ISO 8601. */
  at: string;
  /** Whether a lesson would have been shown before the call. */
  inTime: boolean;
  /** The title of that lesson. */
  title?: string;
}

/** The result of a backtest, as it is kept. */
export interface KeptBacktest {
  ladder: Ladder;
  avoidable: AvoidableFailure[];
  /** Identifies the sessions that were replayed. */
  basis: string;
}

/** Runs backtests in a separate process, because each occupies a core for seconds, and keeps the last result. */
export class BacktestDesk {
  readonly #path: string;
  readonly #command: readonly string[];
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #onChange: () => void;
  #run: Promise<Ladder> | undefined;
  #stop: (() => void) | undefined;
  #isClosed = false;
  /** The last run that started by itself. */
  #tried: { basis: string; at: number } | undefined;
  last: KeptBacktest | undefined;
  /** The reason why the last run failed. */
  problem: string | undefined;

  /** `command` must print the report of a backtest as JSON; if it is empty, none starts by itself. `onChange` is called when a run ends. */
  constructor(
    cacheDir: string,
    command: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
    onChange: () => void = () => {},
  ) {
    this.#path = join(cacheDir, 'last-backtest.json');
    this.#command = command;
    this.#env = env;
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Loads the last result. */
  async load(): Promise<void> {
    try {
      const kept: unknown = JSON.parse((await readTextFile(this.#path))?.text ?? '');
      if (isKept(kept)) this.last = kept;
    } catch {
      // There is no result, or it cannot be read: the backtest runs again.
    }
  }

  /** Runs a backtest in the background, unless the last one covers the same sessions. */
  keepUp(basis: string, now = Date.now()): void {
    if (
      this.#command.length === 0 ||
      this.#isClosed ||
      this.isRunning ||
      this.last?.basis === basis ||
      this.#tried?.basis === basis
    )
      return;
    if (this.#tried && now - this.#tried.at < PAUSE) return;
    this.#tried = { basis, at: now };
    // The reason is kept in `problem`.
    this.run(basis).catch(() => {});
  }

  run(basis: string): Promise<Ladder> {
    this.#run ??= this.#start(basis)
      .then(
        (ladder) => {
          this.problem = undefined;
          return ladder;
        },
        (error: unknown) => {
          this.problem = error instanceof Error ? error.message : String(error);
          throw error;
        },
      )
      .finally(() => {
        this.#run = undefined;
        this.#stop = undefined;
        if (!this.#isClosed) this.#onChange();
      });
    return this.#run;
  }

  /** Stops a run, and waits until its process has ended: it must not write to a folder that is deleted next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.();
    await this.#run?.catch(() => {});
  }

  async #start(basis: string): Promise<Ladder> {
    const [program = '', ...args] = this.#command;
    const text = await new Promise<string>((done, fail) => {
      const options = { env: { ...this.#env }, maxBuffer: 1 << 28, timeout: LONGEST };
      const child = execFile(program, args, options, (error, stdout, stderr) => {
        // The exit code is 1 if there is not enough data, but the report is still printed.
        if (stdout.startsWith('{')) done(stdout);
        else fail(new AppError('conflict', `The backtest failed: ${stderr.trim() || error?.message}`));
      });
      this.#stop = () => child.kill();
      yieldTo(child.pid);
    });
    const report = JSON.parse(text) as BacktestReport;
    this.last = { ladder: describeLadder(report), avoidable: listAvoidable(report), basis };
    await makeFolder(join(this.#path, '..'))
      .then(() => writeTextFile(this.#path, JSON.stringify(this.last)))
      .catch(() => {});
    return this.last.ladder;
  }
}

/** Lowers the priority of a process; some systems do not allow that. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It runs as it is.
  }
}

/** Returns the figures of a backtest as steps, each a subset of the one above it. */
export function describeLadder({ at, total }: Pick<BacktestReport, 'at' | 'total'>): Ladder {
  const { verdict, reason, sessions, calls, failures, known, shown, fixed, agreed } = total;
  return {
    at,
    verdict,
    reason,
    ...{ sessions, calls, falseAlarmsPer1000: total.falseAlarmsPer1000, tokensPerSession: total.tokensPerSession },
    steps: [
      { name: 'failures', count: failures, meaning: 'calls failed or were refused in the replayed sessions' },
      { name: 'known', count: known, meaning: 'were avoidable: an earlier session had failed for the same reason' },
      { name: 'shown', count: shown, meaning: 'had a lesson in time, at the start of the session or before the call' },
      { name: 'fix', count: fixed, meaning: 'of these have a known fix to compare the lesson with' },
      { name: 'agreed', count: agreed, meaning: 'of these had a lesson that recommended this fix' },
    ],
  };
}

function listAvoidable({ projects }: Pick<BacktestReport, 'projects'>): AvoidableFailure[] {
  return projects.flatMap(({ id: project, cases }) =>
    cases.flatMap(({ outcome, agent, session, call, at, title }) =>
      outcome === 'shown' || outcome === 'missed'
        ? [{ project, agent, session, call, at, inTime: outcome === 'shown', title }]
        : [],
    ),
  );
}

function isKept(value: unknown): value is KeptBacktest {
  return typeof value === 'object' && value !== null && 'ladder' in value && 'avoidable' in value && 'basis' in value;
}
