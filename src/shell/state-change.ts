import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import { CHANGING_SCRIPT, CHECKING_SCRIPT } from '../programs/script-names.ts';
import { wordSet } from '../shared/word-set.ts';
import { isDiagnostic } from './diagnostic.ts';
import { scriptOf } from './script.ts';

// These rewrite files only when told to; the others below, unless told not to.
const WRITES_IF = wordSet(
  'prettier gofmt goimports gofumpt shfmt clang-format eslint stylelint biome ruff golangci-lint rubocop oxlint',
);
const WRITE_FLAG = /^(?:-w|--write|--fix|-i|-a|-A|--apply|--auto-correct|--autocorrect|--unsafe)$/;
const CHECK_FLAG = /^(?:--check|--diff|--noEmit|--dry-run|--check-only|-n)$/;

/** Whether a command could be what a later one needed: installs, builds, services, migrations, checkouts, logins. Tests, looks and edits are not. */
export function isStateChanging(command: ShellCommand): boolean {
  if (isDiagnostic(command)) return false;
  const family = familyOf(command.name);
  const program = programOf(family);
  const script = scriptOf(command);
  if (script !== undefined) return !CHECKING_SCRIPT.test(script.name) && CHANGING_SCRIPT.test(script.name);
  if (
    command.args.some((arg) => CHECK_FLAG.test(arg)) &&
    (program?.changes === true || /^(?:fmt|format)$/.test(command.subcommand ?? ''))
  ) {
    return family === 'mkdir' || family === 'cp' || family === 'mv';
  }
  if (WRITES_IF.has(family))
    return command.subcommand === 'format' || command.subcommand === 'fmt'
      ? !command.flags.includes('--check')
      : command.flags.some((flag) => WRITE_FLAG.test(flag));
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
