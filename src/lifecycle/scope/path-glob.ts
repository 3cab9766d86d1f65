/**
 * A path pattern as its alternatives, each a list of segments. `**` stands for any number of segments, including none; within a
 * segment `*` stands for any characters and `?` for one.
 */
export type ScopeGlob = readonly (readonly string[])[];

/** Upper bound: `{a,b}{c,d}…` multiplies, and no person writes more alternatives. The rest is cut off. */
const MOST_ALTERNATIVES = 64;

/** Upper bound: longer paths do not exist, and the comparison takes time proportional to the product of both lengths. */
const MOST_SEGMENTS = 64;

/**
 * Reads an item of a scope, or a path. A path without stars is the file, or the folder with everything in it; a single name is a
 * file, folder or module of that name anywhere, and `*.test.ts` a file anywhere.
 */
export function readScopeItem(item: string): ScopeGlob {
  const path = normalise(item);
  if (path === '') return [];
  // `app/[id]/page.tsx` is as often the name of a file as a pattern with a character class.
  const names = path.includes('[') ? [path, path.replaceAll('[', LITERAL['['] ?? '')] : [path];
  return names.flatMap(expandBraces).flatMap((alternative) => {
    const segments = alternative.split('/').slice(0, MOST_SEGMENTS);
    const isPlain = !/[*?[]/.test(alternative);
    const single = segments.length === 1 ? segments[0] : undefined;
    if (single === '**') return [['**']];
    if (single !== undefined && isPlain)
      return [['**', single, '**'], ...(single.includes('.') ? [] : [['**', `${single}.*`]])];
    if (single !== undefined) return [['**', single]];
    return [isPlain ? [...segments, '**'] : segments];
  });
}

/** Reads a literal path, in which stars are characters of its name. */
export function readPath(path: string): ScopeGlob {
  return [normalise(path).split('/').slice(0, MOST_SEGMENTS).map(escapeSegment)];
}

/** Whether both can match the same path. */
export function overlap(first: ScopeGlob, second: ScopeGlob): boolean {
  return first.some((one) => second.some((other) => segmentsOverlap(one, other)));
}

/** Whether it, or one of its alternatives, matches everything: `**`, `*`, `**\/*`, `.`, `{src,**}/*`. */
export function isEverything(item: string): boolean {
  return expandBraces(normalise(item)).some((path) => {
    const segments = normalise(path).split('/');
    // `a/..` leads back to the starting folder.
    if (segments.some((segment) => segment === '..')) return false;
    return segments.every((segment) => segment === '' || segment === '.' || ANYTHING.test(segment));
  });
}

/** A segment of stars, question marks and dots with at least one star, or of a negated character class. */
const ANYTHING = /^(?=.*\*)(?:[*?.]|\[[!^][^\]]*\])+$/;

/** Characters that stand for themselves in a segment, though they look like wildcards. */
const LITERAL: Readonly<Record<string, string>> = { '*': '\uE000', '?': '\uE001', '[': '\uE002' };

function escapeSegment(segment: string): string {
  return segment.replace(/[*?[]/g, (sign) => LITERAL[sign] ?? sign);
}

/** Returns the item with forward slashes, without a leading `./` or a trailing slash. */
function normalise(item: string): string {
  return item
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/\/{2,}/g, '/');
}

function expandBraces(text: string): string[] {
  let open = [text];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= MOST_ALTERNATIVES) {
    const next: string[] = [];
    for (const one of open) {
      const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(one) ?? [];
      if (whole === undefined || inner === undefined) done.push(one);
      else next.push(...inner.split(',').map((choice) => one.replace(whole, () => choice)));
    }
    open = next;
  }
  return [...done, ...open].slice(0, MOST_ALTERNATIVES);
}

function segmentsOverlap(first: readonly string[], second: readonly string[]): boolean {
  return intersect(first, second, '**', signsOverlap);
}

/**
 * Within a segment, a character class stands for any character, because a scope should overlap too much rather than too little.
 */
function signsOverlap(first: string, second: string): boolean {
  if (first === second) return true;
  return intersect(
    readSigns(first),
    readSigns(second),
    '*',
    (one, other) => one === '?' || other === '?' || one === other,
  );
}

function readSigns(segment: string): string[] {
  return [...segment.replace(/\[[^\]]+\]/g, '?').replace(/\*{2,}/g, '*')];
}

/**
 * Whether two sequences can be equal if `many` stands for any number of items. It works row by row, in time proportional to the
 * product of both lengths.
 */
function intersect(
  first: readonly string[],
  second: readonly string[],
  many: string,
  same: (one: string, other: string) => boolean,
): boolean {
  // reached[j]: the part of `first` so far can equal the first j items of `second`.
  let reached = startRow(second, many);
  for (const one of first) {
    const next: boolean[] = [];
    for (let at = 0; at <= second.length; at++) {
      const other = second[at - 1];
      const above = reached[at] ?? false;
      const left = at > 0 && (next[at - 1] ?? false);
      const diagonal = at > 0 && (reached[at - 1] ?? false);
      if (one === many) next.push(above || left);
      else if (other === many) next.push(left || above);
      else next.push(diagonal && other !== undefined && same(one, other));
    }
    reached = next;
  }
  return reached[second.length] ?? false;
}

function startRow(second: readonly string[], many: string): boolean[] {
  const row = [true];
  for (const [at, item] of second.entries()) row.push((row[at] ?? false) && item === many);
  return row;
}
