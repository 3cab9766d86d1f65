import { isUserAndPassword } from './rules/authorization.ts';
import { judgeName } from './rules/secret-names.ts';
import { isOrdinaryWord, isPath, isReference, isWords, looksRandom } from './rules/secret-value.ts';

/** The replacement for a member's secret. */
export const HIDDEN_MEMBER = '[redacted:assignment]';

type Plain = string | number | boolean | null | undefined;

/**
 * Returns the names of members of an object whose values are secrets. It sees name and value together, unlike a pattern over the
 * value alone: `{"password": "orchard"}`, and `{"name": "DB_PASSWORD", "value": "orchard"}` or a field of a form and the text
 * typed into it.
 */
export function findSecretMembers(object: Readonly<Record<string, unknown>>): string[] {
  const told = findToldName(object);
  return Object.keys(object).filter((name) => {
    const value = object[name];
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    return isSecretMember(name, value) || (told !== undefined && VALUES.test(name) && isSecretMember(told, value));
  });
}

/** Whether the value assigned to a name is a secret. */
export function isSecretMember(name: string, value: Plain): boolean {
  const kind = judgeName(name);
  if (kind === undefined || value === null || value === undefined || typeof value === 'boolean') return false;
  const text = String(value).trim();
  if (text === '' || isReference(text) || isOrdinaryWord(text)) return false;
  // A number is a password only if it is one to be typed: `pin` is also part of a machine.
  if (/^\d+$/.test(text) && text.length < 4) return false;
  if (kind === 'password') return true;
  if (kind === 'likely') return looksRandom(text, 8) || isEncodedLogin(text);
  if (typeof value === 'number' || text.length < 4 || isPath(text) || /^https?:\/\/[^@]*$/.test(text)) return false;
  // A sentence about a token is not a token.
  return text.split(/\s+/).length < 4 || !isWords(text);
}

const NAMES = /^(?:name|key|header|variable|var|field|param|parameter|property|id)$/i;
/** Members that identify a field of a form by its label or place. */
const FIELDS = /^(?:element|selector|locator|label|placeholder|target|title|aria_?label)$/i;
const VALUES = /^(?:value|val|content|data|text|default|default_?value|secret|plaintext)$/i;
const TYPED = /(?:^|[^a-z])(password|passwd|passphrase|passcode|api.?key|secret|token)(?![a-z])/i;

function findToldName(object: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value !== 'string' || value.length > 200) continue;
    if (NAMES.test(name) && judgeName(value) !== undefined) return value;
    if (FIELDS.test(name) && TYPED.test(value)) return 'password';
  }
  return undefined;
}

function isEncodedLogin(text: string): boolean {
  return /^[A-Za-z0-9+/]{8,4096}={0,2}$/.test(text) && isUserAndPassword(text);
}
