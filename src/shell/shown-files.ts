import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from '../programs/lookup.ts';
import { isDiagnostic } from './diagnostic.ts';

/**
 * Returns the commands that show files, whole or in part, to the caller: `cat a.ts`, `sed -n 1,40p a.ts`, `nl a.ts | head`.
 * Agents without a tool for reading files read this way. A search shows lines, not the file; a file that another program counts
 * or filters is not shown.
 */
export function showingCommands(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.filter((command, index) => {
    if (command.nested || !isPrinter(command)) return false;
    for (const next of commands.slice(index + 1)) {
      if (!next.piped) break;
      if (!isPrinter(next)) return false;
    }
    return true;
  });
}

/** Whether a text may hold such a command: most do not, and need not be parsed. */
export function mayShowFiles(text: string): boolean {
  return /\b(?:cat|bat|batcat|head|tail|less|more|nl|sed|Get-Content|gc|type)\b/i.test(text);
}

const PRINTERS = new Set('cat bat batcat head tail less more nl sed get-content gc type'.split(' '));

function isPrinter(command: ShellCommand): boolean {
  const family = familyOf(command.name);
  // In a Unix shell, `type ls` asks what kind of program `ls` is.
  if (family === 'type' && command.dialect !== 'powershell') return false;
  return PRINTERS.has(family) && isDiagnostic(command);
}
