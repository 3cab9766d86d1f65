import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, Places } from '../../agents/agent.ts';
import { chooseAgents } from '../../agents/choose-agents.ts';
import { lazyRedactor } from '../../sessions/lazy-redactor.ts';
import type { RefreshReport } from '../../sessions/refresh.ts';
import { openIndex } from '../../sessions/session-index.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import type { LibraryRequest } from './request.ts';
import { Library } from './session-history.ts';

/**
 * Opens the index of this user's sessions and reads the new parts of their logs. `onFile` is called between files, and reading
 * waits for it: `soFar` gives the sessions read so far, which must not be closed.
 */
export async function openLibrary(
  request: LibraryRequest,
  onFile?: (soFar: () => Promise<Library>) => Promise<void>,
): Promise<Library> {
  const path = indexPath(request);
  if (request.fresh) forgetIndex(path);
  const index = await openIndex(path);
  try {
    const report = await index.refresh({
      ...scopeOf(request),
      redact: lazyRedactor(request.allowed),
      onProgress: request.onProgress,
      onFile: onFile ? (soFar) => onFile(async () => new Library(index, await soFar(), request)) : undefined,
    });
    return new Library(index, report, request);
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Opens an index that another thread has just brought up to date, without reading logs. */
export async function reopenLibrary(request: LibraryRequest, report: RefreshReport): Promise<Library> {
  const index = await openIndex(indexPath(request));
  index.choose(scopeOf(request));
  return new Library(index, report, request);
}

function indexPath(request: LibraryRequest): string {
  return join(findOwnFolders(request).cache, 'sessions.db');
}

function scopeOf(request: LibraryRequest): { agents: readonly Agent[]; places: Places } {
  return {
    agents: chooseAgents(request.agents, request.known),
    places: { home: request.home, env: request.env, folders: request.folders ?? {} },
  };
}

/** A file that cannot be removed is reported when the index is opened. */
function forgetIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      rmSync(path + suffix, { force: true });
    } catch {
      return;
    }
  }
}
