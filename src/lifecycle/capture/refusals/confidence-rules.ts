import type { Confidence } from '../../../lessons/lesson.ts';
import type { CaptureRefusal } from './refusal.ts';

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
      message: 'A first sighting is of low confidence, unless a person vouches for it.',
      hint: 'Leave out --confidence, or add --human if a person has read it.',
      isHard: true,
    };
  }
  return {
    code: 'too-sure',
    message: 'A first sighting is not of high confidence: that is earned by being seen three times, or by a person.',
    hint: 'Capture it, then let a person say: hardwon confirm ID.',
    isHard: true,
  };
}
