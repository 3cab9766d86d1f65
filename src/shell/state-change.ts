import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import { CHANGING_SCRIPT, CHECKING_SCRIPT } from '../programs/script-names.ts';
import { isDiagnostic } from './diagnostic.ts';
import { rewriteOf } from './rewrites.ts';
import { scriptOf } from './script.ts';

const CHECK_FLAG = /^(?:--check|--diff|--noEmit|--dry-run|--check-only|-n)$/;

/**
 * Whether a command could provide what a later one needed: installs, builds, services, migrations, checkouts, logins. Tests,
 * inspections and edits do not count.
 */
export function isStateChanging(command: ShellCommand): boolean {
  if (isDiagnostic(command)) return false;
  const family = familyOf(command.name);
  const program = programOf(family);
  const script = scriptOf(command);
  if (script !== undefined) return !CHECKING_SCRIPT.test(script.name) && CHANGING_SCRIPT.test(script.name);
  if (rewriteOf(command) === 'tidies') return true;
  if (program?.changes === true && command.args.some((arg) => CHECK_FLAG.test(arg)))
    return family === 'mkdir' || family === 'cp' || family === 'mv';
  if (holdsFor(program?.changes, command.subcommand)) return true;
  return program?.changesIf === undefined ? isSetupScript(command) : program.changesIf(command);
}

// `./scripts/setup.sh`, `bash bin/bootstrap`.
function isSetupScript(command: ShellCommand): boolean {
  const file = /[/\\]/.test(command.program)
    ? command.name
    : /^(?:bash|sh|zsh|node|python\d*|tsx|ruby)$/.test(command.name)
      ? command.operands[0]
      : undefined;
  if (file === undefined) return false;
  const stem = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.\w+$/, '');
  return CHANGING_SCRIPT.test(stem) && !CHECKING_SCRIPT.test(stem);
}
