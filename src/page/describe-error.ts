import { Refusal } from './api.ts';
import type { Notice } from './shell.ts';

/** What went wrong, as a notice. */
export function describeError(error: unknown): Notice {
  const hint = error instanceof Refusal ? error.hint : undefined;
  const text = error instanceof Error ? error.message : String(error);
  return { text, isError: true, ...(hint === undefined ? {} : { hint }) };
}

/** Whether the server wants another key. */
export function isLocked(error: Error): boolean {
  return error instanceof Refusal && error.status === 401;
}
