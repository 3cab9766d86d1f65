import { isExplicitName, judgeKeyName } from './secret-names.ts';

/** The name that a secret is given to, and what stands between it and the value. */
export interface SecretKey {
  /** People choose passwords, machines make the rest: a password may look like a word. */
  isPassword: boolean;
  /** The name says secret: it may be words, too. */
  isSecret: boolean;
  /** Any key may be meant, as in `STRIPE_KEY`: the value must say the rest. */
  isAnyKey: boolean;
  /** The name has capitals alone, as those of the environment. */
  isCapital: boolean;
  /** Where the name stands: what may follow differs. */
  place: 'environment' | 'flag' | 'query' | 'path' | 'markup' | 'member' | 'plain';
  /** What joins name and value: `=`, `:`, `,`, `>` or a blank. */
  connector: '=' | ':' | ',' | '>' | ' ';
  /** Where the name starts: the lines of a block stand further to the right. */
  nameStart: number;
  /** Where the value starts, quotes included. */
  valueStart: number;
}

const WORD =
  /(passw(?:or)?d|passphrase|passwrd|passcode|pass|pwd)|(?:token|secret(?:[_-]?(?:access[_-]?)?key)?|_auth(?:token)?|pat(?![a-z])|(?:api|access|auth|private|signing|encryption|master|account|service|license|client|app|admin|webhook|deploy|publish|storage|session|hmac|jwt)[_-]?key)|(key)/iy;
