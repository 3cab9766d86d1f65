import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import type { Program } from '../programs/program.ts';
import { wordSet } from '../shared/word-set.ts';
import { verbOf } from './verb.ts';

const VERSION_FLAGS = /^(?:--version|-V|-v|-version|--info|--list-sdks)$/;

/** Verbs that only inspect, whatever the program. */
const LOOKING_VERBS: ReadonlySet<string> = wordSet(
  'capture cat describe diff docs doctor find get help history info inspect list log logs ls print ps query search show stats status tail tree version view wait watch where which whoami',
);

/** Whether a command only inspects: help, versions, listings, searches, status. Such a command is never the fix. */
export function isDiagnostic(command: ShellCommand): boolean {
  if (writesFile(command)) return false;
  const family = familyOf(command.name);
  const program = programOf(family);
  if (asksForHelp(command, program)) return true;
  if (
    command.dialect === 'powershell' &&
    /^(?:get|test|select|measure|resolve|compare|format|where|sort|find)-/.test(family)
  )
    return true;
  // A program that a runner starts is a different program of the same name.
  const looks = program?.looks !== true || command.runner.length === 0 ? program?.looks : undefined;
  if (holdsFor(looks, command.subcommand)) return !program?.editsIf?.(command);
  // For a program that no table knows, its verb decides: `lanternctl list`.
  if (command.subcommand === undefined && LOOKING_VERBS.has(verbOf(command) ?? '')) return true;
  return program?.looksIf?.(command) ?? false;
}

/** Whether the output of a command goes to a file. */
export function writesFile(command: ShellCommand): boolean {
  return command.redirects.some(
    ({ op, target }) => /^(?:[12&*]?>[>|]?)$/.test(op) && !/^(?:\/dev\/|nul$|\$null$|-$)/i.test(target),
  );
}

function asksForHelp(command: ShellCommand, program: Program | undefined): boolean {
  const { args, flags, subcommand } = command;
  if (flags.includes('--help') || flags.includes('-help') || args[0] === '/?') return true;
  if (subcommand === 'help' || subcommand === 'version' || (subcommand === undefined && args[0] === 'help'))
    return true;
  if (args.length > 0 && args.at(-1) === '-h') return !program?.hasOtherH;
  if (args.length === 1 && subcommand === undefined && VERSION_FLAGS.test(args[0] ?? '')) return true;
  return flags.includes('--dry-run') && !command.args.includes('--dry-run=none');
}
