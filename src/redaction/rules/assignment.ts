import { readKey, type SecretKey } from './assignment-key.ts';
import { type AssignedValue, readValue } from './assignment-value.ts';
import type { Found, RedactionRule } from './rule.ts';
import { isOrdinaryWord, isPath, isReference, looksRandom } from './secret-value.ts';

/** `PASSWORD=...`, `api_key: "..."`, `--token ...`, `"secret": "..."`, `<password>...`: the name stays, the value is redacted. */
export const assignment: RedactionRule = {
  id: 'assignment',
  markers: [
    ...['passw', 'passphrase', 'passcode', '_pass', '-pass', 'pwd', 'token', 'secret', '_auth'],
    // Words that are part of many others, with the sign that joins them to a value.
    ...['=', ':', '"', "'", ' '].map((sign) => `_pat${sign}`),
    ...['=', ':', '"', "'"].flatMap((sign) => [`_key${sign}`, `-key${sign}`]),
    ...[
      'api',
      'access',
      'auth',
      'private',
      'signing',
      'encryption',
      'master',
      'account',
      'service',
      'license',
      'client',
      'app',
      'admin',
    ].flatMap((word) => [`${word}key`, `${word}_key`, `${word}-key`]),
    ...['webhook', 'deploy', 'publish', 'storage', 'session', 'hmac', 'jwt'].map((word) => `${word}_key`),
  ],
  find: findAssignment,
};

function findAssignment(text: string, at: number): Found | undefined {
  if (isChain(text, at)) return undefined;
  const key = readKey(text, at);
  if (key === undefined) return undefined;
  const value = readValue(text, key);
  if (value === undefined || !isSecret(key, value, text)) return undefined;
  return { start: value.start, end: value.end };
}

function isSecret(key: SecretKey, value: AssignedValue, text: string): boolean {
  const { content } = value;
  if (content.length < 3 || isOrdinaryWord(content) || isReference(content)) return false;
  if (!value.isQuoted && isCode(key, content, text.charAt(value.end))) return false;
  if (key.isPassword) return value.isQuoted ? isQuotedPassword(content) : isBarePassword(key, value, text);
  if (key.isAnyKey) return key.isCapital && key.connector === '=' && looksRandom(content, 16);
  if (key.place === 'environment') return isEnvironmentSecret(key, content);
  if (key.place === 'member' || (value.isQuoted && key.isCapital))
    return looksRandom(content, 8) || (hasLetterAndDigit(content) && isEnvironmentSecret(key, content));
  if (value.isQuoted) return looksRandom(content, 8) || content.split('\n').some((line) => looksRandom(line.trim(), 8));
  if (key.place !== 'plain')
    return looksRandom(content, 6) || (content.length >= 8 && hasLetterAndDigit(content) && !isPathOrNumber(content));
  return looksRandom(content, key.connector === ':' ? 12 : 16);
}

const CHAIN = /(?:[\w-]{0,40}(?:token|secret|passw(?:or)?d|pwd|key)["']?[=:][ "']{0,2}){4}/iy;

/**
 * Whether names follow each other, each with a sign and nothing that ends a value: these are not secrets. The last ones are
 * checked separately.
 */
function isChain(text: string, at: number): boolean {
  CHAIN.lastIndex = at;
  return CHAIN.test(text);
}

/**
 * Whether `SOME_TOKEN=value` in a shell or an environment file is a secret: the value is nearly always a literal, except
 * constants and paths.
 */
function isEnvironmentSecret(key: SecretKey, content: string): boolean {
  if (/^[A-Z_]+$/.test(content) || /\s/.test(content) || isPathOrNumber(content)) return false;
  // `API_KEY=local-proxy` only says which key is meant; if the name says secret, the value may be such words.
  if (/^[A-Za-z]+(?:[-_.][A-Za-z]+)+$/.test(content)) return key.isSecret && content.length >= 8;
  return content.length >= 8 || (content.length >= 6 && hasLetterAndDigit(content));
}

/** Excludes sentences about passwords, labels and names of fields. */
function isQuotedPassword(content: string): boolean {
  if (content.length < 4 || /\s/.test(content)) return false;
  if (/^[A-Za-z_.:|-]+$/.test(content) && /passw|pwd|required|label|field|input/i.test(content)) return false;
  if (/^(?:required|nullable|sometimes|string|confirmed)\|/.test(content)) return false;
  return !isPathOrNumber(content) || /^\d{4,}$/.test(content);
}

function isBarePassword(key: SecretKey, value: AssignedValue, text: string): boolean {
  const { content } = value;
  if (isPathOrNumber(content) && !/^\d{4,}$/.test(content)) return false;
  if (key.place === 'flag') return content.length >= 4 && !isProse(content, text, value.end);
  if (key.place !== 'plain') return content.length >= 4;
  if (content.length < 6) return false;
  // `password=password2)` passes a variable on; `password: yes` and `password: Password` are statements about it.
  if (/^[A-Za-z_]+$/.test(content)) return false;
  if (/^[A-Za-z_]\w*$/.test(content))
    return !/passw|pwd/i.test(content) && !/[,)]/.test(text.charAt(value.end)) && /\d/.test(content);
  return hasLetterAndDigit(content) || /[!@#$%^&*+=~]|^\d+$/.test(content);
}

/** Whether two plain words follow the value: "the --password option is gone" is about a flag, and does not use it. */
function isProse(content: string, text: string, end: number): boolean {
  return /^[a-z]+$/.test(content) && /^ [a-z']+ [a-z]+\b/.test(text.slice(end, end + 60));
}

/** Whether the value is a call, an index or a member of something: `getPassword(`, `os.environ[`, `config.password`. */
function isCode(key: SecretKey, content: string, next: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:[.:]{1,2}[A-Za-z_$][\w$]*)*[([]/.test(content + next)) return true;
  if (key.place !== 'plain' || content.length > 80) return false;
  return /^[A-Za-z_$][\w$]{0,19}(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]{0,19})+$/.test(content);
}

function isPathOrNumber(content: string): boolean {
  return isPath(content) || /^(?:https?:|0x[\da-fA-F]{1,16}$|[\d.,:]+[a-z]{0,2}$)/.test(content);
}

function hasLetterAndDigit(content: string): boolean {
  return /\d/.test(content) && /[A-Za-z]/.test(content);
}
