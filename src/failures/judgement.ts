import type { Failure } from './failure.ts';

/**
 * The end of a call, as far as its log proves it. An unknown status is not a success: it proves neither that a path exists nor
 * that a wrong form works.
 */
export type Judgement =
  | { readonly outcome: 'failed'; readonly failure: Failure }
  | { readonly outcome: 'worked'; readonly failure?: never }
  | { readonly outcome: 'unknown'; readonly reason: UnknownReason; readonly failure?: never };

/**
 * The reason why the end is unknown: the call never ran or has no result (`not-run`), it ran and nothing shows how it ended
 * (`no-status`), or it answered "no" to its question (`answered-no`): a search without a hit, a comparison.
 */
type UnknownReason = 'not-run' | 'no-status' | 'answered-no';

export const WORKED: Judgement = { outcome: 'worked' };
export const NOT_RUN: Judgement = { outcome: 'unknown', reason: 'not-run' };
export const NO_STATUS: Judgement = { outcome: 'unknown', reason: 'no-status' };
export const ANSWERED_NO: Judgement = { outcome: 'unknown', reason: 'answered-no' };
