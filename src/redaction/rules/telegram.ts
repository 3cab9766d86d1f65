import type { Found, RedactionRule } from './rule.ts';

/** Bot tokens: the bot's number, a colon, and 35 characters that start with `AA`. */
export const telegram: RedactionRule = { id: 'telegram', markers: [':aa'], find: findToken };

const TAIL = /:AA[A-Za-z0-9_-]{30,40}(?![A-Za-z0-9_-])/y;

function findToken(text: string, at: number): Found | undefined {
  TAIL.lastIndex = at;
  const tail = TAIL.exec(text)?.[0];
  const number = /\d{7,11}$/.exec(text.slice(Math.max(0, at - 11), at))?.[0];
  if (tail === undefined || number === undefined) return undefined;
  return { start: at - number.length, end: at + tail.length };
}
