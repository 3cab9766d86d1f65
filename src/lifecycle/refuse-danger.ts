import { refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { AppError } from '../shared/errors.ts';

/** Refuses to save what recommends something that agents are never told to do. */
export function refuseDanger(texts: readonly string[], what: 'The fix' | 'The rule'): void {
  const refused = texts.map((text) => refuseAdvice(text)).find((found) => found !== undefined);
  if (!refused) return;
  throw new AppError('conflict', `${what} is not saved: it ${refused.reason}.`, {
    hint: 'Say what to do without it, or tell to leave it.',
  });
}
