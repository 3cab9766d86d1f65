import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeTextFile } from '../shared/files.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { JoinedGroup } from './join.ts';
import { teamFolder } from './machine.ts';
import type { TeamWords } from './team-words.ts';
import type { JoinedArm, JoinedDecision, JoinedOutcome, ProjectSize } from './totals.ts';

/** What the team knew when it was last asked. It is used until the next time: nothing waits for the network. */
export interface TeamKnowledge {
  /** Below 3: an earlier version fetched it, with other facts about groups. It is used until the next time, and then fetched anew. */
  schema: 1 | 2 | 3;
  /** When it was fetched, ISO 8601. */
  at: string;
  /** A hash of the team's address: what another team knew is not used. */
  team: string;
  /** The number of people who have to find a lesson. */
  people: number;
  horizon: number;
  generation: number;
  /** The projects of this machine, by their checkout. */
  roots: Record<string, string>;
  /** The projects and kinds that were asked for. */
  projects: string[];
  kinds: string[];
  groups: JoinedGroup[];
  /** The words of the groups that may be told, by id. */
  words: Record<string, TeamWords>;
  /** Why words are not told, by their id. */
  refused: Record<string, string>;
  decisions: JoinedDecision[];
  outcomes: JoinedOutcome[];
  arms: JoinedArm[];
  sizes: ProjectSize[];
}

/** Returns a hash of an address, by which its knowledge is recognised. */
export function hashTeam(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}

/** The file of what was fetched last. */
export function knowledgePath(dataDir: string): string {
  return join(teamFolder(dataDir), 'fetched.json');
}

/** Reads what was fetched last; undefined if there is nothing, or nothing of this team. */
export function readKnowledge(dataDir: string, url: string | undefined): TeamKnowledge | undefined {
  if (url === undefined) return undefined;
  try {
    const known = JSON.parse(readRegularSync(knowledgePath(dataDir)).toString('utf8')) as TeamKnowledge;
    return [1, 2, 3].includes(known.schema) && known.team === hashTeam(url) && Array.isArray(known.groups)
      ? known
      : undefined;
  } catch {
    // A damaged file is fetched anew next time.
    return undefined;
  }
}

/** Stores what was fetched. */
export async function writeKnowledge(dataDir: string, known: TeamKnowledge): Promise<void> {
  await writeTextFile(knowledgePath(dataDir), `${JSON.stringify(known)}\n`, { mode: 0o600 });
}
