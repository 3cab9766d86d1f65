import { readTokens, stems, type Token } from './tokens.ts';

/** Two things that a guidance contrasts: one comes first or is preferred, the other does not or is not. */
interface Contrast {
  kind: 'choice' | 'order';
  /** The words before the contrasting word: those right before it, and all of them. */
  near: ReadonlySet<string>;
  left: ReadonlySet<string>;
  /** The words after it. */
  right: ReadonlySet<string>;
  /** Whether the second thing is preferred or comes first. */
  isTurned: boolean;
}

/** Whether two guidances contrast the same two things in opposite directions: "prefer A over B" and "prefer B over A". */
export function areReversed(first: string, second: string): boolean {
  const others = readContrasts(second);
  return readContrasts(first).some((one) => others.some((other) => isReverse(one, other)));
}

function isReverse(one: Contrast, other: Contrast): boolean {
  if (one.kind !== other.kind) return false;
  const isSameEnd = meets(one.right, other.right);
  if (one.isTurned !== other.isTurned) return isSameEnd && meets(one.near, other.near);
  return !isSameEnd && meets(one.right, other.left) && meets(other.right, one.left);
}

/** Upper bound of the words on one side; further words belong to the text before or after. */
const MOST_WORDS = 3;

function readContrasts(guidance: string): Contrast[] {
  const tokens = readTokens(guidance);
  return tokens.flatMap((_, at): Contrast[] => {
    const found = readJoint(tokens, at);
    if (!found) return [];
    const { from, to, kind } = found;
    const after = takeAfter(tokens, to);
    const right = without(after, takeBefore(tokens, from, after.length));
    const near = without(takeBefore(tokens, from, after.length), after);
    const left = without(tokens.slice(0, from), after);
    if (near.size === 0 || right.size === 0) return [];
    // "Never run A before B" puts B first.
    const isDenied = kind === 'order' && tokens.slice(0, from).some(({ text, isName }) => !isName && text === 'never');
    return [{ kind, near, left, right, isTurned: found.isTurned !== isDenied }];
  });
}

/** The joint between two contrasted things: the tokens that express the contrast, from the first to just after the last. */
interface Joint extends Pick<Contrast, 'kind' | 'isTurned'> {
  from: number;
  to: number;
}

/** Reads the words at a token that contrast two things. */
export function readJoint(tokens: readonly Token[], at: number): Joint | undefined {
  const word = (offset: number) => (tokens[at + offset]?.isName === false ? tokens[at + offset]?.text : undefined);
  const here = word(0);
  if (here === undefined || at === 0) return undefined;
  if ((here === 'instead' || here === 'rather') && /^(?:of|than|instead)$/.test(word(1) ?? 'of'))
    return { from: at, to: at + (here === 'rather' ? 2 : 1), kind: 'choice', isTurned: false };
  if (here === 'over' && tokens.slice(Math.max(0, at - 6), at).some(({ text }) => CHOOSING.has(text)))
    return { from: at, to: at + 1, kind: 'choice', isTurned: false };
  if (here === 'not' || (here === 'never' && PLACING.has(word(1) ?? '')))
    return { from: at, to: at + 1, kind: 'choice', isTurned: false };
  if (here === 'with' || here === 'to' || here === 'by') {
    const verb = tokens.slice(Math.max(0, at - 5), at).findLastIndex(({ text }) => REPLACING.has(text));
    return verb === -1 ? undefined : { from: at, to: at + 1, kind: 'choice', isTurned: true };
  }
  if (here === 'before') return { from: at, to: at + 1, kind: 'order', isTurned: false };
  if (here === 'after') return { from: at, to: at + 1, kind: 'order', isTurned: true };
  return undefined;
}

const CHOOSING = new Set(stems('prefer favour favor choose pick use take'));
const REPLACING = new Set(stems('replace swap substitute migrate switch move convert change rename from'));
const PLACING = new Set(stems('in from to with by on into at under inside below for via through using use'));
const ENDING = new Set(stems('because since when if unless until while which before after then but'));

function takeAfter(tokens: readonly Token[], start: number): Token[] {
  const taken: Token[] = [];
  for (let at = start; at < tokens.length && taken.length < MOST_WORDS; at++) {
    const token = tokens[at];
    if (!token || (at > start && token.isApart) || (!token.isName && ENDING.has(token.text))) break;
    if (!token.isName && PLACING.has(token.text)) {
      if (taken.length > 0) break;
      continue;
    }
    taken.push(token);
    if (token.isName) break;
  }
  return taken;
}

function takeBefore(tokens: readonly Token[], end: number, most: number): Token[] {
  const taken: Token[] = [];
  for (let at = end - 1; at >= 0 && taken.length < most; at--) {
    const token = tokens[at];
    if (!token || (!token.isName && PLACING.has(token.text))) break;
    taken.push(token);
    if (token.isName) break;
    if (token.isApart) break;
  }
  return taken;
}

function without(tokens: readonly Token[], others: readonly Token[]): Set<string> {
  const known = new Set(others.map(({ text }) => text));
  return new Set(tokens.map(({ text }) => text).filter((text) => !known.has(text)));
}

function meets(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  return [...first].some((item) => second.has(item));
}
