import type { Redact } from '../sessions/redact-part.ts';
import { stripControls } from '../shared/terminal.ts';

/** Longer texts are pasted outputs, which nobody asked for. */
const LONGEST_TEXT = 24_000;

/**
 * Makes every text in an answer fit for a model: no control or invisible characters, no secrets, none without end. What stands in memory
 * and logs was cleaned when it was stored; a person may have edited it since, and this is the last place before it leaves.
 */
export async function cleanAnswer<T>(answer: T, redact: Redact): Promise<T> {
  const texts: string[] = [];
  walk(answer, (text) => {
    texts.push(stripControls(text));
    return text;
  });
  const clean = await redact(texts);
  let at = 0;
  return walk(answer, () => cut(clean[at++] ?? '')) as T;
}

/** One text, however long, without control characters and secrets. */
export async function cleanText(text: string, redact: Redact): Promise<string> {
  const [clean = ''] = await redact([stripControls(text)]);
  return clean;
}

/** The same value with each text replaced; names of members are ours, and stay. */
function walk(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, replace)]));
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}\n… ${text.length - LONGEST_TEXT} more characters`;
}
