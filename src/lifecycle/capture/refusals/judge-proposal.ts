import type { Packages } from '../../../lessons/guard/refuse-advice.ts';
import type { Proposal } from '../proposal.ts';
import { judgeConfidence } from './confidence-rules.ts';
import { judgeGuidance } from './guidance-rules.ts';
import { type InstructionRule, judgeKnown } from './known-rules.ts';
import type { CaptureRefusal } from './refusal.ts';
import { judgeSafety } from './safety-rules.ts';
import { judgeScope } from './scope-rules.ts';
import { judgeTopic } from './topic-rules.ts';

/** The facts by which a proposal is judged. */
export interface Judging {
  /** The rules that agents are told already. */
  rules: readonly InstructionRule[];
  /** Whether a person has read it. */
  isHuman: boolean;
  /** Whether only the hard rules apply. */
  force: boolean;
  /** The packages that the project declares. */
  packages: Packages;
  /** Whether a person at a terminal allows a command that is refused otherwise. */
  isVouched?: boolean;
}

/**
 * Returns all objections to a proposal that need no look at the memory. Lessons found in a session are worded by hardwon and need
 * no judging.
 */
export function judgeProposal(proposal: Proposal, { rules, isHuman, force, packages, isVouched }: Judging): CaptureRefusal[] {
  const { guidance, scope, confidence, found, isSaidByPerson = false } = proposal;
  if (proposal.hasSecret) return [SECRET];
  const danger = judgeSafety(proposal, packages, isVouched ?? false);
  if (danger) return [danger];
  const ofGuidance = found ? undefined : judgeGuidance(guidance, proposal.isRule);
  // An overlong text is not examined any further.
  if (ofGuidance?.isHard) return [ofGuidance];
  const ofWords = found
    ? []
    : [
        ofGuidance,
        judgeScope(scope),
        judgeTopic(proposal),
        judgeConfidence(confidence, isHuman || isSaidByPerson, proposal.isSetByHand),
      ];
  return [...ofWords, judgeKnown(guidance, rules)]
    .filter((refusal) => refusal !== undefined)
    .filter(({ isHard }) => isHard || !force);
}

const SECRET: CaptureRefusal = {
  code: 'secret',
  message: 'It holds something like a secret.',
  hint: 'Say it without: memory files are shared. What is none can be allowed in the configuration (redaction.allow).',
  isHard: true,
};
