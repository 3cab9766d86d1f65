import { AppError } from '../../shared/errors.ts';
import { readBullets } from './bullets.ts';
import { headroom } from './headroom.ts';
import { learnings } from './learnings.ts';
import type { SourceKind, SourceReader, SourceReading } from './source.ts';
import { toolMemory } from './tool-memory.ts';

/** Every form of source that is known by its looks: add yours here. */
const readers: readonly SourceReader[] = [headroom, learnings, toolMemory];

/** What to look for in a file. */
export interface SourceChoice {
  /** Only this form, whatever the file looks like. */
  from?: SourceKind;
  /** The lists of these sections. */
  sections?: readonly string[];
}

/** Reads what a file holds of lessons; an empty list where it holds nothing that is known. */
export async function readSources(text: string, path: string, { from, sections = [] }: SourceChoice): Promise<SourceReading[]> {
  if (text.includes('\0')) throw new AppError('unreadable', `${path} is not a text file`);
  if (sections.length > 0) return sections.flatMap((title) => readBullets(text, title) ?? []);
  if (from === 'bullets') return [readBullets(text) ?? []].flat();
  const chosen = readers.filter((reader) => (from === undefined ? reader.recognises(text, path) : reader.kind === from));
  if (from !== undefined && chosen[0] && !(from === 'tool-memory' || chosen[0].recognises(text, path))) return [];
  return Promise.all(chosen.map((reader) => reader.read(text, path)));
}
