import { AppError } from '../../shared/errors.ts';
import { readBullets } from './bullets.ts';
import { headroom } from './headroom.ts';
import { learnings } from './learnings.ts';
import type { SourceKind, SourceReader, SourceReading } from './source.ts';
import { toolMemory } from './tool-memory.ts';

/** Every form of source that is recognised by its content: add new ones here. */
const readers: readonly SourceReader[] = [headroom, learnings, toolMemory];

/** The options for reading a file. */
interface SourceChoice {
  /** Read only this form, whatever the file looks like. */
  from?: SourceKind;
  /** Read the lists of these sections. */
  sections?: readonly string[];
}

/** Reads the lessons in a file; returns an empty list if it contains nothing known. */
export async function readSources(
  text: string,
  path: string,
  { from, sections = [] }: SourceChoice,
): Promise<SourceReading[]> {
  if (text.includes('\0'))
    throw new AppError('unreadable', `${path} is not a text file`, { hint: 'Name a text file.' });
  if (sections.length > 0) return sections.flatMap((title) => readBullets(text, title) ?? []);
  if (from === 'bullets') return [readBullets(text) ?? []].flat();
  const chosen = readers.filter((reader) =>
    from === undefined ? reader.recognises(text, path) : reader.kind === from,
  );
  if (from !== undefined && chosen[0] && !(from === 'tool-memory' || chosen[0].recognises(text, path))) return [];
  return Promise.all(chosen.map((reader) => reader.read(text, path)));
}
