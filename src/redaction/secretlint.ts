import { isWordCharacter, startsWord } from './rules/rule.ts';
import type { Span } from './span.ts';

/** A marker of places where one of the preset's rules can find something. */
interface PresetMarker {
  /** The rule's id without `@secretlint/secretlint-rule-`; also shown in place of the secret. */
  rule: string;
  /** Lower-case literals; the rule finds nothing without one of them. */
  literals: readonly string[];
  /** Minimum number of characters of a secret after the literal. */
  shortest: number;
  /** Maximum number of characters of a secret before the literal. */
  lead?: number;
}

/**
 * The literals that each rule of secretlint's recommended preset 12.0.0 needs to find anything, taken from its source.
 *
 * This table must stay a superset of what the rules match; tests/redaction/secretlint.test.ts has samples of each and compares
 * with secretlint itself. Review it when the preset's version changes.
 */
export const presetMarkers: readonly PresetMarker[] = [
  { rule: '1password', literals: ['ops_ey'], shortest: 100 },
  { rule: 'anthropic', literals: ['sk-ant-api0'], shortest: 92 },
  { rule: 'databricks', literals: ['dapi'], shortest: 32 },
  { rule: 'docker', literals: ['dckr_pat_'], shortest: 27 },
  { rule: 'figma', literals: ['figd_'], shortest: 40 },
  { rule: 'gitlab', literals: ['glpat-'], shortest: 20 },
  { rule: 'grafana', literals: ['glc_', 'glsa_'], shortest: 32 },
  { rule: 'groq', literals: ['gsk_'], shortest: 52 },
  { rule: 'hashicorp-vault', literals: ['hvs.', 'hvb.', 'hvr.'], shortest: 90 },
  { rule: 'huggingface', literals: ['hf_'], shortest: 34 },
  { rule: 'linear', literals: ['lin_api_'], shortest: 32 },
  { rule: 'notion', literals: ['ntn_'], shortest: 46 },
  // The middle of every key; the start is `sk-` and up to 83 characters.
  { rule: 'openai', literals: ['t3blbkfj'], shortest: 20, lead: 86 },
  { rule: 'sendgrid', literals: ['sg.'], shortest: 66 },
  { rule: 'shopify', literals: ['shppa_', 'shpca_', 'shpat_', 'shpss_'], shortest: 32 },
  { rule: 'slack', literals: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-'], shortest: 3 },
  { rule: 'slack', literals: ['https://hooks.slack.com/services/t'], shortest: 5 },
  { rule: 'vercel', literals: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], shortest: 20 },
];

/** The preset's rules that are not run, because a rule of ours finds the same and more. */
export const replacedPresetRules: Readonly<Record<string, string>> = {
  aws: 'reports 40 characters from the name on, so that the end of the key survives; ours: aws-secret',
  basicauth: 'takes the host away too, and passes over passwords with signs in them; ours: url-credentials',
  'database-connection-string': 'takes the whole address away, and takes `<password>` for one; ours: url-credentials',
  'filter-comments': 'a comment in the text would switch redaction off, and the text is hostile',
  gcp: 'looks at files named .json and .p12 alone; ours: private-key',
  github: 'reads 36 characters again at each start, a second for 5 MB of them; ours: github',
  npm: 'the same; ours: npm',
  privatekey: 'passes over keys without an end; ours: private-key',
};

/** Part of a text that secretlint has to examine. */
export interface Window {
  text: string;
  start: number;
  end: number;
  /** Receives the findings. */
  spans: Span[];
}

/** The longest secret of the preset is 1Password's: 1,290 characters. */
const LONGEST = 1_400;

/**
 * Makes secretlint examine the literal that starts at `at`, unless too little follows, or a letter comes before it, as in `msg.`.
 *
 * The window begins at the literal, because the rules allow no letter before it, and an escaped `\n` ends in one. A literal
 * within a window opens no new one: the window is extended instead, so that all windows together are not longer than the texts.
 */
export function openWindow(
  windows: Window[],
  text: string,
  at: number,
  literal: string,
  marker: PresetMarker,
  spans: Span[],
): void {
  const lead = marker.lead ?? 0;
  if (lead === 0 && !startsWord(text, at) && !isDigit(text.charCodeAt(at - 1))) return;
  const last = windows.at(-1);
  if (lead === 0 && last !== undefined && last.spans === spans && at < last.end) {
    last.end = findBodyEnd(text, last.end, at + LONGEST);
    return;
  }
  const bodyStart = at + literal.length;
  const end = findBodyEnd(text, bodyStart, lead === 0 ? at + LONGEST : at + lead);
  if (end - bodyStart >= marker.shortest) windows.push({ text, start: Math.max(0, at - lead), end, spans });
}

function findBodyEnd(text: string, from: number, limit: number): number {
  let end = from;
  while (end < text.length && end < limit && isBodyCharacter(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Runs the preset over the joined windows, because each call has a cost.
 *
 * The rules are called without `@secretlint/core`, which costs 29 ms to import (the rules alone 8), compares all messages with
 * each other (quadratic in hits) and keeps a performance mark for each call and rule for ever.
 */
export async function findInWindows(windows: readonly Window[]): Promise<void> {
  if (windows.length === 0) return;
  preset ??= loadPreset();
  const rules = await preset;
  // A line break ends every secret of the preset: none reaches from one window into the next.
  const content = windows.map(({ text, start, end }) => text.slice(start, end)).join('\n');
  for (const { id, find } of rules) {
    let next = 0;
    let offset = 0;
    for (const [from, to] of find(content)) {
      // Findings of one rule come in order, or start over with its next pattern.
      if (from < offset) [next, offset] = [0, 0];
      for (let window = windows[next]; window !== undefined; window = windows[++next]) {
        const length = window.end - window.start + 1;
        if (from < offset + length) break;
        offset += length;
      }
      const window = windows[next];
      window?.spans.push({
        start: window.start + from - offset,
        end: window.start + to - offset,
        id,
        rank: Number.MAX_VALUE,
      });
    }
  }
}

interface PresetRule {
  id: string;
  find(content: string): (readonly [number, number])[];
}

let preset: Promise<PresetRule[]> | undefined;

async function loadPreset(): Promise<PresetRule[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend');
  return rules.flatMap((rule): PresetRule[] => {
    const id = rule.meta.id.replace('@secretlint/secretlint-rule-', '');
    if (id in replacedPresetRules) return [];
    let found: (readonly [number, number])[] = [];
    const handler = rule.create(
      {
        sharedOptions: {},
        createTranslator: () => (messageId) => ({ message: '', messageId: String(messageId), data: undefined }),
        report: ({ range }) => found.push(range),
        ignore: () => undefined,
      },
      {},
    );
    return [
      {
        id,
        find(content) {
          found = [];
          // The rules read only these three; a name other than package.json and .npmrc excludes two with wrong ranges.
          handler.file?.({ content, filePath: 'session.txt', ext: '.txt' } as Parameters<typeof handler.file>[0]);
          return found;
        },
      },
    ];
  });
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a character occurs in tokens: letters, digits and `+ - . / = _`. */
function isBodyCharacter(code: number): boolean {
  return isWordCharacter(code) || (code >= 45 && code <= 47) || code === 43 || code === 61 || code === 95;
}
