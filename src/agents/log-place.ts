import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogFile } from './agent.ts';

/**
 * Returns the folder of an agent's logs, to be shown to people: its own, or, if that does not exist, the one in which logs were
 * found.
 */
export function nameLogPlace(root: string, logs: readonly Pick<LogFile, 'path'>[]): string {
  const [first] = logs;
  if (first === undefined || existsSync(root)) return root;
  // A session in a database has a path like a file inside it.
  let place = dirname(first.path);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}
