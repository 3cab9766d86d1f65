import { resolve } from 'node:path';
import { parseShell, type ShellCommand, scriptOf } from '../../shell/index.ts';
import type { AskedTool } from './source.ts';

/** Takes apart what was asked for: a name (`deploy`), a command (`npm run build`), or a tool of an MCP server (`mcp__quay__deploy`). */
export function readToolSource(text: string, folder: string): AskedTool {
  const asked = text.trim();
  return {
    ...describe(asked, parseShell(asked, 'Bash').main, folder),
    name: isName(asked) ? asked : undefined,
    isCommand: false,
  };
}

/** The commands of a source that was found. */
export function readCommands(text: string, folder: string): AskedTool[] {
  return parseShell(text, 'Bash')
    .commands.filter(({ nested }) => !nested)
    .map((command) => ({ ...describe(command.source, command, folder), name: undefined, isCommand: true }));
}

function describe(text: string, command: ShellCommand | undefined, folder: string): Omit<AskedTool, 'name' | 'isCommand'> {
  const dir = command?.dir;
  // What a variable holds is not known here.
  const where = dir === undefined || /[$~`%]/.test(dir) ? folder : resolve(folder, dir);
  return { text, command, script: command && scriptOf(command)?.name, folder: where };
}

/** One word, which a person would call a tool. */
function isName(text: string): boolean {
  return /^[\w.:@+/\\-]{1,200}$/.test(text) && !text.startsWith('-');
}
