/** Where a value comes from instead of being one: variables, look-ups, templates, references into a vault. */
const REFERENCE =
  /^(?:\$[A-Za-z_{(]|\$\W?$|\$\d$|%[A-Za-z_]\w*%|[{<]|\[redacted:|!\w|&[A-Za-z_]\w*$|process\.env|os\.(?:environ|getenv)|import\.meta|(?:env|ENV|config|cfg|args|opts|options|settings|self|this|vars?|local|data|module|each|secrets?|credentials?|params?|req|request|ctx|user)[.[(]|op:\/\/|vault:|ref\+|arn:|ssm:|file:|keychain:|projects\/|id=)/;
/** A value that is put together from others. */
const TEMPLATE = /\$[{(]|\{\{|\}\}|#\{|<%|%[({]|%[sdqv](?![A-Za-z0-9])/;
/** What people write instead of a secret: `****`, `xxxx`, `abc...`, `<your key>`, `your-api-key`. */
const PLACEHOLDER =
  /^(?:(.)\1*$|[*.xX•_?#-]{3,}$|(?:your?|my|the|some|insert|enter|replace|change)[-_ ][a-z_ -]+$)|\*\*\*|\.\.\.|…|x{5}/i;

/** The value stands for another one, or for none: there is nothing to hide. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || TEMPLATE.test(value) || PLACEHOLDER.test(value);
}

/** Words that stand where a password could: types, labels, states, and prose after a flag's name. */
const ORDINARY = new Set(
  `any argument as authentication auto bad basic bearer binary blank bool boolean buffer bytes cannot char correct default disabled
  empty enabled env environment error expired failed false file flag for from hidden if in incorrect input int integer invalid is key
  length literal match may mismatch missing must name new nil no none not null number object off ok on only option optional or pass
  passed passphrase passwd password plain prompt protected provided pwd required requires reset secret secretstr set should shown
  stdin str string stringvalue support text token true type undefined unknown unset updated use user username value varchar via void was
  weak when will with wrong yes`.split(/\s+/),
);

/** A word that says something about a password rather than being one. */
export function isOrdinaryWord(value: string): boolean {
  return ORDINARY.has(value.toLowerCase().replace(/[.,:;!?]+$/, ''));
}

const SECRET_CHARACTERS = /^[A-Za-z0-9_.+/=~:@%!#^&*$-]+$/;
const DATE_OR_VERSION = /^(?:\d{4}-\d\d-\d\d|v?\d+\.\d+)/;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/**
 * The value looks drawn by lot rather than named by a person: letters and digits, and not made of words.
 *
 * A name's pieces (`oauth2Token`: oauth, 2, Token) are three and more characters long on average; those of random letters and digits
 * are 1.5 to 2.5.
 */
export function looksRandom(value: string, shortest: number): boolean {
  if (value.length < shortest || !SECRET_CHARACTERS.test(value) || isReference(value)) return false;
  if (DATE_OR_VERSION.test(value) || /^(?:[a-z][a-z+.-]{1,20}:\/\/|[~.]{0,2}\/[a-z._-]|[A-Za-z]:[\\/])/i.test(value))
    return false;
  // Beyond this the pieces of the head tell as much, and a long value costs no more.
  const pieces = value.slice(0, 256).match(PIECES) ?? [];
  const isDigits = (piece: string): boolean => /^\d/.test(piece);
  if (!pieces.some(isDigits) || pieces.every(isDigits)) return false;
  const wordy = pieces.every((piece) => piece.length <= (isDigits(piece) ? 4 : 11));
  const average = pieces.reduce((sum, piece) => sum + piece.length, 0) / pieces.length;
  return !(wordy && average > 3.1);
}
