import type { ContextFile } from '../../agents/context.ts';
import { estimateTokens } from '../../delivery/budget.ts';
import type { Change } from '../../delivery/change.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { findBlock, removeBlock, replaceBlock } from '../../delivery/markers.ts';
import { RULES_HEADING, renderRule } from '../../delivery/render.ts';
import { CONFIDENCES } from '../../lessons/confidence.ts';
import { readRule } from '../../lessons/learned-rule.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';

/** What rules may take of a file that is read in every project. */
const MOST_TOKENS = 1_500;

/** The change that brings a file of the user to the rules of their memory: a section between markers, and nothing else. */
export async function planUserFile(file: ContextFile, entries: readonly MemoryEntry[]): Promise<Change[]> {
  const target = await resolveInside(file.path, file.root);
  const before = (await readTextFile(target))?.text;
  const text = before ?? '';
  const rules = chooseRules(entries);
  const block = findBlock(text, file.path);
  const after = rules.length > 0 ? replaceBlock(text, renderRules(rules), file.path) : removeBlock(text, file.path);
  if (after === text) return [];
  if (block && !block.isAsWritten)
    throw new AppError('conflict', `${file.path}:${block.startLine}: the lines between the hardwon markers were edited by hand`, {
      hint: 'Move your own lines out of the markers, and run the command again.',
    });
  return [{ path: file.path, root: file.root, before, after, kind: 'context' }];
}

/** The section, as learning loops write it. */
export function renderRules(rules: readonly MemoryEntry[]): string {
  const notice =
    '*Written by hardwon from failures that these rules helped with; `hardwon undo` takes the last one back. Edit the lesson in your memory instead of this text.*';
  return [`## ${RULES_HEADING}`, notice, ...rules.map((rule) => renderRule(rule, (text) => text))].join('\n\n');
}

/** The surest first, while there is room; then in the order of their numbers. */
function chooseRules(entries: readonly MemoryEntry[]): MemoryEntry[] {
  const rules = entries.filter((entry) => entry.status === 'ready' && entry.promoted === undefined && readRule(entry));
  const rank = ({ confidence }: MemoryEntry) => CONFIDENCES.indexOf(confidence);
  let room = MOST_TOKENS;
  const chosen = new Set<MemoryEntry>();
  for (const entry of [...rules].sort((a, b) => rank(b) - rank(a) || b.lastSeen.localeCompare(a.lastSeen))) {
    room -= estimateTokens(`${renderRule(entry, (text) => text)}\n\n`);
    if (room >= 0) chosen.add(entry);
  }
  return rules.filter((entry) => chosen.has(entry));
}
