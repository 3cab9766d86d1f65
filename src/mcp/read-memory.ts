import { join } from 'node:path';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { FAILURE_LOG } from '../heal/failure-log.ts';
import { refuseAdvice } from '../lessons/guard/refuse-advice.ts';
import { entryText } from '../lifecycle/capture/describe-capture.ts';
import { requireEntry } from '../lifecycle/entries.ts';
import { editEntry } from '../memory/blocks.ts';
import { setField, setHeading } from '../memory/edit-entry.ts';
import { loadMemory, MEMORY_FILE, MEMORY_FOLDER, type Memory, parseMemory, renderMemory } from '../memory/memory.ts';
import { FIXES_FILE, LEARNED_FOLDER, PATTERNS_FILE } from '../memory/tool-fixes/tool-files.ts';
import { AppError } from '../shared/errors.ts';
import { readTextFile, splitLines } from '../shared/files.ts';
import { isTellable, withoutWithheld } from '../verify/verified.ts';
import { cleanText } from './clean.ts';
import type { ToolDesk } from './define-tool.ts';
import { requireOwn } from './workplace.ts';

/** The files of a memory, below its folder. */
const PATHS = {
  memory: MEMORY_FILE,
  'tool-fixes': `${LEARNED_FOLDER}/${FIXES_FILE}`,
  patterns: `${LEARNED_FOLDER}/${PATTERNS_FILE}`,
  'tool-failures': `${LEARNED_FOLDER}/${FAILURE_LOG}`,
};

/** The names of the files in URIs. */
export type MemoryFileName = keyof typeof PATHS;

/** Upper bound: a larger file is for a person; a model uses memory_view. */
const LARGEST = 1_000_000;

/** Returns the text of a file of the project's memory, cleaned. */
export function readMemoryFile(name: MemoryFileName, uri: string, desk: ToolDesk): Promise<string> {
  return asProtocol(uri, async () => {
    const { root } = await desk.open();
    const file = join(root, MEMORY_FOLDER, PATHS[name]);
    await requireOwn(file, root);
    const text = (await readTextFile(file))?.text;
    if (text === undefined) throw new AppError('not-found', `There is no ${MEMORY_FOLDER}/${PATHS[name]} yet.`);
    if (text.length > LARGEST)
      throw new AppError('unreadable', `${file} has ${text.length} characters.`, {
        hint: 'memory_view shows parts of it.',
      });
    return cleanText(withholdIn(name, text, file), desk.redact);
  });
}

/** Returns one lesson as it is in the memory file, cleaned. */
export function readRememberedLesson(id: string, uri: string, desk: ToolDesk): Promise<string> {
  return asProtocol(uri, async () => {
    const memory = withholdEntries(await loadMemory((await desk.open()).root));
    return cleanText(entryText(memory, requireEntry(memory, id).id), desk.redact);
  });
}

/** Removes text that is withheld from agents. The failure log records what was run and recommends nothing. */
function withholdIn(name: MemoryFileName, text: string, path: string): string {
  if (name === 'memory') return renderMemory(withholdEntries(parseMemory(text, path)));
  if (name === 'tool-failures') return text;
  return splitLines(text)
    .map((line) => {
      const refused = refuseAdvice(line);
      return refused ? `# not told to agents: it ${refused.reason}${line.endsWith('\n') ? '\n' : ''}` : line;
    })
    .join('');
}

function withholdEntries(memory: Memory): Memory {
  return memory.entries
    .filter((entry) => !isTellable(entry))
    .reduce((cleaned, entry) => {
      const { title, guidance } = withoutWithheld(entry);
      return editEntry(cleaned, entry.id, (block, eol) =>
        setHeading(setField(block, 'Guidance', guidance, eol), entry.id, title, eol),
      );
    }, memory);
}

/** Returns the ids that begin with the typed text. */
export async function completeId(value: string, desk: ToolDesk): Promise<string[]> {
  try {
    const { entries } = await loadMemory((await desk.open()).root);
    return entries.map(({ id }) => id).filter((id) => id.toLowerCase().startsWith(value.toLowerCase()));
  } catch {
    // Completion must not report a broken file.
    return [];
  }
}

/** Converts errors to those of the protocol. */
async function asProtocol<T>(uri: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const said = [error.message, error.hint].filter(Boolean).join(' ');
    if (error.code === 'not-found') throw new ResourceNotFoundError(uri, said);
    throw new ProtocolError(ProtocolErrorCode.InternalError, said);
  }
}
