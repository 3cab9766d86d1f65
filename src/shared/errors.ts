/** A few codes for callers to recognise; the message is for people. */
export type ErrorCode =
  | 'usage'
  | 'not-found'
  | 'conflict'
  | 'unreadable'
  | 'unwritable'
  | 'broken-file'
  | 'locked'
  | 'unavailable';

/** An error that the user can do something about: printed on one or two lines, without a stack trace. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The next step, as one sentence or command. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint;
  }
}

/** Returns an error on one line: the problem, and the next step. */
export function tellWhole({ message, hint }: AppError): string {
  if (hint === undefined) return message;
  return `${/[.!?]$/.test(message) ? message : `${message}.`} ${hint}`;
}

/** The most common system errors in words, with what to do. */
const SYSTEM_ERRORS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['permission denied', 'hardwon doctor checks the permissions of the files and folders that hardwon needs.'],
  EPERM: ['permission denied', 'hardwon doctor checks the permissions of the files and folders that hardwon needs.'],
  EROFS: ['the file system is read-only', 'Run it where files can be written.'],
  ENOSPC: ['the disk is full', 'Make room, and run the command again.'],
  EDQUOT: ['your disk quota is used up', 'Make room, and run the command again.'],
  EISDIR: ['it is a folder', 'Name a file.'],
  EFTYPE: ['it is not a file', 'Move it away, or name another path.'],
  EFBIG: ['it is too large', 'Name another file.'],
  ENOTDIR: ['a file is in the place of a folder', 'Move that file away, or name another path.'],
  ELOOP: ['its links lead in a circle', 'Correct the links.'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one.'],
  EMFILE: ['too many files are open', 'Run the command again later.'],
};

/** Turns a system error into one that the user can do something about. */
export function systemError(code: ErrorCode, what: string, cause: unknown): AppError {
  const known = cause instanceof Error && 'code' in cause ? SYSTEM_ERRORS[String(cause.code)] : undefined;
  if (known) return new AppError(code, `${what}: ${known[0]}`, { hint: known[1], cause });
  const hint = 'hardwon doctor checks the files and folders that hardwon needs.';
  return new AppError(code, `${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { hint, cause });
}
