import { type Entry, readEntry } from './document.ts';
import { FIELD_ORDER } from './field-names.ts';
import { withoutEnding } from './markdown.ts';
import type { Field } from './read-fields.ts';

/** Returns the first field of that name, ignoring case; later ones of the same name are left alone. */
export function findField(entry: Entry, name: string): Field | undefined {
  const wanted = name.toLowerCase();
  return entry.fields.find((field) => field.name.toLowerCase() === wanted);
}

/**
 * Sets a field and touches no other line; `undefined` removes it. Lines of the value after the first are indented. A new field
 * goes to its place in the format's order.
 */
export function setField(entry: Entry, name: string, value: string | undefined, eol: string): Entry {
  const field = findField(entry, name);
  if (value === undefined) return field ? spliceLines(entry, field.from, field.to, [], eol) : entry;
  if (field) return spliceLines(entry, field.from, field.to, fieldLines(field.lead.trimEnd(), value), eol);
  const at = placeOf(entry, name);
  return spliceLines(entry, at, at, fieldLines(`- ${name}:`, value), eol);
}

/** Changes the number or title of an entry. */
export function setHeading(entry: Entry, id: string, title: string, eol: string): Entry {
  const mark = entry.lines[0]?.startsWith('\uFEFF') ? '\uFEFF' : '';
  return spliceLines(entry, 0, 1, [`${mark}## ${id}: ${title}`], eol);
}

/** Returns the lines, without endings, of a field. */
export function fieldLines(lead: string, value: string): string[] {
  const [first = '', ...rest] = value.split('\n');
  return [first === '' ? lead : `${lead} ${first}`, ...rest.map((line) => `  ${line}`)];
}

/** Returns the place after the last field that precedes it in the format's order. */
function placeOf(entry: Entry, name: string): number {
  const rank = rankOf(name);
  const before = entry.fields.filter((field) => rankOf(field.name) <= rank);
  return before.at(-1)?.to ?? 1;
}

function rankOf(name: string): number {
  const rank = FIELD_ORDER.findIndex((known) => known.toLowerCase() === name.toLowerCase());
  // A field of the user's own stays next to the one that it was written under.
  return rank === -1 ? 0 : rank;
}

function spliceLines(entry: Entry, from: number, to: number, added: readonly string[], eol: string): Entry {
  const lines = [...entry.lines];
  const isOpenEnded = lines.at(-1) === withoutEnding(lines.at(-1) ?? '');
  lines.splice(from, to - from, ...added.map((line) => line + eol));
  const ended = lines.map((line) => (line === withoutEnding(line) ? line + eol : line));
  // The last line of a file without a final newline stays without one.
  if (isOpenEnded) ended.push(withoutEnding(ended.pop() ?? ''));
  return readEntry(ended);
}
