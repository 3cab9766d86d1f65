import { readJoint } from './contrasts.ts';
import { readTokens, stems } from './tokens.ts';

/** The least share of words and names that two contradicting guidances have in common. */
const SHARED = 0.6;

/**
 * Whether two guidances use the same words and names, except for an odd number of words that reverse the meaning: a negation, or
 * one of a pair such as "enable" and "disable". Returns false if only one of them has a condition, or one is about an order.
 */
export function areTurned(first: string, second: string): boolean {
  const [one, other] = [readSides(first), readSides(second)];
  if ([...CONDITIONS].some((word) => one.words.has(word) !== other.words.has(word))) return false;
  if (ORDERS.some((word) => one.words.has(word))) return false;
  const [mine, theirs] = [only(one.words, other.words), only(other.words, one.words)];
  let turns = Math.abs(one.denials - other.denials);
  for (const word of mine) {
    const match = [...theirs].find((candidate) => isPair(word, candidate));
    if (match === undefined) continue;
    turns += 1;
    mine.delete(word);
    theirs.delete(match);
  }
  if (turns % 2 === 0) return false;
  const shared = [...one.words].filter((word) => other.words.has(word)).length;
  return (
    shared > 0 &&
    shared / (shared + Math.max(mine.size, theirs.size)) >= SHARED &&
    Math.min(mine.size, theirs.size) === 0
  );
}

interface Sides {
  words: Set<string>;
  denials: number;
}

function readSides(guidance: string): Sides {
  const sides: Sides = { words: new Set(), denials: 0 };
  const tokens = readTokens(guidance);
  for (const [at, { text, isName }] of tokens.entries()) {
    // "A, not B" chooses and does not negate.
    if (!isName && DENIALS.has(text)) sides.denials += readJoint(tokens, at) ? 0 : 1;
    else if (isName || !EMPTY.has(text)) sides.words.add(text);
  }
  return sides;
}

function only(words: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...words].filter((word) => !others.has(word)));
}

function isPair(first: string, second: string): boolean {
  return PAIRS.some(
    ([some, others]) => (some.has(first) && others.has(second)) || (some.has(second) && others.has(first)),
  );
}

const DENIALS = new Set(['not', 'never', 'no']);
const EMPTY = new Set(
  stems('always ever then first to in for with from on at by as up out than of instead rather over prefer'),
);
const CONDITIONS = new Set(stems('unless until without if when while only except before after'));
const ORDERS = ['before', 'after'];

const PAIRS: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = (
  [
    [
      'enable activate allow permit use add include keep retain install set',
      'disable deactivate forbid prohibit deny disallow avoid remove delete drop exclude omit discard uninstall unset stop strip',
    ],
    ['use run call', 'avoid skip stop'],
    ['increase raise grow extend lengthen', 'decrease lower reduce shrink shorten'],
    ['sync synchronous synchronously blocking', 'async asynchronous asynchronously'],
    ['sequential sequentially serial serially', 'parallel concurrently concurrent'],
    ['show print expose reveal', 'hide suppress mask'],
    ['open', 'close'],
    ['start', 'stop'],
    ['commit track', 'ignore gitignore untrack'],
    ['lock pin', 'unlock unpin'],
    ['public', 'private internal'],
    ['absolute', 'relative'],
    ['ascending', 'descending'],
    ['on', 'off'],
    ['true', 'false'],
    ['eager eagerly', 'lazy lazily'],
    ['accept', 'reject refuse'],
    ['required mandatory', 'optional'],
    ['single', 'double'],
    ['tabs tab', 'spaces space'],
    ['uppercase', 'lowercase'],
    ['mutable', 'immutable'],
    ['static', 'dynamic'],
    ['local', 'remote global'],
    ['merge', 'rebase'],
    ['throw raise propagate', 'swallow catch'],
    ['more longer larger bigger higher', 'less fewer shorter smaller lower'],
    ['inside', 'outside'],
    ['escape quote encode', 'unescape unquote decode'],
    ['maximum', 'minimum'],
    ['subscribe register', 'unsubscribe unregister'],
  ] as const
).map(([some, others]) => [new Set(stems(some)), new Set(stems(others))] as const);
