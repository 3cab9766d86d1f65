import { areReversed } from './contrasts.ts';
import { findNames, type Name } from './names.ts';
import { areTurned } from './polarity.ts';

/** The instruction of a text for something that it names. */
interface Directive {
  name: string;
  /** `do`: use it. `avoid`: leave it alone. */
  stance: 'do' | 'avoid';
  /** The kind of action, coarsely: `any` if only "always" or "never" says it. */
  deed: Deed;
}

/** One thing comes before another. */
interface Order {
  first: string;
  second: string;
}

type Deed = 'use' | 'place' | 'edit' | 'any';

/**
 * Reads what a guidance says should be done with the things it names, and in which order. Only plain statements count: a name
 * without such a word before it in its clause, or with a condition ("do not run A without B"), gives no directive.
 */
function readDirectives(guidance: string): { directives: Directive[]; orders: Order[] } {
  const directives: Directive[] = [];
  const orders: Order[] = [];
  for (const sentence of splitSentences(guidance)) {
    const names = findNames(sentence).filter((name) => name.kind !== 'identifier' || sentence[name.at] === '`');
    orders.push(...readOrders(sentence, names));
    for (const [index, name] of names.entries()) {
      const directive = readDirective(sentence, name, names[index - 1], names[index + 1]);
      if (directive) directives.push(directive);
    }
  }
  return { directives, orders };
}

/**
 * Whether two guidances contradict each other: they use and avoid the same thing, put the same two in opposite order, prefer
 * opposite ones, or use the same words except for one that reverses the meaning.
 */
export function areOpposite(first: string, second: string): boolean {
  const [one, other] = [readDirectives(first), readDirectives(second)];
  const isAgainst = (a: Directive) =>
    other.directives.some(
      (b) => a.name === b.name && a.stance !== b.stance && (a.deed === b.deed || a.deed === 'any' || b.deed === 'any'),
    );
  return (
    one.directives.some(isAgainst) ||
    one.orders.some((a) => other.orders.some((b) => a.first === b.second && a.second === b.first)) ||
    areReversed(first, second) ||
    areTurned(first, second)
  );
}

function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+(?=[A-Z`])|\n/).filter((sentence) => sentence.trim() !== '');
}

function readDirective(
  sentence: string,
  name: Name,
  before: Name | undefined,
  after: Name | undefined,
): Directive | undefined {
  const lead = sentence.slice(before?.end ?? 0, name.at);
  const follows = sentence.slice(name.end, after?.at ?? sentence.length);
  if (/(?:instead of|rather than|in place of|and not|, not|\bnot)(?: the| a)?\s*$/i.test(lead)) {
    // `A`, not `B`: the instruction for A must not be applied to B.
    return { name: name.text, stance: 'avoid', deed: deedIn(sentence.slice(0, name.at)) ?? 'use' };
  }
  // A name after "before" or "after" marks a moment, not an action.
  if (/\b(?:before|after|until|once|when|while|if|in case|without|unless|because|since|see)\b[^,;:]*$/i.test(lead))
    return undefined;
  const clause = lead.split(/[,;:—]\s*/).at(-1) ?? lead;
  const isListed = before !== undefined && /^\s*(?:,|and|or|,? and|,? or)\s*$/i.test(lead);
  const said = isListed ? sentence.slice(0, name.at) : clause;
  const isAvoided = AVOID.test(said);
  // "Do not run A without B" and "never run A before B" ask for B and forbid nothing.
  if (isAvoided && /^[^.;]{0,60}\b(?:without|unless|until|before|after|while|when|if|directly)\b/i.test(follows))
    return undefined;
  const deed = deedIn(said);
  if (isAvoided) return { name: name.text, stance: 'avoid', deed: deed ?? 'any' };
  if (deed) return { name: name.text, stance: 'do', deed };
  return ALWAYS.test(said) ? { name: name.text, stance: 'do', deed: 'any' } : undefined;
}

const AVOID =
  /\b(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|avoid|stop|no longer)\b/i;
const ALWAYS = /\b(?:always|must|should|only|prefer)\b/i;

const DEEDS: readonly (readonly [RegExp, Deed])[] = [
  [
    /\b(?:us(?:e|ing)|run(?:ning)?|call(?:ing)?|prefer|invok(?:e|ing)|execut(?:e|ing)|start(?:ing)?|install(?:ing)?|import(?:ing)?|choose|pass(?:ing)?|set(?:ting)?|add(?:ing)?)\b/gi,
    'use',
  ],
  [
    /\b(?:put(?:ting)?|keep(?:ing)?|plac(?:e|ing)|stor(?:e|ing)|creat(?:e|ing)|mov(?:e|ing)|writ(?:e|ing))\b/gi,
    'place',
  ],
  [
    /\b(?:edit(?:ing)?|chang(?:e|ing)|modify(?:ing)?|touch(?:ing)?|updat(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|commit(?:ting)?)\b/gi,
    'edit',
  ],
];

/** Returns the last action that a text mentions. */
function deedIn(text: string): Deed | undefined {
  let last: { at: number; deed: Deed } | undefined;
  for (const [pattern, deed] of DEEDS)
    for (const match of text.matchAll(pattern)) if (!last || match.index > last.at) last = { at: match.index, deed };
  return last?.deed;
}

/** Reads `A` before `B`; before `B`, run `A`; after `B` run `A`; `A` first, then `B`. */
function readOrders(sentence: string, names: readonly Name[]): Order[] {
  const orders: Order[] = [];
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    if (!next || next.text === name.text) continue;
    const lead = sentence.slice(names[index - 1]?.end ?? 0, name.at);
    const between = sentence.slice(name.end, next.at);
    const said = [...between.matchAll(/\b(?:before|after|then)\b/gi)].at(-1)?.[0].toLowerCase();
    const opened = /\b(before|after)\b[^,;]*$/i.exec(lead)?.[1]?.toLowerCase();
    const isBefore = said === 'before' || said === 'then' || (said === undefined && opened === 'after');
    if (said === undefined && opened === undefined) continue;
    // "Never run A before B" reverses the order.
    const isTurned = AVOID.test(lead) && said !== undefined;
    orders.push(
      isBefore !== isTurned ? { first: name.text, second: next.text } : { first: next.text, second: name.text },
    );
  }
  return orders;
}
