import { existsSync } from 'node:fs';
import type { Agent, Places } from '../../agents/agent.ts';
import type { AgentContext, ContextFile } from '../../agents/context.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { type Look, lookAt } from '../../delivery/context-files/look.ts';
import { listReadings } from '../../delivery/context-files/readings.ts';

/** Where the user's files are sought. */
export interface UserFilePlaces extends Places {
  /** Every agent there is. */
  known: readonly Agent[];
  /** The agents that count, by name; all where absent. */
  agents?: readonly string[];
  /** The folder that the user's memory is in. */
  memoryRoot: string;
}

/**
 * The files that the user's agents read in every project: of those agents that are found on this machine, of the one that is named, and
 * those that have the section of rules already. Each file once, whatever its names.
 */
export async function findUserFiles(places: UserFilePlaces, named?: string): Promise<ContextFile[]> {
  // A project's settings can give the file another name. Asked from a folder without any, it is the one of all projects.
  const readings = await listReadings({ ...places, projectRoot: places.memoryRoot });
  const owned = await Promise.all(
    readings.flatMap(({ agent, context }) => {
      const file = userFileOf(context);
      return file ? [lookAt(file, undefined).then((look) => ({ agent, file, look }))] : [];
    }),
  );
  // One that cannot be written, and that nobody asked for, must not keep the others from being told.
  const chosen = owned.filter(
    ({ agent, look }) => agent === named || look.hasBlock || (isFound(agent, places) && !look.isBlocked),
  );
  // Where none of the agents is found, the file that the learning loop is documented to write.
  return withoutLinks(chosen.length > 0 ? chosen : owned.filter(({ agent }) => agent === DEFAULTS.agent));
}

/** What an agent reads in every project, where there is such a file. */
function userFileOf({ user, local }: AgentContext): ContextFile | undefined {
  return user ?? (local?.isManyProjects ? local : undefined);
}

function isFound(name: string, places: UserFilePlaces): boolean {
  const agent = places.known.find((known) => known.name === name);
  return agent !== undefined && (places.agents?.includes(name) ?? true) && existsSync(agent.root(places));
}

/** People link the file of one agent to that of another. */
function withoutLinks(files: readonly { file: ContextFile; look: Look }[]): ContextFile[] {
  const targets = files.map(({ look }) => look.target);
  return files.filter(({ look }, index) => targets.indexOf(look.target) === index).map(({ file }) => file);
}
