import type { Packages } from '../../../lessons/guard/refuse-advice.ts';
import type { Proposal } from '../proposal.ts';
import { judgeConfidence } from './confidence-rules.ts';
import { judgeGuidance } from './guidance-rules.ts';
import { type InstructionRule, judgeKnown } from './known-rules.ts';
import type { CaptureRefusal } from './refusal.ts';
import { judgeSafety } from './safety-rules.ts';
import { judgeScope } from './scope-rules.ts';
import { judgeTopic } from './topic-rules.ts';

/** What a proposal is judged by. */
export interface Judging {
  /** What agents are told already. */
  rules: readonly InstructionRule[];
  /** A person has read it. */
  isHuman: boolean;
  /** Only the hard rules count. */
  force: boolean;
  /** The packages that the project declares. */
  packages: Packages;
  /** A person at a terminal allows a command that is otherwise refused. */
  isVouched?: boolean;
}

/** Everything that speaks against a proposal, before memory is asked. What a session shows is worded by hardwon, and needs no judging. */
export function judgeProposal(proposal: Proposal, { rules, isHuman, force, packages, isVouched }: Judging): CaptureRefusal[] {
  const { guidance, scope, confidence, found, isSaidByPerson = false } = proposal;
  if (proposal.hasSecret) return [SECRET];
  const danger = judgeSafety(proposal, packages, isVouched ?? false);
  if (danger) return [danger];
  const ofGuidance = found ? undefined : judgeGuidance(guidance, proposal.isRule);
  // Of a text without end nothing else is asked.
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
