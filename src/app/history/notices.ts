import { existsSync } from 'node:fs';
import { chooseAgents } from '../../agents/choose-agents.ts';
import type { RefreshReport } from '../../sessions/refresh.ts';
import type { LibraryRequest } from './request.ts';

/** Returns notices about reading sessions: missing folders, the limits of logs, and unreadable files. */
export function describeReading(request: LibraryRequest, { agents, notices, unreadable }: RefreshReport): string[] {
  const read = new Set(agents.filter(({ files }) => files > 0).map(({ name }) => name));
  const told = [...(request.problems ?? []), ...listMissing(request), ...notices, ...listCaveats(request, read)];
  const [first] = unreadable;
  if (!first) return told;
  const others = unreadable.length > 1 ? ` and ${unreadable.length - 1} more` : '';
  return [...told, `${first.path} could not be read (${first.reason})${others}: nothing was learned from it.`];
}

/**
 * Returns folders that the user named but that do not exist. Such a typo would otherwise look like an agent that was never used.
 */
function listMissing({ folders = {}, agents, known }: LibraryRequest): string[] {
  return chooseAgents(agents, known).flatMap(({ name, title }) => {
    const folder = folders[name];
    return folder === undefined || existsSync(folder)
      ? []
      : [`There is no folder ${folder}: no session of ${title} was read.`];
  });
}

/** Returns the limits of the logs of agents that were read. */
function listCaveats({ agents, known }: LibraryRequest, read: ReadonlySet<string>): string[] {
  return chooseAgents(agents, known).flatMap(({ name, title, caveat }) =>
    caveat !== undefined && read.has(name) ? [`${title}: ${caveat}.`] : [],
  );
}
