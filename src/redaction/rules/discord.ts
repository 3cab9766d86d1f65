import type { Found, Rule } from './rule.ts';

/**
 * Bot tokens: the bot's number in base64, six characters of time, a signature; no prefix tells them.
 *
 * The marker is the first dot, the most frequent marker of all (one in a hundred characters): so look at one character first.
 */
export const discord: Rule = { id: 'discord', markers: ['.'], find: findToken };

const TAIL = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/y;
const DOT = 46;

function findToken(text: string, at: number): Found | undefined {
  if (text.charCodeAt(at + 7) !== DOT) return undefined;
  TAIL.lastIndex = at;
  const tail = TAIL.exec(text)?.[0];
  if (tail === undefined) return undefined;
  const head = /[A-Za-z0-9]{23,28}$/.exec(text.slice(Math.max(0, at - 28), at))?.[0];
  if (head === undefined || !/^\d{15,21}$/.test(Buffer.from(head, 'base64').toString('latin1'))) return undefined;
  return { start: at - head.length, end: at + tail.length };
}
