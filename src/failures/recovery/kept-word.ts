import { isBypass, isDiagnostic, type ShellCommand } from '../../shell/index.ts';
import { addressOf, templateOf } from './endpoints.ts';
import { type FailedStep, headOf } from './relation.ts';
import { after, type Step, type ThreadView } from './session-view.ts';

/** The next command that worked and is about the same thing. */
export interface Kept {
  step: Step;
  command: ShellCommand;
  /** The word of the refused call that it has, too. */
  word: string;
}

/** What was meant is tried again soon, or not at all. */
const SOON = 8;

/**
 * How the agent reached what it was refused: the first later command that worked and has one of the given words, whatever program it is of.
 * The words are what the refused part of the call was about: the value of a flag, the name of a field, a file.
 */
export function findKept(
  step: FailedStep,
  view: ThreadView,
  words: readonly string[],
  accept: (command: ShellCommand, word: string) => boolean,
): Kept | undefined {
  const telling = words.filter((word) => word.length >= SHORTEST && !/\s/.test(word));
  if (telling.length === 0) return undefined;
  for (const later of after(view, step, SOON)) {
    const text = later.call.input.command;
    // Asked of the text first: taking a command apart costs more.
    if (later.outcome !== 'worked' || text === undefined || !telling.some((word) => text.includes(word))) continue;
    for (const command of later.parsed?.commands ?? []) {
      if (command.nested || command.conditional || isBypass(command) || isNoAnswer(command, step)) continue;
      const word = telling.find((one) => hasWord(command, one) && accept(command, one));
      if (word !== undefined) return { step: later, command, word };
    }
  }
  return undefined;
}

/** Looking around is no answer, unless the refused call was to look at something itself; asking for help never is. */
function isNoAnswer(command: ShellCommand, { failure }: FailedStep): boolean {
  if (!isDiagnostic(command)) return false;
  return command.flags.includes('--help') || !failure.command || !isDiagnostic(failure.command);
}

/** Shorter words are in every other command. */
const SHORTEST = 4;

function hasWord({ subcommand, args }: ShellCommand, word: string): boolean {
  return [...(subcommand?.split(' ') ?? []), ...args].some((arg) => arg === word || partsOf(arg).includes(word));
}

/** The words of an argument that is a query, a list or a filter. */
function partsOf(argument: string): string[] {
  return argument.split(/[^\w@./+-]+/);
}

/** A command by what it does: its head, and the address that it asks. */
export function nameCall(command: ShellCommand): string {
  const address = addressOf(command);
  const asked = address === undefined || /^[a-z]{2,20}$/.test(address) ? address : templateOf(address);
  return [headOf(command), asked].filter(Boolean).join(' ');
}

/** The value that a flag was given; the word behind it where no table knows that it takes one. */
export function valueOfFlag({ arguments: all, args }: ShellCommand, flag: string): string | undefined {
  const given = all.find(({ kind, text }) => kind === 'flag' && text === flag)?.value;
  if (given !== undefined) return given;
  const next = args[args.indexOf(flag) + 1];
  return args.includes(flag) && next !== undefined && !next.startsWith('-') ? next : undefined;
}
