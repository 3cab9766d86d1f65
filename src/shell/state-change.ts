import type { ShellCommand } from '../programs/command.ts';
import { isDiagnostic } from './diagnostic.ts';
import { familyOf } from './program-names.ts';
import { scriptOf } from './script.ts';
import { listsSubcommand } from './subcommand-lists.ts';
import { CHANGING_PROGRAMS, CHANGING_SCRIPT, CHANGING_SUBCOMMANDS, CHECKING_SCRIPT } from './tables/state-changes.ts';
import { wordSet } from './tables/word-set.ts';

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
  const script = scriptOf(command);
  if (script !== undefined) return !CHECKING_SCRIPT.test(script.name) && CHANGING_SCRIPT.test(script.name);
  if (
    command.args.some((arg) => CHECK_FLAG.test(arg)) &&
    (CHANGING_PROGRAMS.has(family) || /^(?:fmt|format)$/.test(command.subcommand ?? ''))
  ) {
    return family === 'mkdir' || family === 'cp' || family === 'mv';
  }
  if (WRITES_IF.has(family))
    return command.subcommand === 'format' || command.subcommand === 'fmt'
      ? !command.flags.includes('--check')
      : command.flags.some((flag) => WRITE_FLAG.test(flag));
  if (CHANGING_PROGRAMS.has(family)) return true;
  if (listsSubcommand(CHANGING_SUBCOMMANDS, command.name, command.subcommand)) return true;
  return changesByArguments(command, family);
}

function changesByArguments(command: ShellCommand, family: string): boolean {
  const { operands, flags } = command;
  switch (family) {
    case 'make':
    case 'yarn':
    case 'bundle':
      return operands.length === 0 && command.subcommand === undefined;
    case 'git':
      return command.subcommand === 'branch' || (command.subcommand === 'config' && operands.length > 1);
    case 'curl':
      return flags.some((flag) =>
        /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T|--upload-file|-[a-zA-Z]*[oO]|--output)$/.test(flag),
      );
    case 'gh':
      return command.subcommand === 'api';
    case 'psql':
    case 'mysql':
    case 'sqlite3':
      return (
        flags.includes('-f') ||
        command.redirects.some(({ op }) => op === '<') ||
        command.args.some((arg) => /^\s*(?:create|insert|alter|drop|update|delete|grant)\b/i.test(arg))
      );
    case 'python':
      return (
        /(?:^|[/\\])manage\.py$/.test(operands[0] ?? '') &&
        /^(?:migrate|makemigrations|loaddata|collectstatic|createsuperuser|runserver|flush)$/.test(operands[1] ?? '')
      );
    case 'php':
      return operands[0] === 'artisan' && CHANGING_SCRIPT.test(operands[1] ?? '');
    case 'eval':
      return /ssh-agent|\b(?:env|hook|activate|shellenv|init)\b/.test(command.args.join(' '));
    case 'venv':
      return true;
    default:
      return isSetupScript(command);
  }
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
