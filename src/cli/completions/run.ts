import type { Command } from 'commander';
import { type Host, printJson } from '../../app/surroundings.ts';
import { writeBash } from './bash.ts';
import type { CompletionsFlags } from './command.ts';
import { type Completed, listCompleted } from './completed.ts';
import { writeFish } from './fish.ts';
import { writePowerShell } from './powershell.ts';
import type { CompletedShell } from './shells.ts';
import { writeZsh } from './zsh.ts';

/** Writes the script of each shell. */
const WRITERS: Record<CompletedShell, (commands: readonly Completed[]) => string> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
  powershell: writePowerShell,
};

/** Runs `hardwon completions`. */
export function runCompletions(shell: CompletedShell, program: Command, flags: CompletionsFlags, here: Host): void {
  const script = WRITERS[shell](listCompleted(program));
  if (flags.json) printJson(here, { schema: 1, shell, script });
  else here.stdout.write(script);
}
