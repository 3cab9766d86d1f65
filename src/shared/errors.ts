/** Few codes, recognised by callers; the message is for people. */
export type ErrorCode =
  | 'usage'
  | 'not-found'
  | 'conflict'
  | 'unreadable'
  | 'unwritable'
  | 'broken-file'
  | 'locked'
  | 'unavailable';

/** An error the user can do something about: printed in one or two lines, without a stack. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** What to do next, as one sentence or command. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint;
  }
}
