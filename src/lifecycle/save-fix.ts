import { raiseConfidence } from '../lessons/confidence.ts';
import type { MemoryEntry } from '../memory/entry-lesson.ts';
import { type Memory, memoryOption } from '../memory/memory.ts';
import { mergeLessons } from '../memory/merge.ts';
import { nameForFix } from '../memory/tool-fixes/fix-name.ts';
import { lessonOfFix, SAVED_FIX, type ToolFix } from '../memory/tool-fixes/tool-fix.ts';
import { createRedactor } from '../redaction/redact.ts';
import { formatDate } from '../shared/clock.ts';
import { AppError } from '../shared/errors.ts';
import { stripControls } from '../shared/terminal.ts';
import { findRejectedLike } from './capture/find-same.ts';
import { refuseDanger } from './refuse-danger.ts';

/** The outcome of saving a fix. */
export interface SavedFix {
  action: 'add' | 'update';
  entry: MemoryEntry;
}

/** Puts each part of a fix on one line, without control characters and secrets, so that it may be stored and shown. */
export async function cleanFix(given: ToolFix): Promise<ToolFix> {
  const texts = [given.tool, given.errorPattern, given.rootCause, given.fix, ...given.commands];
  const lines = texts.map((text) => stripControls(text).replace(/\s+/g, ' ').trim());
  const [tool = '', errorPattern = '', rootCause = '', fix = '', ...commands] = await createRedactor().redact(lines);
  // A subcommand is a word; text with options or paths is a whole call and not the name of a tool.
  const name = /\s[^\s\w]/.test(tool) ? undefined : nameForFix(tool);
  return { tool: name ?? tool, errorPattern, rootCause, fix, commands };
}

/**
 * Saves a fix that worked. If there is one for the same tool and error, it is counted on that and takes the new words, because a
 * fix that is saved again is better or has proved to work. A fix that somebody rejected is refused.
 *
 * A fix from a model that nobody has read (`isRead: false`) is found when the error recurs, but is not delivered; existing words
 * stay as they are.
 */
export function saveFix(
  memory: Memory,
  fix: ToolFix,
  now: Date,
  { isRead = true }: { isRead?: boolean } = {},
): { memory: Memory; outcome: SavedFix } {
  refuseDanger([fix.fix, ...fix.commands.map((command) => `\`${command}\``)], 'The fix');
  const lesson = lessonOfFix(fix, `${SAVED_FIX} ${formatDate(now)}`, formatDate(now));
  const stone = memory.graveyard.stones.find(
    ({ fingerprint, departure }) => fingerprint === lesson.fingerprint && departure === 'rejected',
  );
  if (stone)
    throw new AppError(
      'conflict',
      `This fix was rejected on ${stone.day}, as ${stone.id}${stone.reason ? `: ${stone.reason}` : ''}.`,
      {
        hint: `hardwon restore ${stone.id}${memoryOption(memory)} brings it back.`,
      },
    );
  const known = memory.entries.find(({ fingerprint }) => fingerprint === lesson.fingerprint);
  const occurrences = (known?.occurrences ?? 0) + 1;
  const confidence = known ? raiseConfidence(known.confidence) : lesson.confidence;
  const proposal = { scope: [], pattern: lesson.pattern, guidance: lesson.guidance, kind: lesson.kind, origin: '' };
  const rejected = known ? undefined : findRejectedLike(memory, proposal);
  const words =
    isRead && !rejected ? {} : known ? { ...wordsOf(known), status: known.status } : { status: 'watching' as const };
  const merged = mergeLessons(
    memory,
    [{ ...lesson, occurrences, confidence, ...words, ...(rejected && { likeAnother: rejected }) }],
    now,
  );
  const entry = merged.lessons.find(({ fingerprint }) => fingerprint === lesson.fingerprint);
  if (!entry)
    throw new AppError('conflict', `The fix could not be saved in ${memory.path}.`, {
      hint: 'hardwon doctor shows what is wrong with the memory.',
    });
  return { memory: merged.memory, outcome: { action: known ? 'update' : 'add', entry } };
}

function wordsOf({ title, pattern, guidance }: MemoryEntry): Pick<MemoryEntry, 'title' | 'pattern' | 'guidance'> {
  return { title, pattern, guidance };
}
