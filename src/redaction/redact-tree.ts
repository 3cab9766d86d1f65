import { findSecretMembers, HIDDEN_MEMBER, isSecretMember } from './member.ts';
import type { Redacted, RedactedValue } from './redacted.ts';

/** Nobody's arguments are nested deeper. */
const DEEPEST = 200;

/**
 * Redacts a value of any shape: members whose name reveals a secret, pairs and flags in lists, and every other text by the rules.
 * Anything other than texts, lists and plain objects stays as it is.
 */
export async function redactTree<T>(
  value: T,
  redact: (texts: readonly string[]) => readonly Redacted[] | Promise<readonly Redacted[]>,
  allowed?: ReadonlySet<string>,
): Promise<RedactedValue<T>> {
  const texts: string[] = [];
  walk(
    value,
    (text) => {
      texts.push(text);
      return text;
    },
    allowed,
  );
  const clean = await redact(texts);
  let next = 0;
  return walk(value, () => clean[next++] ?? '', allowed) as RedactedValue<T>;
}

/** Redacts every text in a value by the rules; the names of members reveal nothing, because they are hardwon's own. */
export async function redactTexts<T>(
  value: T,
  redact: (texts: readonly string[]) => readonly Redacted[] | Promise<readonly Redacted[]>,
): Promise<RedactedValue<T>> {
  const texts = new Set<string>();
  replaceTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  const all = [...texts];
  const clean = await redact(all);
  const changed = new Map(all.flatMap((text, index) => (clean[index] === text ? [] : [[text, clean[index] ?? '']])));
  return (changed.size === 0 ? value : replaceTexts(value, (text) => changed.get(text) ?? text)) as RedactedValue<T>;
}

/** Names of members may be texts, too: those of a table by tool or by branch. */
function replaceTexts(value: unknown, replace: Replace): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, replace));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [replace(name), replaceTexts(item, replace)]));
}

type Replace = (text: string) => string;

/** Visits texts in the same order each time: hidden members do not count as texts. */
function walk(value: unknown, replace: Replace, allowed: ReadonlySet<string> | undefined, depth = 0): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      isHiddenItem(value, index, allowed) ? HIDDEN_MEMBER : walk(item, replace, allowed, depth + 1),
    );
  }
  if (!isPlainObject(value)) return value;
  const secret = new Set(findSecretMembers(value).filter((name) => !isAllowed(value[name], allowed)));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      secret.has(name) ? HIDDEN_MEMBER : walk(item, replace, allowed, depth + 1),
    ]),
  );
}

/** Whether an item is hidden: `["--password", "..."]`, and `["X-Api-Key", "..."]` as a pair. */
function isHiddenItem(list: readonly unknown[], index: number, allowed: ReadonlySet<string> | undefined): boolean {
  const [name, value] = [list[index - 1], list[index]];
  if (typeof name !== 'string' || typeof value !== 'string' || isAllowed(value, allowed)) return false;
  const isNamed = /^--?[A-Za-z]/.test(name) ? !value.startsWith('-') : list.length === 2;
  return isNamed && isSecretMember(name, value);
}

function isAllowed(value: unknown, allowed: ReadonlySet<string> | undefined): boolean {
  return typeof value === 'string' && allowed?.has(value) === true;
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
