import type { SourceCheckout } from './checkout.ts';
import { findMakeTargets } from './make-targets.ts';
import type { ClientPlaces } from './mcp-servers.ts';
import { findMcpTools } from './mcp-tools.ts';
import { findNpmScripts } from './npm-scripts.ts';
import { readCommands } from './read-tool.ts';
import { findScripts } from './script-files.ts';
import type { AskedTool, FoundToolSource, SourceFinder } from './source.ts';
import { findTasks } from './task-files.ts';
import { findWrappedFunctions } from './wrapped-functions.ts';

/** Every way to find the source of a command or a name, the exact ones first: add new ones here. */
const FINDERS: readonly SourceFinder[] = [findNpmScripts, findMakeTargets, findTasks, findScripts];

/** Upper bound for following a script that runs a target that runs a script. */
const DEEPEST = 3;
const MOST_SOURCES = 8;

/**
 * Finds the sources of a tool and of what it runs, the outermost first. `logged` lists where functions of that name were wrapped.
 */
export async function findToolSources(
  asked: AskedTool,
  checkout: SourceCheckout,
  places: ClientPlaces,
  logged: readonly string[],
): Promise<FoundToolSource[]> {
  const found = new Map<string, FoundToolSource>();
  const add = async (sources: readonly FoundToolSource[], depth: number): Promise<void> => {
    for (const source of sources) {
      const key = `${source.path}:${source.from}`;
      if (found.has(key) || found.size >= MOST_SOURCES) continue;
      found.set(key, source);
      if (source.runs === undefined || source.isFollowed || depth >= DEEPEST) continue;
      for (const command of readCommands(source.runs, source.folder ?? checkout.top))
        for (const find of FINDERS) await add(await find(command, checkout), depth + 1);
    }
  };
  if (logged.length > 0) await add(findWrappedFunctions(asked, checkout, logged), 0);
  for (const find of FINDERS) await add(await find(asked, checkout), 0);
  if (found.size === 0) await add(findMcpTools(asked, checkout, places), 0);
  // Last, because it reads the code of the whole project.
  if (found.size === 0) await add(findWrappedFunctions(asked, checkout, []), 0);
  return [...found.values()];
}
