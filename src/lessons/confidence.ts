import type { Confidence } from './lesson.ts';

/** From the weakest to the strongest. */
export const CONFIDENCES: readonly Confidence[] = ['low', 'medium', 'high'];

/** Raises a confidence by one level; high stays high. */
export function raiseConfidence(confidence: Confidence): Confidence {
  return confidence === 'low' ? 'medium' : 'high';
}

/** Lowers a confidence by one level; low stays low. */
export function lowerConfidence(confidence: Confidence): Confidence {
  return confidence === 'high' ? 'medium' : 'low';
}

/** Whether a confidence is at least as high as another. */
export function isAtLeast(confidence: Confidence, least: Confidence): boolean {
  return CONFIDENCES.indexOf(confidence) >= CONFIDENCES.indexOf(least);
}
