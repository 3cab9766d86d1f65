import type { Draft } from '../draft.ts';
import { type Packages, refuseAdvice } from './refuse-advice.ts';

/** Whether a lesson may leave mining: every lesson of a session passes here, and none recommends what is never recommended. */
export function mayTell({ title, guidance, against = [] }: Draft, packages: Packages): boolean {
  return refuseAdvice(`${title}\n${guidance}`, { against, packages }) === undefined;
}
