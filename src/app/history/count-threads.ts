import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { AppError } from '../../shared/errors.ts';

/** Upper bound for the threads that are started unasked: the main thread, which writes and distils, feeds no more than this. */
const MOST_THREADS = 8;

/**
 * Returns the number of threads to work with, including the main one: `HARDWON_THREADS` if it is set, otherwise one for each
 * processor that this process may use. Where the processors are busy it is one, because threads cost a tenth more processor time
 * and gain nothing there.
 */
export function countThreads(env: Readonly<Record<string, string | undefined>>): number {
  const asked = env.HARDWON_THREADS;
  if (asked !== undefined && asked !== '') return readCount(asked);
  const processors = Math.max(1, Math.floor(Math.min(availableParallelism(), readCpuLimit())));
  const [load = 0] = loadavg();
  return load < processors ? Math.min(MOST_THREADS, processors) : 1;
}

function readCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count;
  throw new AppError('usage', `HARDWON_THREADS is not a number of threads: ${text}`, {
    hint: 'Set it to a number from 1 to 64.',
  });
}

/** Places where Linux keeps the processor time that a container may use: `quota period` in version 2, two files in version 1. */
const LIMIT_V2 = 'sys/fs/cgroup/cpu.max';
const LIMITS_V1 = ['sys/fs/cgroup/cpu/cpu.cfs_quota_us', 'sys/fs/cgroup/cpu/cpu.cfs_period_us'] as const;

/**
 * Returns the number of processors whose time a container may use, which may be a fraction; infinity outside of a container. Node
 * counts the processors of the machine: in a container with one of 64, 64 threads would take turns.
 */
export function readCpuLimit(root = '/'): number {
  const [quota, period] =
    readText(root + LIMIT_V2)
      ?.trim()
      .split(/\s+/) ?? LIMITS_V1.map((path) => readText(root + path)?.trim());
  const limit = Number(quota) / Number(period);
  return Number.isFinite(limit) && limit > 0 ? limit : Number.POSITIVE_INFINITY;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
