import type { Found, RedactionRule } from './rule.ts';

/**
 * Bot tokens: the bot's number in base64, six characters of time, a signature; they have no prefix, so the first dot is the
 * marker.
 */
export const discord: RedactionRule = {
  id: 'discord',
  markers: ['.'],
  beside: { offset: 7, character: '.' },
  find: findToken,
};

const TAIL = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/y;

function findToken(text: string, at: number): Found | undefined {
  TAIL.lastIndex = at;
  const tail = TAIL.exec(text)?.[0];
  if (tail === undefined) return undefined;
  // Base64 of 17 to 20 digits; the letter of an escape may come before it.
  for (const length of [27, 26, 24, 23]) {
    const start = at - length;
    if (start >= 0 && /^\d{17,20}$/.test(Buffer.from(text.slice(start, at), 'base64').toString('latin1'))) {
      return { start, end: at + tail.length };
    }
  }
  return undefined;
}
