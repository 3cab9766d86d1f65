import type { ContextFile } from '../../agents/context.ts';
import type { Change } from '../../delivery/change.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { findBlock, removeBlock, replaceBlock } from '../../delivery/markers.ts';
import { RULES_HEADING, renderBullet } from '../../delivery/render.ts';
import { CONFIDENCES } from '../../lessons/confidence.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { AppError } from '../../shared/errors.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import { BYTE_ORDER_MARK, readTextFile } from '../../shared/files.ts';
import { isToldEverywhere, type Tellable } from '../../verify/verified.ts';

/** Upper bound for the rules in a file that is read in every project. */
const MOST_TOKENS = 1_500;

/**
 * Plans the changes that bring the user's files up to date with the rules of their memory: a section between markers in each, and
 * nothing else. If the section was edited by hand, a change of the rules is refused; a change that concerns no rule leaves it as
 * it is.
 */
export async function planUserFiles(
  files: readonly ContextFile[],
  before: readonly MemoryEntry[],
  after: readonly MemoryEntry[],
): Promise<Change[]> {
  const section = renderRules(chooseRules(after));
  const isOtherSection = section !== renderRules(chooseRules(before));
  const changes: Change[] = [];
  for (const file of files) {
    const { text, change, edited } = await planUserFile(file, section);
    if (change.after === text) continue;
    if (edited === undefined) changes.push(change);
    else if (isOtherSection)
      throw new AppError(
        'conflict',
        `${file.path}:${edited}: the lines between the hardwon markers were edited by hand`,
        {
          hint: 'Move your own lines out of the markers, and run the command again.',
        },
      );
  }
  return changes;
}

interface PlannedFile {
  /** Its present contents. */
  text: string;
  change: Change;
  /** The line of a section that was edited by hand. */
  edited: number | undefined;
}

async function planUserFile({ path, root }: ContextFile, section: string): Promise<PlannedFile> {
  const target = await resolveInside(path, root);
  const before = (await readTextFile(target))?.text;
  const text = before ?? '';
  const block = findBlock(text, path);
  const written = section === '' ? removeBlock(text, path) : replaceBlock(text, section, path);
  // A file that contained nothing else was created for the rules.
  const after = block && ['', BYTE_ORDER_MARK].includes(written) ? undefined : written;
  return {
    text,
    change: { path, root, before, after, kind: 'context' },
    edited: block?.isAsWritten === false ? block.startLine : undefined,
  };
}

/** Renders the section in the format of learning loops; empty if there are no rules. */
function renderRules(rules: readonly Tellable<MemoryEntry>[]): string {
  const [first] = rules;
  if (!first) return '';
  const notice = `*Written by hardwon from past failures. Change one with \`hardwon memory edit ${first.id} --user\`, not here; \`hardwon reject ${first.id} --user\` takes it out.*`;
  return [`## ${RULES_HEADING}`, notice, ...rules.map((rule) => renderBullet(rule))].join('\n\n');
}

/** Lists the rules that are ready but do not fit into the files. */
export function listLeftOut(entries: readonly MemoryEntry[]): string[] {
  const chosen = chooseRules(entries);
  return entries.filter((entry) => isToldEverywhere(entry) && !chosen.includes(entry)).map(({ id }) => id);
}

/** Chooses those of highest confidence while there is room, then sorts them by number. */
function chooseRules(entries: readonly MemoryEntry[]): Tellable<MemoryEntry>[] {
  const rules = entries.filter(isToldEverywhere);
  const rank = ({ confidence }: MemoryEntry) => CONFIDENCES.indexOf(confidence);
  let room = MOST_TOKENS;
  const chosen = new Set<MemoryEntry>();
  for (const entry of [...rules].sort((a, b) => rank(b) - rank(a) || b.lastSeen.localeCompare(a.lastSeen))) {
    const cost = estimateTokens(`${renderBullet(entry)}\n\n`);
    // A shorter one may still fit.
    if (cost > room) continue;
    room -= cost;
    chosen.add(entry);
  }
  return rules.filter((entry) => chosen.has(entry));
}
