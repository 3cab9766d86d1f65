import type { Dialect, MaskReason, ParsedCommand, ShellCommand } from '../programs/command.ts';
import { type CommandFrame, topFrame, type Walk } from './build-command.ts';
import { isDiagnostic } from './diagnostic.ts';
import { POWERSHELLS } from './inner-script.ts';
import { splitLeniently } from './lenient.ts';
import { Lru } from './lru.ts';
import { readPosix } from './posix.ts';
import { readPowerShell } from './powershell.ts';
import { isProbe } from './probe.ts';
import { emitSegments } from './segments.ts';
import { freshState, type ShellState } from './shell-state.ts';

/** Longer commands are cut: they carry a file in a heredoc, and their beginning shows their purpose. */
export const MAX_COMMAND_LENGTH = 20_000;

// Sessions repeat a third of their commands, and distilling parses those of its project again: with 2,000 entries, which hold a few kilobytes
// each, it took a tenth more time.
const CACHE_SIZE = 8000;
const CACHED_LENGTH = 4000;
const caches = { posix: new Lru<ParsedCommand>(CACHE_SIZE), powershell: new Lru<ParsedCommand>(CACHE_SIZE) };

/** Parses a command line. Never throws: text that is not valid shell is split at white space and marked `ok: false`. */
export function parseCommand(text: string, dialect: Dialect = 'posix'): ParsedCommand {
  const cache = caches[dialect];
  const known = cache.get(text);
  if (known !== undefined) return known;
  const parsed = parseUncached(text, dialect);
  if (text.length <= CACHED_LENGTH) cache.set(text, parsed);
  return parsed;
}

/** Parses the command of a shell call; the agent's name for the tool decides the dialect. */
export function parseShell(command: string, toolName: string): ParsedCommand {
  return parseCommand(command, POWERSHELLS.has(toolName.toLowerCase()) ? 'powershell' : 'posix');
}

/** Parses without the cache, for measurements. */
function parseUncached(text: string, dialect: Dialect = 'posix'): ParsedCommand {
  const cut = text.length > MAX_COMMAND_LENGTH;
  const short = cut ? text.slice(0, MAX_COMMAND_LENGTH) : text;
  const source = short.includes('\r') ? short.replaceAll('\r\n', '\n') : short;
  const state = freshState();
  const walk: Walk = { commands: [], heredoc: false, broken: false, open };

  function open(script: string, inner: ShellState, frame: CommandFrame): void {
    const before = walk.commands.length;
    const read = frame.dialect === 'powershell' ? readPowerShell : readPosix;
    if (read(script, inner, frame, walk)) return;
    walk.broken = true;
    if (walk.commands.length === before) emitSegments(splitLeniently(script), inner, frame, walk);
  }

  open(source, state, topFrame(dialect));
  const commands = walk.commands;
  return {
    ok: !walk.broken && !cut,
    text: short,
    commands,
    main: chooseMain(commands),
    cdAfter: state.dir,
    exitDecidedBy: commands.findLast(decidesExit),
    masked: commands.some((command) => command.exitMasked && command.role === 'work' && !command.nested),
    heredoc: walk.heredoc,
  };
}

/** Returns the reasons why failures of the commands that do the work may not show, each once. */
export function maskedBy(parsed: ParsedCommand): MaskReason[] {
  const reasons = new Set<MaskReason>();
  const working = parsed.commands.filter((command) => command.role === 'work' && !command.nested);
  for (const command of working.length > 0 ? working : parsed.commands)
    for (const reason of command.masks) reasons.add(reason);
  return [...reasons];
}

function decidesExit(command: ShellCommand): boolean {
  return command.masks.every((reason) => reason === 'loop' || reason === 'stderr-discarded');
}

/**
 * Returns the command that a line is about: its first command that does work. Commands that inspect or ask come second, so that
 * `ls dist && node dist/app.js` is about node; substitutions come third, preparations last.
 */
function chooseMain(commands: readonly ShellCommand[]): ShellCommand | undefined {
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
