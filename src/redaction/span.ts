/** Part of a text that must not be visible, in UTF-16 units. */
export interface Span {
  /** Index of the first character to remove. */
  start: number;
  /** Index after the last character to remove. */
  end: number;
  /** The rule that found it; shown in its place. */
  id: string;
  /** The rule's rank among the rules: of spans with the same start, the lowest gives the name. */
  rank: number;
}

/** The form of a redacted secret. No rule finds anything in it, so that redacting twice changes nothing. */
const PLACEHOLDER = /\[redacted:[a-z0-9-]+\]/g;

/** Replaces every span by `[redacted:<id>]`; spans may overlap and come in any order. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const span of cutAroundPlaceholders(text, mergeSpans(spans))) {
    pieces.push(text.slice(from, span.start), `[redacted:${span.id}]`);
    from = span.end;
  }
  if (from === 0 && pieces.length === 0) return text;
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Merges overlapping spans into one with the id of the first, so that no part of a secret remains. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: Span[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ ...span });
    else if (span.end > last.end) last.end = span.end;
  }
  return merged;
}

/** A value that was partly redacted before keeps its placeholder; only the text around it is removed. */
function cutAroundPlaceholders(text: string, spans: readonly Span[]): Span[] {
  const placeholders = text.includes('[redacted:') ? [...text.matchAll(PLACEHOLDER)] : [];
  if (placeholders.length === 0) return [...spans];
  const cut: Span[] = [];
  let next = 0;
  for (const span of spans) {
    let start = span.start;
    while (next < placeholders.length && (placeholders[next]?.index ?? 0) < span.end) {
      const found = placeholders[next];
      if (found === undefined) break;
      const end = found.index + found[0].length;
      if (end > start) {
        if (found.index > start) cut.push({ ...span, start, end: found.index });
        start = end;
      }
      // A placeholder that extends past this span may touch the next one.
      if (end > span.end) break;
      next++;
    }
    if (start < span.end) cut.push({ ...span, start });
  }
  return cut;
}
