import type { ShellCommand } from '../programs/command.ts';
import { familyOf } from './program-names.ts';
import { listsSubcommand } from './subcommand-lists.ts';
import { LOOKING_PROGRAMS, LOOKING_SUBCOMMANDS, LOOKING_VERBS, OTHER_H_FLAG } from './tables/diagnostics.ts';
import { verbOf } from './verb.ts';

const VERSION_FLAGS = /^(?:--version|-V|-v|-version|--info|--list-sdks)$/;
const CHANGES_BRANCH = /^(?:-[dDmMcCfu]|--delete|--move|--copy|--force|--set-upstream-to|--unset-upstream|--edit-description)$/;
const LISTS_BRANCHES =
  /^(?:-l|-a|-r|-v|-vv|-av|-avv|-rv|--list|--all|--remotes|--show-current|--(?:no-)?contains|--(?:no-)?merged|--points-at|--format|--sort)$/;
const READS_CONFIG = /^(?:--get|--get-all|--get-regexp|--list|-l|--show-origin|--get-urlmatch)$/;
const WRITES_SQL = /\b(?:insert|update|delete|create|drop|alter|truncate|grant|vacuum|replace)\b/i;

/** Whether a command only looks: help, versions, listings, searches, status. It is never what fixed anything. */
export function isDiagnostic(command: ShellCommand): boolean {
  if (writesFile(command)) return false;
  const family = familyOf(command.name);
  if (asksForHelp(command, family)) return true;
  if (command.runner.length === 0 && LOOKING_PROGRAMS.has(family)) return !changesAnyway(command, family);
  if (command.dialect === 'powershell' && /^(?:get|test|select|measure|resolve|compare|format|where|sort|find)-/.test(family))
    return true;
  if (listsSubcommand(LOOKING_SUBCOMMANDS, command.name, command.subcommand))
    return !(family === 'go' && command.flags.includes('-w'));
  // Of somebody's own program, its verb tells: `lanternctl list`.
  if (command.subcommand === undefined && LOOKING_VERBS.has(verbOf(command) ?? '')) return true;
  return looksByArguments(command, family);
}

/** Whether its output goes to a file. */
export function writesFile(command: ShellCommand): boolean {
  return command.redirects.some(
    ({ op, target }) => /^(?:[12&*]?>[>|]?)$/.test(op) && !/^(?:\/dev\/|nul$|\$null$|-$)/i.test(target),
  );
}

function asksForHelp(command: ShellCommand, family: string): boolean {
  const { args, flags, subcommand } = command;
  if (flags.includes('--help') || flags.includes('-help') || args[0] === '/?') return true;
  if (subcommand === 'help' || subcommand === 'version' || (subcommand === undefined && args[0] === 'help')) return true;
  if (args.length > 0 && args.at(-1) === '-h') return !OTHER_H_FLAG.has(family);
  if (args.length === 1 && subcommand === undefined && VERSION_FLAGS.test(args[0] ?? '')) return true;
  return flags.includes('--dry-run') && !command.args.includes('--dry-run=none');
}

function changesAnyway(command: ShellCommand, family: string): boolean {
  switch (family) {
    case 'find':
      return (
        command.flags.includes('-delete') ||
        (command.flags.some((flag) => /^-(?:exec|ok)/.test(flag)) && command.operands.some(isChange))
      );
    case 'fd':
      return command.flags.some((flag) => /^-(?:x|X|-exec)/.test(flag)) && command.operands.some(isChange);
    case 'sed':
      return command.flags.some((flag) => /^-[a-zA-Z]*i|^--in-place/.test(flag));
    case 'awk':
      return command.args.includes('inplace');
    case 'yq':
      return command.flags.some((flag) => flag === '-i' || flag === '--inplace');
    case 'sort':
      return command.flags.some((flag) => flag === '-o' || flag === '--output');
    case 'date':
      return command.flags.includes('-s');
    default:
      return false;
  }
}

