import { randomBytes } from 'node:crypto';
import { open, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { AppError, systemError } from './errors.ts';
import { hasCode, makeFolder } from './files.ts';

/** How long to wait for others, and when to think them dead. */
export interface LockOptions {
  /** Give up after so long; 10 s unless said otherwise. */
  timeoutMs?: number;
  /** A lock that was not refreshed for so long is left over from a crash; 60 s unless said otherwise. */
  staleMs?: number;
}

/** What a lock file says about its holder. */
interface Holder {
  pid: number;
  host: string;
  token: string;
  since: string;
}

/** Runs `work` while no other process, nor another part of this one, holds the lock file at `path`. */
export async function withLock<T>(path: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const staleMs = options.staleMs ?? 60_000;
  const token = await takeLock(path, options.timeoutMs ?? 10_000, staleMs);
  const refresh = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), staleMs / 4);
  refresh.unref();
  try {
    return await work();
  } finally {
    clearInterval(refresh);
    // Not ours any more if this process slept for longer than `staleMs` and another took over.
    if ((await readHolder(path))?.token === token) await unlink(path).catch(() => undefined);
  }
}

async function takeLock(path: string, timeoutMs: number, staleMs: number): Promise<string> {
  await makeFolder(dirname(path));
  const token = randomBytes(8).toString('hex');
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await createLock(path, token)) return token;
    if (await removeStale(path, staleMs)) continue;
    if (Date.now() >= deadline) throw await lockedError(path);
    // A random pause keeps many waiters from knocking at the same moment.
    await new Promise((done) => setTimeout(done, 5 + Math.random() * 25));
  }
}

async function createLock(path: string, token: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    const holder: Holder = { pid: process.pid, host: hostname(), token, since: new Date().toISOString() };
    await handle.writeFile(JSON.stringify(holder)).finally(() => handle.close());
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // Windows answers so while a lock that was just removed is still open somewhere.
    if (isWindows && ['EPERM', 'EACCES', 'EBUSY'].some((code) => hasCode(error, code))) return false;
    throw systemError('unwritable', `Cannot make the lock ${path}`, error);
  }
}

/**
 * Removes a lock whose holder is dead. Whoever removes must hold a second lock: otherwise two waiters both see the dead one, the first
 * removes it and takes its own, and the second removes that.
 */
async function removeStale(path: string, staleMs: number): Promise<boolean> {
  if (!(await isStale(path, staleMs))) return false;
  const guard = `${path}.clear`;
  if (!(await createLock(guard, 'clear'))) {
    // Held for a moment only; one that lasts was left by a crash in that moment.
    if ((await ageOf(guard)) > staleMs) await unlink(guard).catch(() => undefined);
    return false;
  }
  try {
    if (!(await isStale(path, staleMs))) return false;
    await unlink(path);
    return true;
  } catch {
    return false;
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}

async function isStale(path: string, staleMs: number): Promise<boolean> {
  const holder = await readHolder(path);
  if (holder && holder.host === hostname() && !isAlive(holder.pid)) return true;
  return (await ageOf(path)) > staleMs;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, host, token } = value as Partial<Record<keyof Holder, unknown>>;
  return Number.isInteger(pid) && typeof host === 'string' && typeof token === 'string';
}

/** Milliseconds since the last refresh; 0 where the lock is gone. */
async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    (facts) => Date.now() - facts.mtimeMs,
    () => 0,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return hasCode(error, 'EPERM');
  }
}

async function lockedError(path: string): Promise<AppError> {
  const holder = await readHolder(path);
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another process';
  return new AppError('locked', `hardwon is already writing: ${who} holds ${path}`, {
    hint: 'Wait for it to end and run the command again. If no such process runs, delete that file.',
  });
}

const isWindows = process.platform === 'win32';
