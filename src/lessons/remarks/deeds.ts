import type { Call } from '../../agents/call.ts';
import { textOf } from '../../failures/recovery/relation.ts';
import type { Roots } from '../../failures/recovery/session-view.ts';
import { familyOf, programOf } from '../../programs/lookup.ts';
import { isBypass, parseShell, type ShellCommand, signatureOf } from '../../shell/index.ts';
import type { Clause } from './clauses.ts';
import type { Saying } from './remark.ts';
import { readMeaning } from './words.ts';

/**
 * Finds a check that the person asked for and the agent then ran, after it had changed files: "and then run pnpm lint". The
 * request must be found in the command, so that the lesson can name the command and need not quote anybody.
 */
export function findCheck(said: string, { before, after }: Saying): { command: string; fix: string } | undefined {
  const asked =
    /^(?:(?:then|also|and|please|just|finally|always|make sure (?:to|you))\s+)*(?:(?:re-?)?run|execute)\s+(?<what>.+)$/i.exec(
      said,
    )?.groups?.what;
  const words = wordsOf(asked ?? said.replace(/^(?:then|also|and)\s+/i, '')).filter((word) => !fillers.has(word));
  // Without "run" only a command as typed counts: "then pnpm fix".
  if (words.length === 0 || words.length > 4 || (asked === undefined && words.length < 2)) return undefined;
  // The text is checked first: parsing every command costs more than everything else.
  const mayHold = (text: string): boolean => words.every((word) => text.includes(word.replace(/s$/, '')));
  let hasEdited = before.some(isEdit);
  for (const call of after) {
    hasEdited ||= isEdit(call);
    if (!hasEdited || call.tool !== 'shell' || call.outcome === 'rejected' || call.outcome === 'blocked') continue;
    if (!mayHold(call.input.command?.toLowerCase() ?? '')) continue;
    const run = commandsOf(call).find((command) => isCheck(command) && isAskedFor(command, words, asked === undefined));
    if (run) return { command: typedHead(run), fix: call.id };
  }
  return undefined;
}

const fillers = new Set(
  'the all again it a please now afterwards after too once more for me at end when done'.split(' '),
);

/** Finds a file that the person also asked to update, and that the agent worked on: "did you update CHANGELOG.md?" */
export function findReminder(
  said: string,
  { before, after }: Saying,
  roots: Roots,
): { path: string; fix: string } | undefined {
  const named = reminder.exec(said)?.groups?.path?.replace(/^@/, '');
  if (named === undefined || named.includes('..')) return undefined;
  for (const call of [...after, ...before]) {
    if (!isEdit(call) || call.input.path === undefined) continue;
    const path = roots.relative(call.input.path, call.cwd);
    if (path !== undefined && (path === named || path.endsWith(`/${named}`))) return { path, fix: call.id };
  }
  return undefined;
}

