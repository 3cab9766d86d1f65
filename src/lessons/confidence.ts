import type { Confidence } from './lesson.ts';

/** From the weakest to the strongest. */
export const CONFIDENCES: readonly Confidence[] = ['low', 'medium', 'high'];

/** One level up; high stays high. */
export function raiseConfidence(confidence: Confidence): Confidence {
  return confidence === 'low' ? 'medium' : 'high';
}

/** One level down; low stays low. */
export function lowerConfidence(confidence: Confidence): Confidence {
  return confidence === 'high' ? 'medium' : 'low';
}

/** Whether it is at least that sure. */
export function isAtLeast(confidence: Confidence, least: Confidence): boolean {
  return CONFIDENCES.indexOf(confidence) >= CONFIDENCES.indexOf(least);
}
