import type { Found, RedactionRule } from './rule.ts';
import { isOrdinaryWord, isReference } from './secret-value.ts';

/**
 * Passwords that SQL assigns to users with other words than `PASSWORD '...'`: `IDENTIFIED BY '...'`, `SET PASSWORD FOR ann =
 * '...'`.
 */
export const sqlPassword: RedactionRule = {
  id: 'sql-password',
  markers: ['identified', 'set password'],
  find: findPassword,
};

const LEAD =
  /(?:identified\s{1,4}(?:with\s{1,4}["'`]?\w{1,40}["'`]?\s{1,4})?(?:by|as|using)\s{1,4}(?:password\s{1,4})?|set\s{1,4}password\s{0,4}(?:for\s{1,4}[^=\n]{1,80})?=\s{0,4}(?:(?:old_)?password\s{0,2}\(\s{0,2})?)/iy;
/** In a shell's word of single quotes, `'\\''` stands for one. */
const QUOTED = /(?:'\\{1,4}''?|\\{0,4}["'])([^"'\n\\]{1,200})/y;
/** Oracle accepts a name without quotes, too; in a sentence such words have no digit. */
const BARE = /[A-Za-z]\w{0,40}\d[\w#$]{0,40}/y;

function findPassword(text: string, at: number): Found | undefined {
  LEAD.lastIndex = at;
  if (!LEAD.test(text)) return undefined;
  QUOTED.lastIndex = LEAD.lastIndex;
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) {
    if (isReference(quoted) || isOrdinaryWord(quoted)) return undefined;
    return { start: QUOTED.lastIndex - quoted.length, end: QUOTED.lastIndex };
  }
  BARE.lastIndex = LEAD.lastIndex;
  return BARE.test(text) ? { start: LEAD.lastIndex, end: BARE.lastIndex } : undefined;
}
