import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from '../programs/lookup.ts';
import { isDiagnostic } from './diagnostic.ts';

/**
 * The commands that show files to whoever sent them, whole or in part: `cat a.ts`, `sed -n 1,40p a.ts`, `nl a.ts | head`. Agents without a
 * tool for it read this way. A search shows lines, not the file; what another program counts or filters is not shown.
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

/** Whether a text may hold such a command: most do not, and need not be taken apart. */
export function mayShowFiles(text: string): boolean {
  return /\b(?:cat|bat|batcat|head|tail|less|more|nl|sed|Get-Content|gc|type)\b/i.test(text);
}

const PRINTERS = new Set('cat bat batcat head tail less more nl sed get-content gc type'.split(' '));

function isPrinter(command: ShellCommand): boolean {
  const family = familyOf(command.name);
  // `type ls` asks a Unix shell what a program is.
  if (family === 'type' && command.dialect !== 'powershell') return false;
  return PRINTERS.has(family) && isDiagnostic(command);
}
