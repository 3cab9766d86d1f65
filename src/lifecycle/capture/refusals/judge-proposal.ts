import { type Packages, refuseAdvice } from '../../../lessons/guard/refuse-advice.ts';
import type { Confidence } from '../../../lessons/lesson.ts';
import { findTooBroad } from '../../scope/scope.ts';
import type { Proposal } from '../proposal.ts';
import { judgeGuidance } from './guidance-rules.ts';
import { type InstructionRule, judgeKnown } from './known-rules.ts';
import type { CaptureRefusal } from './refusal.ts';
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
export function judgeProposal(
  proposal: Proposal,
  { rules, isHuman, force, packages, isVouched }: Judging,
): CaptureRefusal[] {
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
  message: 'It contains something that looks like a secret.',
  hint: 'Leave the secret out: memory files are shared. If it is not a secret, allow it in the configuration (redaction.allow).',
  isHard: true,
};

/** Judges the confidence of a new lesson: high must be earned or set by hand, and medium requires a person. */
export function judgeConfidence(
  confidence: Confidence | undefined,
  isHuman: boolean,
  isSetByHand = false,
): CaptureRefusal | undefined {
  if (confidence === undefined || confidence === 'low' || (confidence === 'medium' && isHuman)) return undefined;
  if (isHuman && isSetByHand) return undefined;
  if (confidence === 'medium') {
    return {
      code: 'too-sure',
      message: 'A first sighting has low confidence unless a person vouches for it.',
      hint: 'Leave out --confidence, or add --human if a person has read it.',
      isHard: true,
    };
  }
  return {
    code: 'too-sure',
    message: 'A first sighting cannot have high confidence: that takes three sightings or a person.',
    hint: 'Capture it, then let a person confirm it: hardwon confirm ID',
    isHard: true,
  };
}

/** Refuses to tell agents to do something dangerous. Only a person at a terminal can override this, with an option of its own. */
function judgeSafety(
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
    hint: 'Say what to do instead, or tell agents to avoid it. A person who means it can vouch for it in a terminal: --vouch.',
    isHard: true,
  };
}

/** Judges a scope: it must not match everything, and must lie inside the repository. */
export function judgeScope(scope: readonly string[]): CaptureRefusal | undefined {
  const [broad] = findTooBroad(scope);
  if (broad !== undefined) {
    return {
      code: 'too-broad',
      message: `The scope ${broad} matches everything, so it selects nothing.`,
      hint: 'Name the folder or the files: src/api/**, *.controller.ts. Leave the scope out if the lesson is about the whole project.',
      isHard: true,
    };
  }
  const outside = scope.find((item) => /^(?:[\\/~]|[A-Za-z]:[\\/])|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(item));
  if (outside === undefined) return undefined;
  return {
    code: 'outside',
    message: `The scope ${outside} is not a path of the repository.`,
    hint: 'Write it relative to the root of the project.',
    isHard: true,
  };
}
