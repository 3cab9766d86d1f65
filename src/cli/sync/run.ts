import { type Host, printJson } from '../../app/surroundings.ts';
import { type SyncReport, sync } from '../../app/team/sync.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { chooseCanvas } from '../views/text.ts';
import type { SyncFlags } from './command.ts';
import { viewSync } from './view.ts';

const MINUTES = 10;

/** Runs `hardwon sync`. */
export async function runSync(flags: SyncFlags, here: Host): Promise<void> {
  if (flags.watch === undefined) {
    tell(await once(flags, here), flags, here);
    return;
  }
  if (flags.dryRun)
    throw new AppError('usage', '--watch and --dry-run cannot be combined.', { hint: 'Leave one out.' });
  await repeat(flags, flags.watch === true ? MINUTES : flags.watch, here);
}

async function once({ dryRun, watch: _, json: __, ...flags }: SyncFlags, here: Host): Promise<SyncReport> {
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  const { all: _all, apply, force, fresh, join, ...request } = requestOf(flags, here);
  return sync({ ...request, onProgress, dryRun: dryRun ?? false }).finally(() => progress.clear());
}

function tell(report: SyncReport, { json, dryRun }: SyncFlags, here: Host): void {
  if (json) printJson(here, report);
  else here.stdout.write(viewSync(report, dryRun ?? false, chooseCanvas(here.stdout, here)));
}

/** Exchanges again and again. A failure is told, and the next attempt made all the same: a runner must not need a person. */
async function repeat(flags: SyncFlags, minutes: number, here: Host): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  while (!stop.signal.aborted) {
    try {
      // Each time has its own.
      tell(await once(flags, { ...here, now: new Date() }), flags, here);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'usage') throw error;
      here.stderr.write(`hardwon: ${tellWhole(error)}\n`);
    }
    // Not all machines at the same moment.
    await pause(minutes * 60_000 * (0.9 + Math.random() * 0.2), stop.signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const onAbort = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
