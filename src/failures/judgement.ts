import type { Failure } from './failure.ts';

/**
 * How a call ended, as far as its log proves it. A status that nobody knows is no success: it proves neither that a path is there nor
 * that a wrong form works.
 */
export type Judgement =
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'worked'; readonly failure?: never }
  | { readonly outcome: 'unknown'; readonly reason: UnknownReason; readonly failure?: never };

/**
 * Why nothing is known: it never ran or has no result (`not-run`), it ran and nothing tells how it ended (`no-status`), or it ended with
 * "no" to what it asked (`answered-no`): a search without a hit, a comparison.
 */
export type UnknownReason = 'not-run' | 'no-status' | 'answered-no';

export const WORKED: Judgement = { outcome: 'worked' };
export const NOT_RUN: Judgement = { outcome: 'unknown', reason: 'not-run' };
export const NO_STATUS: Judgement = { outcome: 'unknown', reason: 'no-status' };
export const ANSWERED_NO: Judgement = { outcome: 'unknown', reason: 'answered-no' };
