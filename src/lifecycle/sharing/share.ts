import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../delivery/change.ts';
import type { Reach } from '../../lessons/lesson.ts';
import { parseDocument } from '../../memory/document.ts';
import { HIDDEN_FOLDER, IGNORE_FILE, readFolderState, SHARED_FOLDER } from '../../memory/ignore-file.ts';
import { MEMORY_FILE, MEMORY_FOLDER, type Memory, readEntries, renderMemory } from '../../memory/memory.ts';
import { renderGraveyard, TOMBSTONE_FILE } from '../../memory/tombstones.ts';
import { AppError } from '../../shared/errors.ts';
import { exists, readTextFile } from '../../shared/files.ts';
import { noticeWithheld } from '../../verify/verified.ts';
import { changeMemory, type MemoryChange, type MemoryRequest } from '../change-memory.ts';
import { cleanPrivate, type OwnMachine, type PrivateLine } from './private-text.ts';

/** How to handle private text. */
type PrivacyChoice = 'refuse' | 'anonymise' | 'as-is';

/** A private line, and the file that contains it. */
export interface PrivatePlace extends PrivateLine {
  /** Relative to the project. */
  file: string;
}

/** The outcome of sharing. */
export interface ShareOutcome {
  /** Whether the lessons were already shared before. */
  wasShared: boolean;
  /** The lines that are the reason for a refusal. */
  refused: PrivatePlace[];
  /** Lines that were rewritten. */
  rewritten: PrivatePlace[];
  /** Lessons that are true only for this machine or this person. */
  personal: { id: string; reach: Reach; title: string }[];
}

/** Lets git see the lessons of a project but not its logs. Refuses if others would read private text. */
export async function shareMemory(
  request: MemoryRequest,
  privacy: PrivacyChoice,
  machine: OwnMachine,
): Promise<MemoryChange<ShareOutcome>> {
  const ignore = await readIgnoreFile(request.root);
  const done = await changeMemory(request, async (memory) => {
    const cleaned = await cleanMemory(memory, machine);
    const others = await findInOtherFiles(request.root, machine);
    const isRewritten = privacy === 'anonymise';
    const found = isRewritten ? others : [...cleaned.places, ...others];
    const outcome: ShareOutcome = {
      wasShared: ignore.state === 'shared',
      refused: privacy === 'as-is' ? [] : found,
      rewritten: isRewritten ? cleaned.places : [],
      personal: memory.entries.filter(isPersonal).map(({ id, reach, title }) => ({ id, reach, title })),
    };
    if (outcome.refused.length > 0) return { memory, outcome: { ...outcome, rewritten: [] } };
    return { memory: isRewritten ? cleaned.memory : memory, others: replaceIgnoreFile(ignore, SHARED_FOLDER), outcome };
  });
  // Other people receive them, too, and an older release may deliver them.
  return { ...done, notices: [...done.notices, ...noticeWithheld(done.memory.entries)] };
}

/** Hides the folder from git again. Files that git already tracks stay tracked. */
export async function unshareMemory(request: MemoryRequest): Promise<MemoryChange<{ wasHidden: boolean }>> {
  const ignore = await readIgnoreFile(request.root);
  return changeMemory(request, (memory) => {
    return {
      memory,
      others: replaceIgnoreFile(ignore, HIDDEN_FOLDER),
      outcome: { wasHidden: ignore.state === 'hidden' },
    };
  });
}

interface IgnoreFile {
  path: string;
  root: string;
  text: string | undefined;
  state: ReturnType<typeof readFolderState>;
}

async function readIgnoreFile(root: string): Promise<IgnoreFile> {
  const folder = join(root, MEMORY_FOLDER);
  if (!(await exists(join(folder, MEMORY_FILE))))
    throw new AppError('not-found', `There are no lessons in ${folder} yet.`, {
      hint: 'hardwon learn --apply writes them.',
    });
  const path = join(folder, IGNORE_FILE);
  const text = (await readTextFile(path))?.text;
  const state = readFolderState(text);
  if (state === 'own')
    throw new AppError('conflict', `${path} was written by somebody else, and is left as it is.`, {
      hint: 'Change it yourself, or delete it and run the command again.',
    });
  return { path, root, text, state };
}

function replaceIgnoreFile({ path, root, text, state }: IgnoreFile, after: string): Change[] {
  // A checkout may have changed its line endings.
  const isDone = state === readFolderState(after);
  return isDone ? [] : [{ path, root, before: text, after, kind: 'ignore-file' }];
}

async function cleanMemory(memory: Memory, machine: OwnMachine): Promise<{ memory: Memory; places: PrivatePlace[] }> {
  const { graveyard, notices } = memory;
  const lessons = await cleanPrivate(renderMemory(memory), machine);
  const stones = await cleanPrivate(renderGraveyard(graveyard), machine);
  const changed: Memory = {
    ...memory,
    document: parseDocument(lessons.text),
    graveyard: { ...graveyard, document: parseDocument(stones.text) },
  };
  const placesIn = (name: string, lines: readonly PrivateLine[]) =>
    lines.map((line) => ({ ...line, file: `${MEMORY_FOLDER}/${name}` }));
  return {
    memory: { ...readEntries(changed), notices },
    places: [...placesIn(MEMORY_FILE, lessons.lines), ...placesIn(TOMBSTONE_FILE, stones.lines)],
  };
}

/** Finds private text in files of other tools or of people, which only their owners may rewrite. */
async function findInOtherFiles(root: string, machine: OwnMachine): Promise<PrivatePlace[]> {
  const folder = join(root, MEMORY_FOLDER);
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !SEEN_ELSEWHERE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .slice(0, MOST_FILES);
  const places: PrivatePlace[] = [];
  for (const path of names) {
    // A file that is not text is not read; git shows it as it is.
    const text = (await readTextFile(path).catch(() => undefined))?.text ?? '';
    const file = path.slice(root.length + 1).replaceAll('\\', '/');
    for (const line of (await cleanPrivate(text, machine)).lines) places.push({ ...line, file });
  }
  return places;
}

/** Files that are handled as memory, and those that git does not see. */
const SEEN_ELSEWHERE =
  /^(?:harness-learnings\.md|tombstones\.md|\.gitignore|tool_failures[\w.]*\.yaml|.*\.(?:lock|tmp))$/;
/** Upper bound: a memory has a handful of files. */
const MOST_FILES = 100;

function isPersonal({ reach }: { reach: Reach }): boolean {
  return reach === 'machine' || reach === 'user';
}
