import { compileMarkers } from './marker-scan.ts';
import { builtInRules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import { findInWindows, openWindow, presetMarkers, type Window } from './secretlint.ts';
import { replaceSpans, type Span } from './span.ts';

/** Takes secrets out of texts. Redact before a text is truncated: half a secret is no longer recognised. */
export interface Redactor {
  /** The texts with each secret replaced by `[redacted:<rule>]`, in their order; a text without any is the same string. */
  redact(texts: readonly string[]): Promise<string[]>;
  /** The same for one text. */
  redactOne(text: string): Promise<string>;
}

/** How a redactor differs from the usual one. */
export interface RedactorOptions {
  /** Instead of the built-in rules. */
  rules?: readonly Rule[];
  /** False: without secretlint's rules. */
  secretlint?: boolean;
}

/** A secret's name, once redacted, may lie next to another secret: a text is looked through again until nothing is found, at most so often. */
const ROUNDS = 4;

/**
 * Prepares the rules (3 ms); make one and keep it.
 *
 * All texts pass one scan for the markers of all rules. A rule is asked only where its marker stands, and secretlint is imported only
 * when a text holds something like one of its secrets.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const find = createFinder(options.rules ?? builtInRules, options.secretlint ?? true);

  async function redact(texts: readonly string[]): Promise<string[]> {
    const results = [...texts];
    let pending = [...results.keys()];
    for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
      const windows: Window[] = [];
      const found = pending.map((index) => find(results[index] ?? '', windows));
      await findInWindows(windows);
      pending = pending.filter((index, i) => {
        const spans = found[i];
        if (spans === undefined || spans.length === 0) return false;
        const text = results[index] ?? '';
        const redacted = replaceSpans(text, spans);
        results[index] = redacted;
        return redacted !== text;
      });
    }
    return results;
  }

  return {
    redact,
    async redactOne(text) {
      const [redacted = ''] = await redact([text]);
      return redacted;
    },
  };
}

/** What our rules find in a text. Adds a window for each place that secretlint has to look at. */
type Finder = (text: string, windows: Window[]) => Span[];

function createFinder(rules: readonly Rule[], withSecretlint: boolean): Finder {
  const ours = rules.flatMap((rule) => rule.markers.map((literal) => ({ literal, rule })));
  const theirs = withSecretlint ? presetMarkers.flatMap((marker) => marker.literals.map((literal) => ({ literal, marker }))) : [];
  const scan = compileMarkers([...ours, ...theirs].map(({ literal }) => literal));
  /** Where the last secret of a rule ended: it is not asked about markers within. */
  const ends = new Map<Rule, number>();

  return (text, windows) => {
    const spans: Span[] = [];
    let covered: Span | undefined;
    if (ends.size > 0) ends.clear();
    scan.scan(text, (index, at) => {
      const own = ours[index];
      if (own !== undefined) {
        if (at < (ends.get(own.rule) ?? 0)) return;
        const found = own.rule.find(text, at);
        if (found === undefined) return;
        ends.set(own.rule, found.end);
        const span = { ...found, id: own.rule.id, rank: index };
        spans.push(span);
        if (covered === undefined || span.end > covered.end) covered = span;
        return;
      }
      const their = theirs[index - ours.length];
      if (their === undefined) return;
      // One of ours has it already.
      const literalEnd = at + their.literal.length;
      if (covered !== undefined && covered.start <= literalEnd && literalEnd <= covered.end) return;
      openWindow(windows, text, at, their.literal, their.marker, spans);
    });
    return spans;
  };
}
