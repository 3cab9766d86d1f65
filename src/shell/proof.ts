import type { MaskReason, ParsedCommand, ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { wordSet } from '../shared/word-set.ts';

/** The end of one command of a call, as far as the call shows it. */
type CommandEnd = 'worked' | 'unknown';

/** The facts known about a whole call that did not fail. */
interface CallEnd {
  /** Whether the agent reports that the call succeeded. */
  readonly isToldOk: boolean;
  /** The output of the call. */
  readonly output: string;
}

/**
 * Whether a command of a call that did not fail worked. If the status of the command is that of the call, the agent's report
 * decides. If a pipe, a list or a fallback swallowed the status, the output must decide: a complaint anywhere, or a place where a
 * complaint would not have been visible, leaves the answer open.
 */
export function proveCommand(command: ShellCommand, parsed: ParsedCommand, { isToldOk, output }: CallEnd): CommandEnd {
  const reasons = command.masks.filter((reason) => reason !== 'stderr-discarded');
  if (reasons.some((reason) => PROVES_NOTHING.has(reason))) return 'unknown';
  if (reasons.includes('or-true') || reasons.includes('or-else')) {
    return isToldOk && isFallbackUnused(command, parsed, output) ? 'worked' : 'unknown';
  }
  // The body of a loop may never have run; the commands of a branch or a fallback are not known to have run at all.
  if (command.conditional && !reasons.includes('loop')) return 'unknown';
  if (reasons.length === 0 && isToldOk) return 'worked';
  return showsSuccess(command, parsed, isToldOk, output) ? 'worked' : 'unknown';
}

/**
 * Whether no call can prove that this command of it worked, because of its position alone: a member of a `||` chain, a condition,
 * a branch.
 */
export function provesNothing({ masks, conditional }: ShellCommand): boolean {
  return (
    conditional || masks.some((reason) => PROVES_NOTHING.has(reason) || reason === 'or-true' || reason === 'or-else')
  );
}

const PROVES_NOTHING: ReadonlySet<MaskReason> = new Set(['negated', 'condition', 'background', 'substitution']);

/**
 * Whether a text has a pipe, a list, a background command or a substitution; without one of these nothing can swallow an exit
 * status.
 */
export function maySwallow(text: string): boolean {
  return MAY_SWALLOW.test(text);
}

const MAY_SWALLOW = /[|;\n`]|\$\(|(?<![&>])&(?!&)/;

function showsSuccess(command: ShellCommand, parsed: ParsedCommand, isToldOk: boolean, output: string): boolean {
  const filters = filtersOf(command, parsed);
  const selects = filters.some(({ name }) => !PASSES_ALL.has(name));
  const hasVisibleErrors =
    !command.stderrDiscarded && !sendsErrorsToFile(command) && !(selects && joinsErrors(command));
  const text = output.trim().replace(NO_OUTPUT, '');
  // Unix programs are silent if all is well, but a script may have kept their messages to itself.
  if (text === '') return isToldOk && hasVisibleErrors;
  if (looksWrong(printsContent(parsed) ? edgesOf(text) : text)) return false;
  if (hasVisibleErrors) return true;
  // Something was printed: with several commands in the call, nothing tells which of them printed it.
  if (!selects || !joinsErrors(command)) return countSpeakers(parsed) === 1;
  return SUCCESS.test(text);
}

/** The text that a client records if a command printed nothing. */
const NO_OUTPUT = /^\((?:Bash completed with )?no output\)$/;

/** Returns the commands into which a command pipes. */
function filtersOf(command: ShellCommand, parsed: ParsedCommand): ShellCommand[] {
  if (!command.masks.includes('pipe')) return [];
  const filters: ShellCommand[] = [];
  for (let at = parsed.commands.indexOf(command) + 1; at < parsed.commands.length; at++) {
    const next = parsed.commands[at];
    if (!next || (!next.piped && !next.nested)) break;
    if (next.piped) filters.push(next);
  }
  return filters;
}

function countSpeakers(parsed: ParsedCommand): number {
  return parsed.commands.filter(({ nested, piped, role }) => !nested && !piped && role === 'work').length;
}

/** Filters that let everything through except possibly the middle. */
const PASSES_ALL = new Set(['tail', 'head', 'cat', 'tee', 'less', 'more', 'select-object']);

function joinsErrors({ redirects }: ShellCommand): boolean {
  return redirects.some(({ op, target }) => (op === '2>&' || op === '2>') && (target === '1' || target === '&1'));
}

function sendsErrorsToFile({ redirects }: ShellCommand): boolean {
  const toFile = redirects.some(({ op, target }) => /^(?:&>>?|2>>?)$/.test(op) && !/^&?\d$/.test(target));
  return toFile || (redirects.some(({ op }) => /^1?>>?$/.test(op)) && joinsErrorsAfterFile(redirects));
}

/** Whether stderr joins stdout after stdout goes to a file: `>log 2>&1`, not `2>&1 >log`. */
function joinsErrorsAfterFile(redirects: ShellCommand['redirects']): boolean {
  const file = redirects.findIndex(({ op }) => /^1?>>?$/.test(op));
  return redirects.findIndex(({ op, target }) => op === '2>&' && target === '1') > file;
}

/** Whether the fallback of `check || echo FAILED` did not run: its word was not printed, so the check passed. */
function isFallbackUnused(command: ShellCommand, parsed: ParsedCommand, output: string): boolean {
  if (!command.masks.includes('or-true') || command.conditional) return false;
  const fallback = parsed.commands.slice(parsed.commands.indexOf(command) + 1).find(({ conditional }) => conditional);
  if (!fallback || !/^(?:echo|printf)$/.test(fallback.name) || fallback.redirects.length > 0) return false;
  const said = fallback.words.filter(({ text }) => !text.startsWith('-'));
  const text = said.map((word) => word.text).join(' ');
  return (
    text.trim().length > 2 &&
    !said.some(({ hasExpansion }) => hasExpansion) &&
    !/[\\%]/.test(text) &&
    !output.includes(text)
  );
}

/** Whether a text has a line as printed by a program that did not do its work. */
export function looksWrong(text: string): boolean {
  if (COMPLAINT_LINE.test(text)) return true;
  // Most outputs have no complaint; only in those that do must good news be told from bad.
  return COMPLAINT.test(text) && COMPLAINT.test(text.replace(NOTHING_WRONG, ''));
}

const COMPLAINT_LINE =
  /(?:^|\n)[^\S\n]{0,20}(?:[\w./@+-]{1,60}: ?(?:line )?(?:\d{1,6}: ?)?)?(?:error|fatal|panic|panicked|exception|traceback|failed|failure|cannot|can't|could not|couldn't|unable to|unknown|unrecognized|unexpected|invalid|illegal|no such|not found|permission denied|access denied|usage|npm err!|npm error|[✗✖✘])(?![\w-])/i;

const COMPLAINT =
  /command not found|no such file or directory|permission denied|is not recognized|ELIFECYCLE|exit(?:ed)?(?: with)? (?:code|status):? [1-9]|\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|\berror(?: TS\d|\[E\d)|(?:Error|Exception): /i;

/** `0 errors` is good news. */
const NOTHING_WRONG = /\b(?:0|no) (?:errors?|failed|failures?|problems?|issues)\b/gi;

/** Text that only a success prints. */
const SUCCESS =
  /\b(?:pass(?:ed|es|ing)?|success(?:ful|fully)?|succeeded|done|ok|created|installed|up to date|built in|completed)\b|✓|✔/i;

/** Returns the first and the last line: programs that print content may show any line, and only these two may be their own. */
function edgesOf(text: string): string {
  const lines = text.split('\n');
  return lines.length < 3 ? text : `${lines[0]}\n${lines.at(-1)}`;
}

/** Whether a call prints text from elsewhere. A command at the end of a pipe only passes on the output of the first one. */
export function printsContent(parsed: ParsedCommand): boolean {
  return parsed.commands.some((command) => !command.piped && !command.nested && printsOthers(command.name));
}

function printsOthers(name: string): boolean {
  return CONTENT_PRINTERS.has(name) || programOf(familyOf(name))?.printsTexts === true;
}

/** Programs that print the text they are given or find, including lines of others. */
const CONTENT_PRINTERS = wordSet('git echo printf xxd find');
