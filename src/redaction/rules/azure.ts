import { type Found, isWordCharacter, patternRule, type RedactionRule } from './rule.ts';

/** Keys of Microsoft's cloud. */
export const azureRules: readonly RedactionRule[] = [
  patternRule(
    'azure',
    ['accountkey', 'sharedaccesskey'],
    /((?:account|sharedaccess)key["']?\s{0,2}[=:]\s{0,2}["']?)[A-Za-z0-9+/]{20,}={0,2}/iy,
  ),
  // The signature of a shared access URL; `se=`, `sp=` and `sv=` say what it opens.
  patternRule('azure', ['sig='], /(sig=)[A-Za-z0-9%+/]{40,}(?:={0,2}|%3d)/iy, { atWordStart: true }),
  { id: 'azure', markers: ['q~'], find: findClientSecret },
  { id: 'azure', markers: ['azdo'], find: findDevOpsToken },
];

const CLIENT_SECRET_TAIL = /Q~[A-Za-z0-9_~.-]{31,34}/y;

/** Finds `abc8Q~...`: three characters, a digit, `Q~` and 31 to 34 more. */
function findClientSecret(text: string, at: number): Found | undefined {
  CLIENT_SECRET_TAIL.lastIndex = at;
  const tail = CLIENT_SECRET_TAIL.exec(text);
  if (tail === null || !/[A-Za-z0-9_~.-]{3}\d$/.test(text.slice(Math.max(0, at - 4), at))) return undefined;
  return { start: at - 4, end: at + tail[0].length };
}

/** Finds 76 letters and digits, `AZDO`, and four more. */
function findDevOpsToken(text: string, at: number): Found | undefined {
  if (text.slice(at, at + 4) !== 'AZDO') return undefined;
  const start = at - 76;
  const end = at + 8;
  if (start < 0 || end > text.length) return undefined;
  for (let i = start; i < end; i++) if (!isWordCharacter(text.charCodeAt(i))) return undefined;
  return { start, end };
}
