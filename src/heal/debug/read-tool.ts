import { resolve } from 'node:path';
import { parseShell, type ShellCommand, scriptOf } from '../../shell/index.ts';
import type { AskedTool } from './source.ts';

/**
 * Parses the requested tool: a name (`deploy`), a command (`npm run build`), or a tool of an MCP server (`mcp__quay__deploy`).
 */
export function readToolSource(text: string, folder: string): AskedTool {
  const asked = text.trim();
  return {
    ...describe(asked, parseShell(asked, 'Bash').main, folder),
    name: isName(asked) ? asked : undefined,
    isCommand: false,
  };
}

/** Parses the commands of a source that was found. */
export function readCommands(text: string, folder: string): AskedTool[] {
  return parseShell(text, 'Bash')
    .commands.filter(({ nested }) => !nested)
    .map((command) => ({ ...describe(command.source, command, folder), name: undefined, isCommand: true }));
}

function describe(
  text: string,
  command: ShellCommand | undefined,
  folder: string,
): Omit<AskedTool, 'name' | 'isCommand'> {
  const dir = command?.dir;
  // The value of a variable is not known here.
  const where = dir === undefined || /[$~`%]/.test(dir) ? folder : resolve(folder, dir);
  return { text, command, script: command && scriptOf(command)?.name, folder: where };
}

/** Whether a text is a single word that a person would use as a tool's name. */
function isName(text: string): boolean {
  return /^[\w.:@+/\\-]{1,200}$/.test(text) && !text.startsWith('-');
}
