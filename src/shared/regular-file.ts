// `promises` comes from node:fs, so that the hook, which does not need it, does not pay for loading it.
import { closeSync, constants, fstatSync, openSync, promises, readSync, writeSync } from 'node:fs';

/**
 * The only way in which files are read. It reads only regular files, and only up to a size: a repository, or anyone else who can
 * write to a folder, may replace a file by a pipe, which waits for its writer for ever, or a device, which has no end. The file
 * is opened without waiting, checked by its descriptor, so that nothing can replace it in between, and read up to the length it
 * had then.
 */
export function readRegularSync(path: string, most = MOST): Buffer {
  const file = openSync(path, READ);
  try {
    const bytes = Buffer.allocUnsafe(lengthOf(path, fstatSync(file), most));
    let read = 0;
    for (let count = -1; count !== 0 && read < bytes.length; read += count)
      count = readSync(file, bytes, read, bytes.length - read, read);
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** Does the same asynchronously. */
export async function readRegular(path: string, most = MOST): Promise<Buffer> {
  const handle = await promises.open(path, READ);
  try {
    const bytes = Buffer.allocUnsafe(lengthOf(path, await handle.stat(), most));
    let read = 0;
    for (let count = -1; count !== 0 && read < bytes.length; read += count)
      count = (await handle.read(bytes, read, bytes.length - read, read)).bytesRead;
    return bytes.subarray(0, read);
  } finally {
    await handle.close();
  }
}

/** Opens a regular file to read parts of it; the caller closes the descriptor. */
export function openRegularSync(path: string): number {
  const file = openSync(path, READ);
  try {
    lengthOf(path, fstatSync(file), Number.MAX_SAFE_INTEGER);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Appends a text to a regular file that only the user may read, or replaces its content: in one write, without waiting for
 * anybody.
 */
export function writeRegularSync(path: string, text: string, how: 'append' | 'replace'): void {
  const file = openSync(path, how === 'append' ? APPEND : CREATE, 0o600);
  try {
    lengthOf(path, fstatSync(file), Number.MAX_SAFE_INTEGER);
    if (text !== '') writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Texts take kilobytes; a caller that reads larger ones passes a limit. */
const MOST = 16 * 1024 * 1024;

// Windows has neither this flag nor pipes in folders.
const NO_WAITING = constants.O_NONBLOCK ?? 0;
const READ = constants.O_RDONLY | NO_WAITING;
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | NO_WAITING;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_WAITING;

function lengthOf(path: string, facts: { isFile(): boolean; size: number }, most: number): number {
  if (!facts.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'EFTYPE' });
  if (facts.size > most)
    throw Object.assign(new Error(`${path} is too large (${facts.size} bytes)`), { code: 'EFBIG' });
  return facts.size;
}
