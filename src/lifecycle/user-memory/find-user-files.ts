import { existsSync } from 'node:fs';
import type { Agent, Places } from '../../agents/agent.ts';
import type { AgentContext, ContextFile } from '../../agents/context.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { type Look, lookAt } from '../../delivery/context-files/look.ts';
import { listReadings } from '../../delivery/context-files/readings.ts';

/** The places to search for the user's files. */
interface UserFilePlaces extends Places {
  /** All known agents. */
  known: readonly Agent[];
  /** The names of the agents to consider; all if absent. */
  agents?: readonly string[];
  /** The folder that contains the user's memory. */
  memoryRoot: string;
}

/**
 * Finds the files that the user's agents read in every project: those of the agents found on this machine, that of the named one,
 * and those that already have the section of rules. Each file is listed once, whatever its names.
 */
export async function findUserFiles(places: UserFilePlaces, named?: string): Promise<ContextFile[]> {
  // A project's settings can give the file another name. Asked from a folder without settings, the result is the file for all
  // projects.
  const readings = await listReadings({ ...places, projectRoot: places.memoryRoot });
  const owned = await Promise.all(
    readings.flatMap(({ agent, context }) => {
      const file = userFileOf(context);
      return file ? [lookAt(file, undefined).then((look) => ({ agent, file, look }))] : [];
    }),
  );
  // A file that cannot be written and that nobody asked for must not keep the others from being updated.
  const chosen = owned.filter(
    ({ agent, look }) => agent === named || look.hasBlock || (isFound(agent, places) && !look.isBlocked),
  );
  // If no agent is found, the file that the learning loop is documented to write.
  return withoutLinks(chosen.length > 0 ? chosen : owned.filter(({ agent }) => agent === DEFAULTS.agent));
}

/** Returns the file that an agent reads in every project, if there is one. */
function userFileOf({ user, local }: AgentContext): ContextFile | undefined {
  return user ?? (local?.isManyProjects ? local : undefined);
}

function isFound(name: string, places: UserFilePlaces): boolean {
  const agent = places.known.find((known) => known.name === name);
  return agent !== undefined && (places.agents?.includes(name) ?? true) && existsSync(agent.root(places));
}

/** Removes links, because people link the file of one agent to that of another. */
function withoutLinks(files: readonly { file: ContextFile; look: Look }[]): ContextFile[] {
  const targets = files.map(({ look }) => look.target);
  return files.filter(({ look }, index) => targets.indexOf(look.target) === index).map(({ file }) => file);
}
