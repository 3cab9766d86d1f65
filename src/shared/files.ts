import { createHash, randomBytes } from 'node:crypto';
import { constants, lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError, systemError } from './errors.ts';
import { readRegular } from './regular-file.ts';

/** A text file as stored on disk. */
interface TextFile {
  /** The whole text, with its byte order mark and its line endings: writing it back gives the same bytes. */
  text: string;
  /** Permission bits. */
  mode: number;
}

/** The file system calls that a test needs to make fail. */
interface FileCalls {
  /** Moves the finished temporary file into place. */
  rename(from: string, to: string): Promise<void>;
  /** Waits before the next attempt. */
  pause(milliseconds: number): Promise<void>;
}

export const BYTE_ORDER_MARK = '\uFEFF';

/** Context files take kilobytes; a larger file under such a name is not one, and is not read into memory. */
export const LARGEST_TEXT = 16 * 1024 * 1024;

/** Virus scanners and indexers on Windows hold a file for some milliseconds; this waits 1.5 s in total. */
const RENAME_PAUSES = [10, 20, 50, 100, 200, 400, 720];

/**
 * Reads a UTF-8 text; undefined if there is no such file. Refuses a file that cannot be written back byte for byte (other
 * encodings).
 */
export async function readTextFile(path: string): Promise<TextFile | undefined> {
  try {
    // Without a promise: of thirty context files that a plan looks for, most do not exist.
    const facts = statSync(path, { throwIfNoEntry: false });
    if (!facts) return undefined;
    return { text: decode(await readRegular(path, LARGEST_TEXT), path), mode: facts.mode & 0o7777 };
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    if (hasCode(error, 'EFTYPE'))
      throw new AppError('unreadable', `${path} is not a file`, { hint: 'Move it away, or name another path.' });
    throw error instanceof AppError ? error : systemError('unreadable', `Cannot read ${path}`, error);
  }
}

/**
 * Replaces a file atomically: readers see the old text or the new one, even after a power cut. Keeps the mode, writes through
 * symbolic links, and creates no folders.
 */
export async function writeTextFile(
  path: string,
  text: string,
  options: { mode?: number } = {},
  calls = fileCalls,
): Promise<void> {
  const target = await resolveTarget(path);
  const temporary = temporaryPath(target);
  try {
    const old = await stat(target).catch(() => undefined);
    // A rename needs no permission on the file itself, so a file made read-only on purpose must be checked.
    if (old) await access(target, constants.W_OK);
    const mode = options.mode ?? (old ? old.mode & 0o7777 : undefined);
    const handle = await open(temporary, 'wx', mode ?? 0o666);
    try {
      await handle.writeFile(text, 'utf8');
      if (mode !== undefined) await handle.chmod(mode);
      // Under sudo, root would become the owner of the file.
      if (old && old.uid !== process.getuid?.()) await handle.chown(old.uid, old.gid).catch(() => undefined);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameWithPatience(temporary, target, calls);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw systemError('unwritable', `Cannot write ${path}`, error);
  }
  await syncFolder(dirname(target));
  await removeLeftovers(target);
}

/**
 * Replaces a file of the cache that only the user may read, completely or not at all. It can be recreated, and need not survive a
 * power cut.
 */
export async function replaceCached(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const temporary = temporaryPath(path);
  try {
    await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
    await renameWithPatience(temporary, path, fileCalls);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw systemError('unwritable', `Cannot write ${path}`, error);
  }
  await removeLeftovers(path);
}

/** Returns a temporary name next to a file, under which its new text is written before it replaces the file. */
export function temporaryPath(target: string): string {
  return join(
    dirname(target),
    `.${basename(target)}.${process.pid}.${thisMachine()}${randomBytes(4).toString('hex')}.tmp`,
  );
}

/** Four digits for this machine: on a shared drive, it is unknown whether processes of another machine are running. */
function thisMachine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 4);
}

/** A file left this long by a machine that cannot be checked is no longer being written. */
const LEFT_FOR_GOOD_MS = 3_600_000;

