import type { ShellCommand } from '../programs/command.ts';
import { isDiagnostic } from './diagnostic.ts';
import { isProbe } from './probe.ts';

/**
 * Returns the command that a line is about: its first command that does work. Commands that inspect or ask come second, so that
 * `ls dist && node dist/app.js` is about node; substitutions come third, preparations last.
 */
export function chooseMain(commands: readonly ShellCommand[]): ShellCommand | undefined {
  const first = commands[0];
  if (first === undefined || commands.length === 1) return first;
  let best = first;
  let bestRank = Number.POSITIVE_INFINITY;
  for (const command of commands) {
    const rank = rankOf(command);
    if (rank < bestRank) {
      best = command;
      bestRank = rank;
    }
    if (rank === 0) break;
  }
  return best;
}

function rankOf(command: ShellCommand): number {
  const inner = command.nested ? 3 : 0;
  if (command.role === 'work') return inner + (isDiagnostic(command) || isProbe(command) ? 1 : 0);
  if (command.role === 'filter') return inner + 6;
  return inner + 7 + (isTalk(command) ? 1 : 0);
}

// `cd x; echo done` is about the directory, not the echo.
function isTalk(command: ShellCommand): boolean {
  return /^(?:echo|printf|true|:|sleep|exit|Write-Host|Write-Output)$/i.test(command.name);
}
