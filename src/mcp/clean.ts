import type { Redact } from '../sessions/redact-part.ts';
import { stripControls } from '../shared/terminal.ts';

/** Upper bound: clients cut longer answers. */
const LONGEST_TEXT = 40_000;

/**
 * Makes every text in an answer safe for a model: without control or invisible characters and secrets, and of limited length.
 * Texts in memory and logs were cleaned when they were stored, but a person may have edited them since, and this is the last
 * place before they leave.
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

/** Returns one text, of any length, without control characters and secrets. */
export async function cleanText(text: string, redact: Redact): Promise<string> {
  const [clean = ''] = await redact([stripControls(text)]);
  return clean;
}

/** Returns the same value with each text replaced; property names are ours and stay. */
function walk(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, replace)]));
}

function cut(text: string): string {
  return text.length <= LONGEST_TEXT
    ? text
    : `${text.slice(0, LONGEST_TEXT)}\n… ${text.length - LONGEST_TEXT} more characters`;
}