const reminder =
  /^(?:(?:and|ok|please|you|u)\s+)*(?:also (?:please )?(?:update|change|edit|add (?:it )?to)|(?:did|have) (?:you|u) (?:also )?(?:updated?|changed?|edit(?:ed)?|add(?:ed)? (?:it )?to)|(?:forgot|(?:do not|don'?t) forget)(?: to)?(?: update| add (?:it )?to)?)\s+(?:the\s+)?[`"']?(?<path>@?[\w-][\w./-]*\.[a-z]\w{0,5})\b/i;

/** Finds a command that replaced another: the wrong one ran before, the right one after, and only the words of both are kept. */
export function findSwap(
  { text, isQuestion }: Clause,
  { before, after, refused }: Saying,
): { wrong: string; right: string; call: string; fix: string } | undefined {
  if (isQuestion) return undefined;
  const groups = swap.exec(text.replaceAll('’', "'"))?.groups;
  const right = commandWords(groups?.right);
  if (right === undefined) return undefined;
  const named = commandWords(groups?.wrong);
  const fix = firstRun(after, (command) => startsWith(command, right));
  if (!fix) return undefined;
  const candidates = refused ? [refused, ...before] : before;
  const wrong = named
    ? firstRun(candidates, (command) => startsWith(command, named))
    : firstRun(candidates.slice(0, 3), (command) => replaces(fix.command, command, right));
  if (!wrong || isBypass(fix.command)) return undefined;
  const typed = named ?? [wrong.command.program];
  if (typed.join(' ') === right.join(' ')) return undefined;
  return { wrong: typed.join(' '), right: right.join(' '), call: wrong.call.id, fix: fix.call.id };
}

/**
 * Returns the command of a call that contains most of the words, as typed: its action, with the arguments that contain some of
 * them.
 */
export function findNaming(call: Call, words: readonly string[]): string | undefined {
  const text = call.input.command?.toLowerCase() ?? '';
  if (!words.some((word) => text.includes(word))) return undefined;
  for (const command of commandsOf(call)) {
    const named = words.filter((word) => namesIn(textOf(command)).has(word));
    const isOne = words.length === 1 && named.length === 1 && command.name === named[0];
    if (!isOne && (named.length < 2 || named.length * 2 < words.length)) continue;
    const telling = command.arguments.flatMap(({ text: flag, value }) => {
      const typed = value === undefined ? flag : `${flag} ${value}`;
      return typed.length <= 40 && named.some((word) => namesIn(typed).has(word)) ? typed : [];
    });
    const head = typedHead(command);
    return [head, ...telling.filter((typed) => !head.split(' ').includes(typed))].join(' ');
  }
  return undefined;
}

/** Returns the words of a command, normalised like those of a wish. */
function namesIn(text: string): Set<string> {
  return new Set(readMeaning(text.replace(/[^\p{L}\p{N}]+/gu, ' ')).words);
}

const swap =
  /^(?:(?:no|nope|please|ok|hey|nein|bitte)[,!]?\s+)*(?:use|run|verwende|benutze?|nimm|utilise|usa)\s+(?:the\s+)?[`"']?(?<right>[\w@./:-]+(?: (?!(?:instead|here|please|not|over|rather|statt)\b)[\w@./:-]+)?)[`"']?(?:,?\s*(?:instead of|rather than|not|over|statt|au lieu de|en vez de)\s+(?:the\s+)?[`"']?(?<wrong>[\w@./:-]+(?: [\w@./:-]+)?)[`"']?|\s+(?:instead|here|please))?\s*$/i;

/**
 * Returns the words of a text if they can be a command. Programs are lower-case words without a final dot; an article or a
 * pronoun is not a program.
 */
function commandWords(text: string | undefined): string[] | undefined {
  const words = text?.trim().split(/\s+/) ?? [];
  if (words.length === 0 || !words.every((word) => /^[\w@./:-]{1,40}$/.test(word))) return undefined;
  return /^(?:it|that|this|them|a|an|my|your|our|one)$/i.test(words[0] ?? '') ? undefined : words;
}

function firstRun(
  calls: readonly Call[],
  isWanted: (command: ShellCommand) => boolean,
): { call: Call; command: ShellCommand } | undefined {
  for (const call of calls) {
    const command = commandsOf(call).find(isWanted);
    if (command) return { call, command };
  }
  return undefined;
}

/** Whether a command does the same work with another program: a following word is the same. */
function replaces(right: ShellCommand, wrong: ShellCommand, named: readonly string[]): boolean {
  if (startsWith(wrong, named) || right.program === wrong.program) return false;
  const [first] = tailOf(right);
  return first !== undefined && tailOf(wrong).includes(first);
}

function tailOf(command: ShellCommand): string[] {
  return [command.subcommand, ...command.args]
    .flatMap((word) => word?.split(' ') ?? [])
    .filter((word) => !word.startsWith('-'));
}

function startsWith(command: ShellCommand, words: readonly string[]): boolean {
  const typed = textOf(command).split(' ');
  return words.every((word, index) => typed[index] === word);
}

function commandsOf(call: Call): ShellCommand[] {
  if (call.input.command === undefined) return [];
  return parseShell(call.input.command, call.name).commands.filter((command) => !command.nested);
}

function isEdit({ tool, outcome }: Call): boolean {
  return (tool === 'edit' || tool === 'write') && outcome === 'ok';
}

/** Whether the command checks or formats: something to run after every change, unlike a server, an import or a release. */
function isCheck(command: ShellCommand): boolean {
  const words = headWords(command);
  return (
    words.some((word) => checks.has(word) || isCheckingProgram(word)) && !words.some((word) => notChecks.has(word))
  );
}

const checks = new Set(
  'fix lint format fmt test check typecheck type-check build verify validate ci vet clippy'.split(' '),
);
function isCheckingProgram(word: string): boolean {
  const program = programOf(familyOf(word));
  return program?.checks === true || program?.tests === true;
}

const notChecks = new Set(
  'git gh dev serve start watch publish deploy release install add migrate seed push'.split(' '),
);

/** Returns the action of a command, with the runner that starts it. */
function typedHead(command: ShellCommand): string {
  const runner = command.runner.at(-1) === '-m' ? [] : command.runner;
  return [...runner, signatureOf(command)].join(' ');
}

/** Whether every requested word is in the head of the command; as typed if nothing says that it is to be run. */
function isAskedFor(command: ShellCommand, words: readonly string[], asTyped: boolean): boolean {
  const typed = textOf(command).toLowerCase().split(' ');
  if (asTyped) return words.every((word, index) => typed[index] === word);
  const head = headWords(command);
  return words.every((word) => head.includes(word) || head.includes(word.replace(/s$/, '')));
}

function headWords(command: ShellCommand): string[] {
  const typed = textOf(command).toLowerCase().split(' ').slice(0, 4);
  return typed.flatMap((word) => [word, ...word.split(':')]);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[`"'(]+|[`"'),.!]+$/g, ''))
    .filter((word) => word !== '');
}
