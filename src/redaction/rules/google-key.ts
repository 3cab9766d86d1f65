import { patternRule, type RedactionRule } from './rule.ts';
import { hasDigit } from './secret-value.ts';

/** Keys and tokens of Google's services. */
export const googleRules: readonly RedactionRule[] = [
  patternRule('google-key', ['aiza'], /AIza[A-Za-z0-9_-]{30,45}(?![A-Za-z0-9_+/=-])/y, { atWordStart: true }),
  patternRule('google-token', ['ya29.'], /ya29\.[A-Za-z0-9_.-]{20,}/y, { atWordStart: true }),
  patternRule('google-token', ['gocspx-'], /GOCSPX-[A-Za-z0-9_-]{20,}/y),
  // Refresh tokens: `1//0` alone could be a comment or an empty path segment, so the rest decides.
  patternRule('google-token', ['1//0'], /1\/\/0[A-Za-z0-9_-]{30,}/y, { atWordStart: true }),
  // In the form of a path without empty parts.
  patternRule('google-token', ['1/0'], /1\/0[A-Za-z0-9_-]{40,200}/y, {
    atWordStart: true,
    accept: (secret) => /[A-Z]/.test(secret) && /[a-z]/.test(secret) && hasDigit(secret.slice(3)),
  }),
  patternRule('google-token', ['x-goog-signature'], /(x-goog-signature(?:=|%3d))[0-9a-f]{32,}/iy),
];