/** Removes files left next to a target by processes that were killed while writing it. */
export async function removeLeftovers(target: string): Promise<void> {
  const start = `.${basename(target)}.`;
  const names = await readdir(dirname(target)).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start)) continue;
    const [, pid, machine] = /^(\d{1,10})\.([\da-f]{4})[\da-f]{8}\.tmp$/.exec(name.slice(start.length)) ?? [];
    if (pid === undefined) continue;
    const path = join(dirname(target), name);
    const isLeft = machine === thisMachine() ? !isRunning(Number(pid)) : await isOlderThan(path, LEFT_FOR_GOOD_MS);
    if (isLeft) await unlink(path).catch(() => undefined);
  }
}

async function isOlderThan(path: string, milliseconds: number): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > milliseconds,
    () => false,
  );
}

/** Whether a process of this machine is running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is running, as another user.
    return hasCode(error, 'EPERM');
  }
}

/** Renames a file within its folder. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await renameWithPatience(from, to, fileCalls);
  } catch (error) {
    throw systemError('unwritable', `Cannot rename ${from}`, error);
  }
  await syncFolder(dirname(to));
}

/** Removes a file; succeeds if it no longer exists. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    // There is nothing to remove below a file either.
    if (!hasCode(error, 'ENOENT') && !hasCode(error, 'ENOTDIR'))
      throw systemError('unwritable', `Cannot remove ${path}`, error);
  }
}

/** Creates a folder and its parents; returns those that did not exist, outermost first. */
export async function makeFolder(path: string): Promise<string[]> {
  const missing = await missingFolders(path);
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw systemError('unwritable', `Cannot make the folder ${path}`, error);
  }
  return missing;
}

/** Returns the folders that must be created for `path` to exist as a folder, outermost first. */
export async function missingFolders(path: string): Promise<string[]> {
  const folder = resolve(path);
  if ((await exists(folder)) || dirname(folder) === folder) return [];
  return [...(await missingFolders(dirname(folder))), folder];
}

/** Returns the path that a write to `path` would change: follows every link, even if the last part does not exist yet. */
export async function resolveTarget(path: string): Promise<string> {
  return followLinks(path);
}

/** Without promises: a plan asks for some hundred paths that do not exist, and the errors of promises took 25 ms per project. */
function followLinks(path: string): string {
  let current = resolve(path);
  // Systems give up after about 40 links, and so does this.
  for (let hops = 0; hops < 40; hops++) {
    const facts = look(current);
    if (!facts) {
      const parent = dirname(current);
      return parent === current ? current : join(followLinks(parent), basename(current));
    }
    if (!facts.isSymbolicLink()) return realpathSync.native(current);
    current = resolve(realpathSync.native(dirname(current)), readlinkSync(current));
  }
  throw new AppError('unreadable', `${path} is a link that leads back to itself`, {
    hint: 'Replace the link with a file.',
  });
}

/** Whether `path` is `folder` or inside it. Compares texts: resolve links first. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Returns the line ending of most lines of a text; `\n` for a text without any. */
export function lineEndingOf(text: string): '\n' | '\r\n' {
  let all = 0;
  let windows = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    all++;
    if (text[at - 1] === '\r') windows++;
  }
  return windows * 2 > all ? '\r\n' : '\n';
}

/** Splits a text into lines that keep their endings: joined again they are the text. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', start)) {
    lines.push(text.slice(start, at + 1));
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** Whether a file or folder exists; a dangling link does. */
export async function exists(path: string): Promise<boolean> {
  return look(path) !== undefined;
}

/** Returns the status of a path without following links; undefined if it cannot be read. */
function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a file system error has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const fileCalls: FileCalls = { rename, pause };

async function renameWithPatience(from: string, to: string, calls: FileCalls): Promise<void> {
  for (const milliseconds of RENAME_PAUSES) {
    try {
      return await calls.rename(from, to);
    } catch (error) {
      if (!hasCode(error, 'EPERM') && !hasCode(error, 'EBUSY') && !hasCode(error, 'EACCES')) throw error;
    }
    await calls.pause(milliseconds);
  }
  await calls.rename(from, to);
}

/** Makes the rename itself survive a power cut. Windows cannot open folders, and some network drives cannot sync them. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AppError('unreadable', `${path} is not UTF-8 text`, {
      hint: 'Save it as UTF-8, then run the command again.',
      cause: error,
    });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
