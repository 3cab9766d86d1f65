import { codeOr, quotableName, say } from '../../lessons/quotable.ts';
import type { SourceCheckout, SourceFile } from './checkout.ts';
import { endOfBlock } from './code-block.ts';
import { type DefinitionLines, findFunction, findWrapping } from './find-definition.ts';
import type { AskedTool, FoundToolSource } from './source.ts';

/** Upper bound of files that are searched for a wrapped function that has not failed yet. */
const MOST_FILES = 1_000;

/**
 * Finds functions that `autoHeal` wraps under this name. The failure log knows the place of those that have failed; otherwise the
 * project's code is searched. If a function is wrapped by its name, its own definition is a second source.
 */
export function findWrappedFunctions(asked: AskedTool, checkout: SourceCheckout, logged: readonly string[]): FoundToolSource[] {
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
