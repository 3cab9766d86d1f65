import { commentFinder, fenceFinder, opensRegion } from './markdown.ts';

/** One `- Name: value` of an entry. */
export interface Field {
  /** As written: `First seen`. */
  name: string;
  /** The value with its continuation lines joined by one space. */
  value: string;
  /** The text before the value on its first line: `- First seen: `. */
  lead: string;
  /** Its lines within the entry: from the first (inclusive) to the last (exclusive). */
  from: number;
  to: number;
}

/** `- First seen: 2026-01-02`, also with another bullet or a bold name. */
const BULLET_FIELD = /^(?:[-*+] +)(?:\*\*)?([A-Za-z][A-Za-z -]{0,30}):(?:\*\*)?(?:[ \t]+|$)/;
/** The two fields that the format's own description adds without a bullet. */
const BARE_FIELD = /^(Promoted|CONFLICT):(?:[ \t]+|$)/;
const NEW_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)|^#{1,6}(?:[ \t]|$)/;

/**
 * Finds the fields of an entry, whose heading is the first of `lines`; lines are without their endings. With `wanted`, it stops
 * once all fields of these names are found: the first of each name counts, so the rest cannot change them.
 */
export function readFields(
  lines: readonly string[],
  wanted?: readonly string[],
): { fields: Field[]; hasProse: boolean } {
  const fields: Field[] = [];
  const missing = wanted && new Set(wanted.map((name) => name.toLowerCase()));
  const endOfComment = commentFinder(lines);
  const endOfFence = fenceFinder(lines);
  let open: Field | undefined;
  let hasProse = false;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [lead, name] = BULLET_FIELD.exec(line) ?? BARE_FIELD.exec(line) ?? [];
    const region = endOfComment(index) ?? endOfFence(index);
    if (lead !== undefined && name !== undefined) {
      if (missing?.size === 0) break;
      missing?.delete(name.trim().toLowerCase());
      open = { name: name.trim(), value: line.slice(lead.length).trim(), lead, from: index, to: index + 1 };
      fields.push(open);
    } else if (open && isContinuation(line)) {
      const end = region?.end ?? index;
      open.value = joinValue(open.value, lines.slice(index, end + 1));
      open.to = end + 1;
      index = end;
    } else {
      open = undefined;
      hasProse ||= line.trim() !== '';
      index = region?.end ?? index;
    }
  }
  return { fields, hasProse };
}

/** Whether a line continues a value: an indented line, or a plain line without a gap, as in Markdown. */
function isContinuation(line: string): boolean {
  if (line.trim() === '') return false;
  return /^(?: {2,}|\t)/.test(line) || !(NEW_ITEM.test(line) || opensRegion(line));
}

function joinValue(value: string, lines: readonly string[]): string {
  return [value, ...lines.map((line) => line.trim())].filter((part) => part !== '').join(' ');
}
