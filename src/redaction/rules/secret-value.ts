/** Sources of a value rather than values: variables, look-ups, templates, references into a vault. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|\$\W?$|\$\d$|%[A-Za-z_]\w*%|[{<]|(?:\[redacted:[a-z0-9-]+\])+$|!\w|&[A-Za-z_]\w*$|process\.env|os\.(?:environ|getenv)|import\.meta|(?:env|ENV|config|cfg|args|opts|options|settings|self|this|vars?|local|data|module|each|secrets?|credentials?|params?|req|request|ctx|user)[.[(]|op:\/\/|vault:|pass:|env:|ref\+|arn:|ssm:|file:|keychain:|projects\/|id=)/;
/** A value that is composed of others. */
const TEMPLATE = /\$[{(]|\{\{|\}\}|#\{|<%|%[({]|%[sdqv](?![A-Za-z0-9])/;
/** Texts that people write instead of a secret: `****`, `xxxx`, `abc...`, `<your key>`, `your-api-key`. */
const PLACEHOLDER =
  /^(?:(.)\1*$|[*.xX•_?#-]{3,}$|(?:your?|my|the|some|insert|enter|replace|change)[-_ ][a-z_ -]+$)|^(?:.{0,4}|[a-z_-]{0,16})(?:\.\.\.|…|\*\*\*)|x{5}/i;

/** Whether the value stands for another one, or for none: there is nothing to hide. */
export function isReference(value: string): boolean {
  // The head is as conclusive as the whole, and so a long value costs no more.
  const head = value.length > HEAD ? value.slice(0, HEAD) : value;
  return REFERENCE.test(head) || TEMPLATE.test(head) || PLACEHOLDER.test(head);
}

const HEAD = 256;

/** Words that appear where a password could: types, labels, states, and prose after a flag's name. */
const ORDINARY = new Set(
  `any argument arguments as authentication auto bad basic bearer binary blank bool boolean buffer bytes cannot char correct default disabled
  empty enabled env environment error expired failed false file flag flags for from hidden if in incorrect input int integer invalid is key
  length literal match may mismatch missing must name new nil no none not null number object off ok on only option optional options or pass
  passed passphrase passwd password plain prompt protected provided pwd required requires reset secret secretstr set should shown
  stdin str string stringvalue support text token true type undefined unknown unset updated use user username value varchar via void was
  weak when will with wrong yes`.split(/\s+/),
);

/** Whether a word is a statement about a password rather than a password. */
export function isOrdinaryWord(value: string): boolean {
  return value.length < 24 && ORDINARY.has(value.toLowerCase().replace(/[.,:;!?]+$/, ''));
}

const SECRET_CHARACTERS = /^[A-Za-z0-9_.+/=~:@%!#^&*$-]+$/;
const DATE_OR_VERSION = /^(?:\d{4}-\d\d-\d\d|v?\d+\.\d+)/;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/**
 * Whether the value looks random rather than chosen by a person: letters and digits, and some part of it is not a word.
 *
 * It misses 1 in 100 random strings of 20 letters and digits (hexadecimal: 1 in 10,000), and more of those without any digit.
 */
export function looksRandom(value: string, shortest: number): boolean {
  if (value.length < shortest) return false;
  const head = value.length > HEAD ? value.slice(0, HEAD) : value;
  if (!SECRET_CHARACTERS.test(head) || isReference(head)) return false;
  if (DATE_OR_VERSION.test(value) || /^(?:[a-z][a-z+.-]{1,20}:\/\/|[~.]{0,2}\/[a-z._-]|[A-Za-z]:[\\/])/i.test(value))
    return false;
  const parts = head.match(/[A-Za-z0-9]+/g) ?? [];
  if (!/[A-Za-z]/.test(head)) return false;
  if (!hasDigit(head)) return parts.length === 1 && value.length >= 16 && !isWord(value);
  return !parts.every(isWord);
}

/**
 * Whether the value is a path; a secret in base64 may begin with a slash, too, but hardly ever has a second one or an extension.
 */
export function isPath(value: string): boolean {
  if (
    /^(?:~|\.{1,2})?\/[\w.~-]+(?:\/|\.\w{1,5}$)|^[A-Za-z]:[\\/]|^[\w.-]+\/[\w.-]+\.\w{1,5}$|\.(?:pem|key|txt|json|ya?ml|env|gpg)$/.test(
      value,
    )
  )
    return true;
  return /^(?:~|\.{1,2})?\//.test(value) && (value.match(/[A-Za-z0-9]+/g) ?? []).every(isWord);
}

/** Whether the text consists only of words, numbers and separators. */
export function isWords(text: string): boolean {
  return (text.match(/[A-Za-z0-9]+/g) ?? []).every(isWord);
}

/** Whether this is part of a name: `token`, `OAuth`, `sha256`, `2x`, `2024`, `accessTokenFor`. */
function isWord(part: string): boolean {
  if (
    /^(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20}|\d{1,5}|[A-Z]?[a-z]{1,11}\d{1,3}|[A-Z]{1,11}\d{1,3}|\d{1,2}[a-z]{1,3})$/.test(
      part,
    )
  )
    return true;
  if (part === part.toLowerCase() || part === part.toUpperCase()) return false;
  // The words of a name in camel case are longer than three letters on average, the runs of random ones 1.5 to 2.5.
  const pieces = part.match(PIECES) ?? [];
  return part.length / pieces.length > 3.1 && pieces.every((piece) => piece.length <= 12);
}

/** Whether it contains a digit: words have none. */
export function hasDigit(secret: string): boolean {
  return /\d/.test(secret);
}
