import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LogFile } from './agent.ts';

/** The folder that an agent's logs are in, to be named to people: its own, or, where that is not there, the one that logs were found in. */
export function nameLogPlace(root: string, logs: readonly Pick<LogFile, 'path'>[]): string {
  const [first] = logs;
  if (first === undefined || existsSync(root)) return root;
  // A session of a database is named like a file in it.
  let place = dirname(first.path);
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}
