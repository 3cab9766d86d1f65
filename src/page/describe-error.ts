import { RefusedRequest } from './api.ts';
import type { PageNotice } from './shell.ts';

/** Returns an error as a notice. */
export function noticeOfError(error: unknown): PageNotice {
  const hint = error instanceof RefusedRequest ? error.hint : undefined;
  const text = error instanceof Error ? error.message : String(error);
  return { text, isError: true, hint };
}

/** Whether the server needs a different token. */
export function isLocked(error: Error): boolean {
  return error instanceof RefusedRequest && error.status === 401;
}