/** What may follow the word within the name: `SECRET_KEY_BASE`, `TOKEN_2`, `password_prod`. Anything else makes it another thing. */
const SUFFIX = /(?:[_-]?(?:\d{1,2}|base|value|prod|production|staging|dev|live|old|new|b64|base64|raw))?(?![A-Za-z0-9_-])/iy;
const CONNECTOR = /\\{0,4}["'`]?\]?[ \t]{0,4}(=>|:=|={1,3}|:(?![:/]))[ \t]{0,4}/y;
const LONGEST_NAME = 48;

/** Reads the name around the marker at `at`; undefined where nothing is given to it. */
export function readKey(text: string, at: number): SecretKey | undefined {
  WORD.lastIndex = at + (isJoint(text.charCodeAt(at)) && !/^_auth/i.test(text.slice(at, at + 5)) ? 1 : 0);
  const word = WORD.exec(text);
  if (word === null) return undefined;
  SUFFIX.lastIndex = WORD.lastIndex;
  if (!SUFFIX.test(text)) return undefined;
  const nameEnd = SUFFIX.lastIndex;
  const nameStart = findNameStart(text, at);
  const name = text.slice(nameStart, nameEnd);
  const before = text.charAt(nameStart - 1);
  // Short words mean other things too: the working directory, tests that passed.
  if (/^(?:pass|pwd)$/i.test(word[1] ?? '') && !/[_-](?:pass|pwd)$/i.test(name) && !/[;&?]/.test(before)) return undefined;
  const anyKey = word[2] === undefined ? undefined : judgeKeyName(name);
  if (anyKey === 'ordinary') return undefined;

  const shared = {
    isPassword: word[1] !== undefined,
    isSecret: /secret/i.test(word[0]),
    isAnyKey: anyKey === 'any',
    isCapital: name === name.toUpperCase(),
    nameStart,
  };
  // `(?<password>` names a group of a regular expression.
  if (before === '<' && text.charAt(nameStart - 2) === '?') return undefined;
  if (before === '<' && text.charAt(nameEnd) === '>') return makeKey(shared, 'markup', '>', nameEnd + 1);
  CONNECTOR.lastIndex = nameEnd;
  const connector = CONNECTOR.exec(text);
  if (connector !== null) {
    const symbol = connector[1]?.startsWith(':') && connector[1] !== ':=' ? ':' : '=';
    // A file called passwd or token, with a line number or its content after the colon; a variable of a style sheet.
    const isFile = before === '/' && !(connector[0].endsWith(' ') && isExplicitName(name));
    if (symbol === ':' && (isFile || name.startsWith('--'))) return undefined;
    const isTight = connector[0] === '=';
    const place = placeOf(name, before, isTight) ?? (isTight && isConnectionString(text, nameStart) ? 'query' : 'plain');
    return makeKey(shared, place, symbol, CONNECTOR.lastIndex);
  }
  return readSeparateKey(text, nameStart, nameEnd, shared) ?? readLooseKey(text, name, nameEnd, shared);
}

/** Member by member: to spread the known ones takes three times as long as all else that is done for a name. */
function makeKey(
  { isPassword, isSecret, isAnyKey, isCapital, nameStart }: Shared,
  place: SecretKey['place'],
  connector: SecretKey['connector'],
  valueStart: number,
): SecretKey {
  return { isPassword, isSecret, isAnyKey, isCapital, place, connector, nameStart, valueStart };
}

type Shared = Pick<SecretKey, 'isPassword' | 'isSecret' | 'isAnyKey' | 'isCapital' | 'nameStart'>;

/** A member that holds the name of something, right before the name. */
const NAME_MEMBER =
  /(?:name|key|header|variable|var|field|param|parameter|property|id)\\{0,4}["'`]?\s{0,4}[:=]\s{0,4}\\{0,4}["'`]?$/i;
/** The member that holds its value, right behind it: `"value": `, `value=`, on the same line or the next. */
const VALUE_MEMBER =
  /^\\{0,4}["'`]?\s{0,2}[,;]?(?:\s|\\[nrt]){0,24}\\{0,4}["'`]?(?:value|val|default|default_value|defaultValue|content|data(?!:[a-z]{1,20}\/)|secret|plaintext)\\{0,4}["'`]?\s{0,4}[:=]\s{0,4}/i;

/** Name and value are members of their own: `{"name": "DB_PASSWORD", "value": "..."}`, `- name: DB_PASSWORD` and `value: ...` below. */
function readSeparateKey(text: string, nameStart: number, nameEnd: number, shared: Shared): SecretKey | undefined {
  const member = VALUE_MEMBER.exec(text.slice(nameEnd, nameEnd + 80))?.[0];
  if (member === undefined || !NAME_MEMBER.test(text.slice(Math.max(0, nameStart - 24), nameStart))) return undefined;
  return { ...shared, place: 'member', connector: ':', valueStart: nameEnd + member.length };
}

/** Names without a sign after them: flags, lists of arguments, `.netrc`, SQL. */
function readLooseKey(text: string, name: string, nameEnd: number, shared: Shared): SecretKey | undefined {
  if (shared.isAnyKey) return undefined;
  const { nameStart } = shared;
  const after = text.slice(nameEnd, nameEnd + 16);
  const listed = /^\\{0,4}["'`]\s{0,4},\s{0,4}(?=\\{0,4}["'`])/.exec(after)?.[0];
  if (listed !== undefined) {
    const place = name.startsWith('--') ? 'flag' : 'plain';
    // `t('password', 'Password')`: only a flag's argument may be a word.
    return {
      ...shared,
      isPassword: shared.isPassword && place === 'flag',
      place,
      connector: ',',
      valueStart: nameEnd + listed.length,
    };
  }
  const blanks = /^[ \t]{1,4}(?=[^\s=:-])/.exec(after)?.[0];
  if (blanks === undefined) return undefined;
  const valueStart = nameEnd + blanks.length;
  const isNetrc = shared.isPassword && /\blogin\s{1,4}\S{1,80}\s{1,8}$/.test(text.slice(Math.max(0, nameStart - 100), nameStart));
  if (name.startsWith('-') || isNetrc) return { ...shared, place: 'flag', connector: ' ', valueStart };
  const isSql = text.charAt(valueStart) === "'" && (shared.isPassword || isExplicitName(name));
  return isSql ? { ...shared, place: 'plain', connector: ' ', valueStart } : undefined;
}

function findNameStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--;
  // The end of an escape before the name is not part of it: `\nPASSWORD=`, `ESC[1;31mPASSWORD=`.
  const before = text.charAt(start - 1);
  if (before === '\\' && /[nrt]/.test(text.charAt(start))) start++;
  if (before === '[' || before === ';') start += /^\d{0,3}m/.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  return Math.min(start, at);
}

const HYPHEN = 45;
const UNDERSCORE = 95;

function isJoint(code: number): boolean {
  return code === HYPHEN || code === UNDERSCORE;
}

function isNameCharacter(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || isJoint(code);
}

function placeOf(name: string, before: string, isTight: boolean): SecretKey['place'] | undefined {
  if (name.startsWith('-')) return 'flag';
  if (before === '?' || before === '&') return 'query';
  // A part of a path that gives a value to a name: it ends with the part.
  if (isTight && before === '/') return 'path';
  if (isTight && name === name.toUpperCase()) return 'environment';
  return undefined;
}

/** `host=db user=app password=...`, `Server=db;Uid=app;Pwd=...`; arguments of a call have commas. */
function isConnectionString(text: string, nameStart: number): boolean {
  if (!/[; ]/.test(text.charAt(nameStart - 1))) return false;
  return /\b(?:host|server|data source|dbname|database|port|user|username|user id|uid)=[^\s,;()]{1,80}[; ]{1,2}$/i.test(
    text.slice(Math.max(0, nameStart - 110), nameStart),
  );
}
