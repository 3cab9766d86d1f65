import { randomBytes } from 'node:crypto';
import { link, open, readFile, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { AppError, systemError } from './errors.ts';
import { exists, hasCode, isRunning, makeFolder, removeLeftovers, temporaryPath } from './files.ts';
import { readRegular } from './regular-file.ts';

/** Time limits: for waiting for other processes, and for considering them dead. */
export interface LockOptions {
  /** Give up after this time; defaults to 10 s. */
  timeoutMs?: number;
  /** A lock that was not refreshed for this long is left over from a crash; defaults to 60 s. */
  staleMs?: number;
}

/** The content of a lock file, which describes its holder. */
interface Holder {
  pid: number;
  host: string;
  token: string;
  since: string;
  /** The start time of the process, if the system provides it: process ids are reused. */
  born?: string;
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
    await releaseLock(path, token);
  }
}

/** Removes a lock, unless it belongs to another process: this one slept for longer than `staleMs`, and another took over. */
async function releaseLock(path: string, token: string): Promise<void> {
  if ((await readHolder(path))?.token === token) await unlink(path).catch(() => undefined);
}

async function takeLock(path: string, timeoutMs: number, staleMs: number): Promise<string> {
  await makeFolder(dirname(path));
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const token = await createLock(path);
    if (token !== undefined) return token;
    if (await removeStale(path, staleMs)) continue;
    if (Date.now() >= deadline) throw await lockedError(path);
    // A random pause prevents many waiters from trying at the same moment.
    await new Promise((done) => setTimeout(done, 5 + Math.random() * 25));
  }
}

/**
 * Creates a lock file if there is none; returns its token. It is written under another name first and then linked to its own: a
 * process that is killed, or runs out of disk space, leaves no lock without a holder, which others would have to wait for.
 */
async function createLock(path: string): Promise<string | undefined> {
  // Most attempts find it taken, and need not write anything for that.
  if (await exists(path)) return undefined;
  const token = randomBytes(8).toString('hex');
  const born = await birthOf(process.pid);
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    token,
    since: new Date().toISOString(),
    born: born || undefined,
  };
  const draft = temporaryPath(path);
  try {
    await writeNew(draft, JSON.stringify(holder));
    await link(draft, path).catch((error: unknown) => {
      if (!NO_LINKS.some((code) => hasCode(error, code))) throw error;
      return writeNew(path, JSON.stringify(holder));
    });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined;
    // Windows reports this while a lock that was just removed is still open somewhere.
    if (isWindows && ['EPERM', 'EACCES', 'EBUSY'].some((code) => hasCode(error, code))) return undefined;
    throw systemError('unwritable', `Cannot make the lock ${path}`, error);
  } finally {
    await unlink(draft).catch(() => undefined);
    await removeLeftovers(path);
  }
  return token;
}

/** Error codes of file systems without links: FAT, and some of networks and phones. */
const NO_LINKS = ['EPERM', 'EACCES', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Writes a file that must not exist yet; an incomplete one is removed. */
async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Removes a lock whose holder is dead. To remove it, a process must hold a second lock: otherwise two waiters both see the dead
 * one, the first removes it and takes its own, and the second removes that. A second lock whose holder dies is removed in the
 * same way.
 */
async function removeStale(path: string, staleMs: number): Promise<boolean> {
  if (!(await isStale(path, staleMs))) return false;
  const guard = `${path}.clear`;
  const token = await createLock(guard);
  if (token === undefined) {
    await removeStale(guard, staleMs);
    return false;
  }
  try {
    if (!(await isStale(path, staleMs))) return false;
    await unlink(path);
    return true;
  } catch {
    return false;
  } finally {
    await releaseLock(guard, token);
  }
}

/** Maximum time without a holder in a lock: on file systems without links, one that is being created is empty for a moment. */
const SPEECHLESS_MS = 2_000;

async function isStale(path: string, staleMs: number): Promise<boolean> {
  const holder = await readHolder(path);
  if (!holder) return (await ageOf(path)) > Math.min(SPEECHLESS_MS, staleMs);
  if (holder.host === hostname() && !(await isAlive(holder))) return true;
  return (await ageOf(path)) > staleMs;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse((await readRegular(path)).toString('utf8'));
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, host, token, born } = value as Partial<Record<keyof Holder, unknown>>;
  if (born !== undefined && typeof born !== 'string') return false;
  return Number.isInteger(pid) && typeof host === 'string' && typeof token === 'string';
}

/** Returns the milliseconds since the last refresh; 0 if the lock no longer exists. */
async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    (facts) => Date.now() - facts.mtimeMs,
    () => 0,
  );
}

async function isAlive({ pid, born }: Holder): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const now = born === undefined ? undefined : await birthOf(pid);
  return now === undefined || now === born;
}

/** Returns the start time of a process, in ticks since the machine started; only Linux provides it without running a program. */
async function birthOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may contain spaces.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

async function lockedError(path: string): Promise<AppError> {
  const holder = await readHolder(path);
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another process';
  return new AppError('locked', `hardwon is already writing: ${who} holds ${path}`, {
    hint: 'Wait for it to end and run the command again. If no such process runs, delete that file.',
  });
}

const isWindows = process.platform === 'win32';
