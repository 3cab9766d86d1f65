import type { LessonWords } from '../lesson-words.ts';
import { type Packages, refuseAdvice } from './refuse-advice.ts';

/** Whether a lesson may leave mining: every mined lesson passes through here, so that none recommends anything forbidden. */
export function mayTell({ title, guidance, otherWays = [], against = [] }: LessonWords, packages: Packages): boolean {
  return [guidance, ...otherWays].every((way) => refuseAdvice(`${title}\n${way}`, { against, packages }) === undefined);
}
