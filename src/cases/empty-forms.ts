import { foundNothing } from '../failures/judge.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import { isSearch } from '../shell/index.ts';
import { allCalls, type CaseHistory } from './read-history.ts';

/** A part of searches with which they find nothing, though they find something without it. */
interface EmptyForm {
  part: string;
  /** How often searches with it found nothing, beside the others. */
  count: string;
  /** The searches with it that found nothing. */
  empty: ReadonlySet<Step>;
}

/** So many searches in several sessions, or in one, are no chance. */
const FEWEST = 4;
/** So many of them find nothing, and so many times as often as the others. */
const MOSTLY = 0.7;
const TIMES = 2;

/** Compares searches that found nothing with those that did: a wrong form of a pattern is silent. */
export function findEmptyForms(history: CaseHistory): EmptyForm[] {
  const searches = [...allCalls(history)].flatMap(({ step }) => {
    const parts = searchedParts(step);
    return parts ? [{ step, parts, isEmpty: foundNothing(step.call.output) }] : [];
  });
  const emptyAll = searches.filter(({ isEmpty }) => isEmpty).length;
  const byPart = new Map<string, (typeof searches)[number][]>();
  for (const one of searches)
    for (const part of one.parts) {
      const same = byPart.get(part);
      if (same) same.push(one);
      else byPart.set(part, [one]);
    }
  return [...byPart].flatMap(([part, own]): EmptyForm[] => {
    const empty = own.filter(({ isEmpty }) => isEmpty);
    if (empty.length < FEWEST || empty.length < MOSTLY * own.length) return [];
    const others = (emptyAll - empty.length) / Math.max(1, searches.length - own.length);
    if (empty.length / own.length < TIMES * others) return [];
    const rest = searches.length - own.length;
    const count = `${empty.length} of ${own.length} such searches, ${emptyAll - empty.length} of ${rest} others`;
    return [{ part, count, empty: new Set(empty.map(({ step }) => step)) }];
  });
}

const MAY_SEARCH = /\b(?:[ef]?grep|rg|ag|ack)\b/;

/** Returns what may be wrong with the form of a search: marks in its pattern, and filters. */
function searchedParts(step: Step): Set<string> | undefined {
  const { call } = step;
  // Most commands need not be parsed for that.
  const { main } = MAY_SEARCH.test(call.input.command ?? '') ? (step.parsed ?? {}) : {};
  if (call.tool !== 'search' && !(main && isSearch(main))) return undefined;
  const pattern = call.input.pattern ?? main?.operands[0] ?? '';
  const name = main?.name ?? call.name;
  const parts = new Set<string>();
  for (const [mark] of pattern.matchAll(/\\[^\w\s]/g)) parts.add(`${name} with \`${mark}\` in the pattern`);
  if ((pattern.match(/"/g)?.length ?? 0) % 2 === 1) parts.add(`${name} with an unbalanced quote in the pattern`);
  for (const [key, value] of Object.entries(call.input.rest ?? {}))
    if (typeof value === 'string' && /^[\w,.*{}-]{1,30}$/.test(value)) parts.add(`${name} with \`${key}=${value}\``);
  if (call.input.glob) parts.add(`${name} with \`glob=${call.input.glob}\``);
  for (const flag of main?.flags ?? []) parts.add(`${name} with \`${flag}\``);
  return parts;
}