function isChange(operand: string): boolean {
  return /^(?:rm|mv|cp|chmod|chown|sed|touch|truncate|perl|bash|sh)$/.test(operand);
}

function looksByArguments(command: ShellCommand, family: string): boolean {
  const { flags, operands, subcommand } = command;
  switch (family) {
    case 'git':
      if (subcommand === 'branch')
        return (
          flags.some((flag) => LISTS_BRANCHES.test(flag)) ||
          (operands.length === 0 && !flags.some((flag) => CHANGES_BRANCH.test(flag)))
        );
      if (subcommand === 'tag')
        return operands.length === 0 || flags.some((flag) => /^(?:-l|-n\d*|--list|--contains|--points-at|--sort)$/.test(flag));
      if (subcommand === 'config')
        return (
          flags.some((flag) => READS_CONFIG.test(flag)) ||
          operands[0] === 'get' ||
          operands[0] === 'list' ||
          operands.length === 1
        );
      return (subcommand === 'remote' && operands.length === 0) || (subcommand === undefined && flags.includes('--version'));
    case 'gh':
      return subcommand === 'api' && readsApi(command);
    case 'curl':
      return (
        !flags.some((flag) =>
          /^(?:-X|--request|-d|--data.*|--json|-F|--form|-T|--upload-file|-[a-zA-Z]*[oO]|--output|--remote-name)$/.test(flag),
        ) || isGet(command)
      );
    case 'npm':
    case 'pnpm':
      return (subcommand === 'run' && operands.length === 0) || (subcommand === 'audit' && operands.length === 0);
    case 'aws':
      return / (?:describe|list|get|head|batch-get|filter)-/.test(subcommand ?? '');
    case 'gcloud':
    case 'az':
      return /(?:list|describe|show|get-value|info)$/.test(subcommand ?? '');
    case 'sqlite3':
    case 'psql':
    case 'mysql':
    case 'duckdb':
      return readsDatabase(command);
    case 'make':
      return flags.some((flag) => /^(?:-n|--just-print|-p|--print-data-base)$/.test(flag));
    case 'just':
    case 'task':
      return flags.some((flag) => /^(?:-l|-a|--list|--list-all|--summary|--show)$/.test(flag));
    case 'tar':
      return flags.some((flag) => /^-[a-zA-Z]*t/.test(flag)) || /^t[a-z]*$/.test(operands[0] ?? '');
    case 'unzip':
      return flags.some((flag) => /^-[lvZ]/.test(flag));
    case 'dpkg':
      return flags.some((flag) => /^-[lsLS]$/.test(flag));
    case 'brew':
      return subcommand === undefined && flags.some((flag) => flag === '--prefix' || flag === '--cellar');
    default:
      return false;
  }
}

function isGet(command: ShellCommand): boolean {
  const method = command.arguments.find((argument) => argument.text === '-X' || argument.text === '--request')?.value;
  const others = command.flags.some((flag) => /^(?:-d|--data.*|--json|-F|--form|-T|-[a-zA-Z]*[oO]|--output)$/.test(flag));
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method ?? '') && !others;
}

function readsApi(command: ShellCommand): boolean {
  const method = command.arguments.find((argument) => argument.text === '-X' || argument.text === '--method')?.value;
  if (method !== undefined) return /^get$/i.test(method);
  const fields = command.arguments.filter((argument) => /^(?:-f|-F|--field|--raw-field|--input)$/.test(argument.text));
  if (command.operands[0] === 'graphql') return !fields.some((field) => /^query=\s*mutation\b/.test(field.value ?? ''));
  return fields.length === 0;
}

function readsDatabase(command: ShellCommand): boolean {
  const code = command.arguments
    .map((argument) => argument.value ?? argument.text)
    .filter((text) =>
      /^\s*(?:select|show|explain|describe|pragma|with|\\[dlz]|\.(?:schema|tables|databases|indexes|dump|help))/i.test(text),
    );
  return code.length > 0 && !code.some((text) => WRITES_SQL.test(text)) && !command.flags.includes('-f');
}
