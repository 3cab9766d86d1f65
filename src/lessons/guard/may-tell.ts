import type { Draft } from '../draft.ts';
import { type Packages, refuseAdvice } from './refuse-advice.ts';

/** Whether a lesson may leave mining: every mined lesson passes through here, so that none recommends anything forbidden. */
export function mayTell({ title, guidance, otherWays = [], against = [] }: Draft, packages: Packages): boolean {
  return [guidance, ...otherWays].every((way) => refuseAdvice(`${title}\n${way}`, { against, packages }) === undefined);
}
