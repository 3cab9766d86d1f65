import type { Redacted } from '../../src/redaction/redacted.ts';

/** Texts as they are, for tests that are not about secrets. */
export function leaveTexts(texts: readonly string[]): readonly Redacted[] {
  return texts as readonly Redacted[];
}
