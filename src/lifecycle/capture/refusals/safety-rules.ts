import { type Packages, refuseAdvice } from '../../../lessons/guard/refuse-advice.ts';
import type { Proposal } from '../proposal.ts';
import type { CaptureRefusal } from './refusal.ts';

/** Refuses to tell agents to do something dangerous. Only a person at a terminal can override this, with an option of its own. */
export function judgeSafety(
  { title = '', guidance, pattern }: Pick<Proposal, 'title' | 'guidance' | 'pattern'>,
  packages: Packages,
  isVouched: boolean,
): CaptureRefusal | undefined {
  const refused = [guidance, title, pattern]
    .map((text, index) => refuseAdvice(text, index === 0 ? { packages } : {}))
    .find(Boolean);
  if (!refused || isVouched) return undefined;
  return {
    code: 'dangerous',
    message: `It ${refused.reason}.`,
    hint: 'Say what to do without it, or tell to leave it. A person who means it vouches for it in a terminal: --vouch.',
    isHard: true,
  };
}
