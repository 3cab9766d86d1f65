import { formatId, type MemoryEntry } from '../memory/entry-lesson.ts';
import { type Memory, memoryOption } from '../memory/memory.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { AppError } from '../shared/errors.ts';

/** Normalises an id: `12`, `l-12` and `L-012` are the same lesson. */
export function normaliseId(id: string): string {
  const number = /^(?:L-?)?0*(\d{1,9})$/i.exec(id.trim())?.[1];
  return number === undefined ? id : formatId(Number(number));
}

/** Returns the lesson with that id, or throws an error that names the probable one. */
export function requireEntry(memory: Memory, id: string): MemoryEntry {
  const wanted = normaliseId(id);
  const entry = memory.entries.find((candidate) => candidate.id === wanted);
  if (entry) return entry;
  const stone = memory.graveyard.stones.find((candidate) => candidate.id === wanted);
  if (stone)
    throw new AppError(
      'not-found',
      `${wanted} was ${stone.departure} on ${stone.day}${stone.reason ? `: ${stone.reason}` : ''}.`,
      {
        hint: `hardwon restore ${wanted}${memoryOption(memory)} brings it back.`,
      },
    );
  const near = didYouMean(
    wanted,
    memory.entries.map((candidate) => candidate.id),
  );
  throw new AppError('not-found', `There is no lesson ${id} in ${memory.path}.`, {
    hint: near ? `Did you mean ${near}?` : listHint(memory),
  });
}

function listHint({ isUsers }: Memory): string {
  if (isUsers) return 'hardwon memory --user lists what is in it.';
  return 'hardwon memory lists what is in it; hardwon learn --apply writes what sessions teach.';
}
