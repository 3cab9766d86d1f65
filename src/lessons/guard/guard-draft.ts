import type { Draft } from '../draft.ts';
import { type Packages, refuseAdvice } from './refuse-advice.ts';

/**
 * The place that every lesson of a session passes before it leaves mining. `refused`: it recommends what is never recommended. `watched`: it
 * would have agents fetch a package, and the project is not here to say whether it uses it.
 */
export function guardDraft({ title, guidance, against = [] }: Draft, packages: Packages): 'told' | 'watched' | 'refused' {
  const refused = refuseAdvice(`${title}\n${guidance}`, { against, packages });
  return refused === undefined ? 'told' : refused.isUnknown ? 'watched' : 'refused';
}
