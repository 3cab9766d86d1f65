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

/** What saving a fix came to. */
export interface SavedFix {
  action: 'add' | 'update';
  entry: MemoryEntry;
}

/** A fix on one line each, without control characters and secrets: as it may be stored and shown. */
export async function cleanFix(given: ToolFix): Promise<ToolFix> {
  const texts = [given.tool, given.errorPattern, given.rootCause, given.fix, ...given.commands];
  const lines = texts.map((text) => stripControls(text).replace(/\s+/g, ' ').trim());
  const [tool = '', errorPattern = '', rootCause = '', fix = '', ...commands] = await createRedactor().redact(lines);
  // A sub-command is a word; what stands there with options or paths is a whole call, and no name of a tool.
  const name = /\s[^\s\w]/.test(tool) ? undefined : nameForFix(tool);
  return { tool: name ?? tool, errorPattern, rootCause, fix, commands };
}

/**
 * Saves a fix that worked. One of the same tool and error is counted on, with the words of now: who saves a fix again has a better one, or
 * has seen that it works. A fix that somebody rejected is refused.
 *
 * What a model says and nobody has read (`isRead: false`) is found when the error comes back, and not delivered; words that are known
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
  const words = isRead && !rejected ? {} : known ? { ...wordsOf(known), status: known.status } : { status: 'watching' as const };
  const merged = mergeLessons(
    memory,
    [{ ...lesson, occurrences, confidence, ...words, ...(rejected && { likeAnother: rejected }) }],
    now,
  );
  const entry = merged.lessons.find(({ fingerprint }) => fingerprint === lesson.fingerprint);
  if (!entry) throw new AppError('conflict', `The fix could not be saved: see ${memory.path}.`);
  return { memory: merged.memory, outcome: { action: known ? 'update' : 'add', entry } };
}

function wordsOf({ title, pattern, guidance }: MemoryEntry): Pick<MemoryEntry, 'title' | 'pattern' | 'guidance'> {
  return { title, pattern, guidance };
}
