import { isBypass, isDiagnostic, type ShellCommand } from '../../shell/index.ts';
import { addressOf, templateOf } from './endpoints.ts';
import { type FailedStep, headOf } from './relation.ts';
import { after, type Step, type ThreadView } from './session-view.ts';

/** The next command that worked and concerns the same thing. */
interface Kept {
  step: Step;
  command: ShellCommand;
  /** The word that it shares with the refused call. */
  word: string;
}

/** The agent tries again soon, or not at all. */
const SOON = 8;

/**
 * Finds how the agent achieved what it was refused: the first later command that worked and has one of the given words, whatever
 * its program. The words are the subject of the refused part of the call: the value of a flag, the name of a field, a file.
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
    // The text is tested first, because parsing a command costs more.
    if (later.outcome !== 'worked' || text === undefined || !telling.some((word) => text.includes(word))) continue;
    for (const command of later.parsed?.commands ?? []) {
      if (command.nested || command.conditional || isBypass(command) || isNoAnswer(command, step)) continue;
      const word = telling.find((one) => hasWord(command, one) && accept(command, one));
      if (word !== undefined) return { step: later, command, word };
    }
  }
  return undefined;
}

/**
 * Whether a command cannot be the answer: it only inspects, unless the refused call was to inspect something itself. Asking for
 * help never is the answer.
 */
function isNoAnswer(command: ShellCommand, { failure }: FailedStep): boolean {
  if (!isDiagnostic(command)) return false;
  return command.flags.includes('--help') || !failure.command || !isDiagnostic(failure.command);
}

/** Shorter words occur in too many commands. */
const SHORTEST = 4;

function hasWord({ subcommand, args }: ShellCommand, word: string): boolean {
  return [...(subcommand?.split(' ') ?? []), ...args].some((arg) => arg === word || partsOf(arg).includes(word));
}

/** Returns the words of an argument that is a query, a list or a filter. */
function partsOf(argument: string): string[] {
  return argument.split(/[^\w@./+-]+/);
}

/** Names a command by its action: its head, and the address that it requests. */
export function nameCall(command: ShellCommand): string {
  const address = addressOf(command);
  const asked = address === undefined || /^[a-z]{2,20}$/.test(address) ? address : templateOf(address);
  return [headOf(command), asked].filter(Boolean).join(' ');
}

/** Returns the value that a flag was given; the word after it if no table knows that it takes one. */
export function valueOfFlag({ arguments: all, args }: ShellCommand, flag: string): string | undefined {
  const given = all.find(({ kind, text }) => kind === 'flag' && text === flag)?.value;
  if (given !== undefined) return given;
  const next = args[args.indexOf(flag) + 1];
  return args.includes(flag) && next !== undefined && !next.startsWith('-') ? next : undefined;
}
