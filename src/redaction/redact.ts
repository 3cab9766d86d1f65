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
  /** Texts that look like secrets and are none, such as keys of test fixtures: they stay as they are. */
  allow?: readonly string[];
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
  const allowed = new Set(options.allow);
  const find = createFinder(options.rules ?? builtInRules, options.secretlint ?? true);

  async function redact(texts: readonly string[]): Promise<string[]> {
    const results = [...texts];
    let pending = [...results.keys()];
    for (let round = 0; round < ROUNDS && pending.length > 0; round++) {
      const windows: Window[] = [];
      const found = pending.map((index) => find(results[index] ?? '', windows));
      await findInWindows(windows);
      pending = pending.filter((index, i) => {
        const text = results[index] ?? '';
        const spans = found[i]?.filter(({ start, end }) => allowed.size === 0 || !allowed.has(text.slice(start, end)));
        if (spans === undefined || spans.length === 0) return false;
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
  const ours = rules.flatMap((rule) => {
    const asked: Asked = { rule, text: 0, until: 0 };
    return rule.markers.map((literal) => ({ literal, asked }));
  });
  const theirs = withSecretlint ? presetMarkers.flatMap((marker) => marker.literals.map((literal) => ({ literal, marker }))) : [];
  const scan = compileMarkers([...ours, ...theirs].map(({ literal }) => literal));
  let texts = 0;

  return (text, windows) => {
    const spans: Span[] = [];
    let covered: Span | undefined;
    const current = ++texts;
    scan.scan(text, (index, at) => {
      const own = ours[index];
      if (own !== undefined) {
        const { asked } = own;
        if (asked.text === current && at < asked.until) return;
        const found = asked.rule.find(text, at);
        if (found === undefined) return;
        asked.text = current;
        asked.until = found.end;
        const span = { ...found, id: asked.rule.id, rank: index };
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

/** A rule, and where its last secret ended: it is not asked about markers within. */
interface Asked {
  rule: Rule;
  /** The number of the text that `until` is about. */
  text: number;
  until: number;
}
