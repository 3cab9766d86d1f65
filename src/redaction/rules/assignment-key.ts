import { isExplicitName, judgeKeyName } from './secret-names.ts';

/** The name to which a secret is assigned, and the text between it and the value. */
export interface SecretKey {
  /** Whether the name means a password: people choose passwords, machines make the rest, so a password may look like a word. */
  isPassword: boolean;
  /** Whether the name says secret: the value may be words, too. */
  isSecret: boolean;
  /** Whether any key may be meant, as in `STRIPE_KEY`: the value must decide. */
  isAnyKey: boolean;
  /** Whether the name is all capitals, like those of the environment. */
  isCapital: boolean;
  /** The context of the name, which decides what may follow. */
  place: 'environment' | 'flag' | 'query' | 'path' | 'markup' | 'member' | 'plain';
  /** The sign between name and value: `=`, `:`, `,`, `>` or a space. */
  connector: '=' | ':' | ',' | '>' | ' ';
  /** Start of the name: the lines of a block are indented further. */
  nameStart: number;
  /** Start of the value, quotes included. */
  valueStart: number;
}

const WORD =
  /(passw(?:or)?d|passphrase|passwrd|passcode|pass|pwd)|(?:token|secret(?:[_-]?(?:access[_-]?)?key)?|_auth(?:token)?|pat(?![a-z])|(?:api|access|auth|private|signing|encryption|master|account|service|license|client|app|admin|webhook|deploy|publish|storage|session|hmac|jwt)[_-]?key)|(key)/iy;
/**
 * Possible suffixes of the word within the name: `SECRET_KEY_BASE`, `TOKEN_2`, `password_prod`. Any other suffix changes its
 * meaning.
 */
const SUFFIX =
  /(?:[_-]?(?:\d{1,2}|base|value|prod|production|staging|dev|live|old|new|b64|base64|raw))?(?![A-Za-z0-9_-])/iy;
const CONNECTOR = /\\{0,4}["'`]?\]?[ \t]{0,4}(=>|:=|={1,3}|:(?![:/]))[ \t]{0,4}/y;
const LONGEST_NAME = 48;

/** Reads the name around the marker at `at`; undefined if nothing is assigned to it. */
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
  if (/^(?:pass|pwd)$/i.test(word[1] ?? '') && !/[_-](?:pass|pwd)$/i.test(name) && !/[;&?]/.test(before))
    return undefined;
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
    const place =
      placeOf(name, before, isTight) ?? (isTight && isConnectionString(text, nameStart) ? 'query' : 'plain');
    return makeKey(shared, place, symbol, CONNECTOR.lastIndex);
  }
  return readSeparateKey(text, nameStart, nameEnd, shared) ?? readLooseKey(text, name, nameEnd, shared);
}

/** Assigns each member separately: spreading the known ones takes three times as long as all other work on a name. */
function makeKey(
  { isPassword, isSecret, isAnyKey, isCapital, nameStart }: Shared,
  place: SecretKey['place'],
  connector: SecretKey['connector'],
  valueStart: number,
): SecretKey {
  return { isPassword, isSecret, isAnyKey, isCapital, place, connector, nameStart, valueStart };
}

type Shared = Pick<SecretKey, 'isPassword' | 'isSecret' | 'isAnyKey' | 'isCapital' | 'nameStart'>;

/** A member that contains the name of something, right before the name. */
const NAME_MEMBER =
  /(?:name|key|header|variable|var|field|param|parameter|property|id)\\{0,4}["'`]?\s{0,4}[:=]\s{0,4}\\{0,4}["'`]?$/i;
/** The member that contains its value, right after it: `"value": `, `value=`, on the same line or the next. */
const VALUE_MEMBER =
  /^\\{0,4}["'`]?\s{0,2}[,;]?(?:\s|\\[nrt]){0,24}\\{0,4}["'`]?(?:value|val|default|default_value|defaultValue|content|data(?!:[a-z]{1,20}\/)|secret|plaintext)\\{0,4}["'`]?\s{0,4}[:=]\s{0,4}/i;

/**
 * Reads a name and a value in separate members: `{"name": "DB_PASSWORD", "value": "..."}`, `- name: DB_PASSWORD` and `value: ...`
 * below.
 */
function readSeparateKey(text: string, nameStart: number, nameEnd: number, shared: Shared): SecretKey | undefined {
  const member = VALUE_MEMBER.exec(text.slice(nameEnd, nameEnd + 80))?.[0];
  if (member === undefined || !NAME_MEMBER.test(text.slice(Math.max(0, nameStart - 24), nameStart))) return undefined;
  return { ...shared, place: 'member', connector: ':', valueStart: nameEnd + member.length };
}

/** Reads names without a sign after them: flags, lists of arguments, `.netrc`, SQL. */
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
  const isNetrc =
    shared.isPassword && /\blogin\s{1,4}\S{1,80}\s{1,8}$/.test(text.slice(Math.max(0, nameStart - 100), nameStart));
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
  // A part of a path that assigns a value to a name: the value ends with the part.
  if (isTight && before === '/') return 'path';
  if (isTight && name === name.toUpperCase()) return 'environment';
  return undefined;
}

/**
 * Whether the name is in a connection string: `host=db user=app password=...`, `Server=db;Uid=app;Pwd=...`; arguments of a call
 * have commas.
 */
function isConnectionString(text: string, nameStart: number): boolean {
  if (!/[; ]/.test(text.charAt(nameStart - 1))) return false;
  return /\b(?:host|server|data source|dbname|database|port|user|username|user id|uid)=[^\s,;()]{1,80}[; ]{1,2}$/i.test(
    text.slice(Math.max(0, nameStart - 110), nameStart),
  );
}
