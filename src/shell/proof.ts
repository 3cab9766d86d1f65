import type { MaskReason, ParsedCommand, ShellCommand } from '../programs/command.ts';
import { familyOf, programOf } from '../programs/lookup.ts';
import { wordSet } from '../shared/word-set.ts';

/** How a command of a call ended, by what the call shows. */
export type CommandEnd = 'worked' | 'unknown';

/** What is known of a whole call that did not fail. */
export interface CallEnd {
  /** The agent says that it ended well. */
  readonly isToldOk: boolean;
  /** What it printed. */
  readonly output: string;
}

/**
 * Whether a command of a call that did not fail worked. Where its own status is the call's, the agent tells. Where a pipe, a list or a
 * fallback swallowed it, what was printed must: a complaint anywhere, or a place where it would not have been seen, leaves it open.
 */
export function proveCommand(command: ShellCommand, parsed: ParsedCommand, { isToldOk, output }: CallEnd): CommandEnd {
  const reasons = command.masks.filter((reason) => reason !== 'stderr-discarded');
  if (reasons.some((reason) => PROVES_NOTHING.has(reason))) return 'unknown';
  if (reasons.includes('or-true') || reasons.includes('or-else')) {
    return isToldOk && isFallbackUnused(command, parsed, output) ? 'worked' : 'unknown';
  }
  // A loop may have run its body not once; what a branch or a fallback holds is not known to have run at all.
  if (command.conditional && !reasons.includes('loop')) return 'unknown';
  if (reasons.length === 0 && isToldOk) return 'worked';
  return showsSuccess(command, parsed, isToldOk, output) ? 'worked' : 'unknown';
}

/** Whether no call proves that this command of it worked, by its place alone: a member of a `||` chain, a condition, a branch. */
export function provesNothing({ masks, conditional }: ShellCommand): boolean {
  return conditional || masks.some((reason) => PROVES_NOTHING.has(reason) || reason === 'or-true' || reason === 'or-else');
}

const PROVES_NOTHING: ReadonlySet<MaskReason> = new Set(['negated', 'condition', 'background', 'substitution']);

/** A pipe, a list, a background, a substitution: without one of them nothing can swallow an exit status. */
export function maySwallow(text: string): boolean {
  return MAY_SWALLOW.test(text);
}

const MAY_SWALLOW = /[|;\n`]|\$\(|(?<![&>])&(?!&)/;

function showsSuccess(command: ShellCommand, parsed: ParsedCommand, isToldOk: boolean, output: string): boolean {
  const filters = filtersOf(command, parsed);
  const selects = filters.some(({ name }) => !PASSES_ALL.has(name));
  const hasVisibleErrors = !command.stderrDiscarded && !sendsErrorsToFile(command) && !(selects && joinsErrors(command));
  const text = output.trim().replace(NO_OUTPUT, '');
  // Unix programs are silent where all is well; but a script may have kept what they said to itself.
  if (text === '') return isToldOk && hasVisibleErrors;
  if (looksWrong(printsContent(parsed) ? edgesOf(text) : text)) return false;
  if (hasVisibleErrors) return true;
  // Somebody printed something: with several commands in the call nobody knows who.
  if (!selects || !joinsErrors(command)) return countSpeakers(parsed) === 1;
  return SUCCESS.test(text);
}

/** What a client writes where a command printed nothing. */
const NO_OUTPUT = /^\((?:Bash completed with )?no output\)$/;

/** The commands that a command pipes into. */
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

/** Filters that let everything through, but for its middle. */
const PASSES_ALL = new Set(['tail', 'head', 'cat', 'tee', 'less', 'more', 'select-object']);

function joinsErrors({ redirects }: ShellCommand): boolean {
  return redirects.some(({ op, target }) => (op === '2>&' || op === '2>') && (target === '1' || target === '&1'));
}

function sendsErrorsToFile({ redirects }: ShellCommand): boolean {
  const toFile = redirects.some(({ op, target }) => /^(?:&>>?|2>>?)$/.test(op) && !/^&?\d$/.test(target));
  return toFile || (redirects.some(({ op }) => /^1?>>?$/.test(op)) && joinsErrorsAfterFile(redirects));
}

/** `>log 2>&1`, not `2>&1 >log`. */
function joinsErrorsAfterFile(redirects: ShellCommand['redirects']): boolean {
  const file = redirects.findIndex(({ op }) => /^1?>>?$/.test(op));
  return redirects.findIndex(({ op, target }) => op === '2>&' && target === '1') > file;
}

/** `check || echo FAILED`: where the word was not printed, the check was green. */
function isFallbackUnused(command: ShellCommand, parsed: ParsedCommand, output: string): boolean {
  if (!command.masks.includes('or-true') || command.conditional) return false;
  const fallback = parsed.commands.slice(parsed.commands.indexOf(command) + 1).find(({ conditional }) => conditional);
  if (!fallback || !/^(?:echo|printf)$/.test(fallback.name) || fallback.redirects.length > 0) return false;
  const said = fallback.words.filter(({ text }) => !text.startsWith('-'));
  const text = said.map((word) => word.text).join(' ');
  return (
    text.trim().length > 2 && !said.some(({ hasExpansion }) => hasExpansion) && !/[\\%]/.test(text) && !output.includes(text)
  );
}

/** Whether a text has a line that a program prints which did not do its work. */
export function looksWrong(text: string): boolean {
  if (COMPLAINT_LINE.test(text)) return true;
  // Most outputs say nothing of the kind: only where one does, good news has to be told from bad.
  return COMPLAINT.test(text) && COMPLAINT.test(text.replace(NOTHING_WRONG, ''));
}

const COMPLAINT_LINE =
  /(?:^|\n)[^\S\n]{0,20}(?:[\w./@+-]{1,60}: ?(?:line )?(?:\d{1,6}: ?)?)?(?:error|fatal|panic|panicked|exception|traceback|failed|failure|cannot|can't|could not|couldn't|unable to|unknown|unrecognized|unexpected|invalid|illegal|no such|not found|permission denied|access denied|usage|npm err!|npm error|[✗✖✘])(?![\w-])/i;

const COMPLAINT =
  /command not found|no such file or directory|permission denied|is not recognized|ELIFECYCLE|exit(?:ed)?(?: with)? (?:code|status):? [1-9]|\b[1-9]\d{0,6} (?:failed|failing|failures?|errors?)\b|\berror(?: TS\d|\[E\d)|(?:Error|Exception): /i;

/** `0 errors` is good news. */
const NOTHING_WRONG = /\b(?:0|no) (?:errors?|failed|failures?|problems?|issues)\b/gi;

/** What only a success prints. */
const SUCCESS =
  /\b(?:pass(?:ed|es|ing)?|success(?:ful|fully)?|succeeded|done|ok|created|installed|up to date|built in|completed)\b|✓|✔/i;

/** Programs that print content show any line: only the first and the last may be theirs. */
function edgesOf(text: string): string {
  const lines = text.split('\n');
  return lines.length < 3 ? text : `${lines[0]}\n${lines.at(-1)}`;
}

/** Whether a call prints somebody else's text. What stands at the end of a pipe only passes on what the first command prints. */
export function printsContent(parsed: ParsedCommand): boolean {
  return parsed.commands.some((command) => !command.piped && !command.nested && printsOthers(command.name));
}

function printsOthers(name: string): boolean {
  return CONTENT_PRINTERS.has(name) || programOf(familyOf(name))?.printsTexts === true;
}

/** What prints what it is given or finds, and lines of others with it. */
const CONTENT_PRINTERS = wordSet('git echo printf xxd find');
