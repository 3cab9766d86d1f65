import { codeOr, quotableName, say } from '../../lessons/quotable.ts';
import type { UserHome } from '../../shared/surroundings.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import { endOfBlock } from './code-block.ts';
import { type DefinitionLines, findFunction, findWrapping } from './find-definition.ts';
import { findMakeTargets } from './make-targets.ts';
import { findMcpTools } from './mcp-tools.ts';
import { findNpmScripts } from './npm-scripts.ts';
import { readCommands } from './read-tool.ts';
import { findScripts } from './script-files.ts';
import type { AskedTool, FoundToolSource, SourceFinder } from './source.ts';
import { findTasks } from './task-files.ts';

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
  places: UserHome,
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

/** Upper bound of files that are searched for a wrapped function that has not failed yet. */
const MOST_FILES = 1_000;

/**
 * Finds functions that `autoHeal` wraps under this name. The failure log knows the place of those that have failed; otherwise the
 * project's code is searched. If a function is wrapped by its name, its own definition is a second source.
 */
function findWrappedFunctions(
  asked: AskedTool,
  checkout: SourceCheckout,
  logged: readonly string[],
): FoundToolSource[] {
  if (asked.name === undefined) return [];
  const { name } = asked;
  for (const place of logged) {
    const [, path = '', line = ''] = /^(.{1,500}):(\d{1,7})$/.exec(place) ?? [];
    const file = path === '' ? undefined : checkout.read(path);
    const from = Number(line) - 1;
    if (!file || from < 0 || from >= file.lines.length) continue;
    // Edits move lines: if the file still wraps a function under this name, that is the present place.
    return describe(file, findWrapping(file.lines, name) ?? { from, to: endOfBlock(file.lines, from) }, name);
  }
  for (const file of checkout.walkCode(checkout.top, MOST_FILES)) {
    const found = findWrapping(file.lines, name);
    if (found) return describe(file, found, name);
  }
  return [];
}

function describe(file: SourceFile, { from, to }: DefinitionLines, tool: string): FoundToolSource[] {
  const wrapping: FoundToolSource = {
    kind: 'wrapped-function',
    name: say`${codeOr(quotableName(tool), 'a function')}, wrapped by autoHeal`,
    path: file.path,
    from: from + 1,
    to: to + 1,
  };
  const inner = /\bautoHeal\s*\(\s*([\w$]+)\s*,/.exec(file.lines.slice(from, from + 2).join(' '))?.[1];
  const own = inner === undefined ? undefined : findFunction(file.lines, inner);
  if (!own || inner === undefined) return [wrapping];
  return [
    wrapping,
    {
      ...wrapping,
      name: say`the function ${codeOr(quotableName(inner), 'that is wrapped')}`,
      from: own.from + 1,
      to: own.to + 1,
    },
  ];
}
