import type { Call } from '../agents/call.ts';
import type { FailureKind } from '../programs/cause-rule.ts';
import { OWN_BEGINNINGS } from '../shared/own-beginnings.ts';
import {
  isAnswerCode,
  isProbe,
  isSearch,
  looksWrong,
  mayPrintStatus,
  maySwallow,
  type ParsedCommand,
  type PrintedStatus,
  printsContent,
  proveCommand,
  readLastStatus,
  readPrintedStatuses,
  type ShellCommand,
} from '../shell/index.ts';
import { type Cause, findShellCause, findStrictCauses, findToolCause, mayBeQuiet } from './cause/find-cause.ts';
import type { Failure, JudgedCall } from './failure.ts';
import { ANSWERED_NO, type Judgement, NO_STATUS, NOT_RUN, WORKED } from './judgement.ts';
import { signCause } from './signature.ts';
import { findSpeaker } from './speaker.ts';

/**
 * Decides whether a call failed, and why; otherwise whether it worked, or whether nothing shows how it ended.
 *
 * The agent's flag comes first. Exit codes that are answers (a search without a hit, a comparison) are not failures; a shell call
 * without a flag failed only if its output contains a line that no successful program prints, or a status that it printed itself.
 */
export function judge(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  const isShell = call.input.command !== undefined;
  switch (call.outcome) {
    case 'failed':
      return isShell ? judgeShell(call, parse()) : failed(judgeTool(call));
    case 'ok':
      return isShell ? judgeUnflagged(call, parse) : judgeAnswer(call);
    case 'blocked':
      // A mistake that hardwon itself stopped teaches it nothing new about that mistake.
      if (call.output.slice(0, 200).includes(OWN_BEGINNINGS.stopped)) return NOT_RUN;
      return failed(
        fail(
          call,
          /^Permission|requires approval|requested permissions/.test(call.output) ? 'permission' : 'hook-denied',
        ),
      );
    case 'rejected':
      return failed(fail(call, 'user-rejected'));
    case 'cancelled':
      return NOT_RUN;
    case 'unknown':
      if (call.output === '') return NOT_RUN;
      return isShell ? judgeUnflagged(call, parse) : NO_STATUS;
  }
}

function isRunning({ waiting }: Call): boolean {
  return waiting?.startsWith('task ') === true || waiting === 'result';
}

function failed(failure: Failure): Judgement {
  return { outcome: 'failed', failure };
}

function judgeTool(call: Call): Failure {
  const cause = findToolCause(call.output);
  const kind = cause?.rule.kind ?? 'other';
  const subject = cause?.subject || call.input.path;
  return fail(call, kind, { cause, subject: subject || undefined });
}

/** Judges a search or listing that succeeded and found nothing: neither a failure nor a sign that the thing it names exists. */
function judgeAnswer({ tool, output }: Call): Judgement {
  return (tool === 'search' || tool === 'list') && foundNothing(output) ? ANSWERED_NO : WORKED;
}

/** Whether the answer of a search says that there was no hit. */
export function foundNothing(output: string): boolean {
  const text = output.trim();
  return text === '' || /^(?:No (?:files|matches) found|Found 0 |\(Bash completed with no output\))/.test(text);
}

function judgeShell(call: Call, parsed: ParsedCommand | undefined): Judgement {
  if (!parsed) return NO_STATUS;
  const cause = findShellCause(call.output);
  if (!cause && isAnswer(call, parsed)) return ANSWERED_NO;
  if (!cause && INTERRUPTED.has(call.exitCode ?? 0)) return NO_STATUS;
  return failed(failShell(call, parsed, cause));
}

/** Builds the failure of a command; if another program speaks in its place, that program is named. */
function failShell(call: Call, parsed: ParsedCommand, cause: Cause | undefined): Failure {
  const failure = fail(call, cause?.rule.kind ?? 'other', { cause, command: blame(parsed, cause, call.output) });
  const speaker = findSpeaker(parsed, call.output, failure.diagnostic);
  return speaker?.by === 'wrapper' ? { ...failure, wrapper: speaker.name } : failure;
}

/** Exit codes of a command stopped from outside, by Ctrl-C or `kill`, which says nothing about its work. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 143]);

/** Whether a search, comparison or look-up has answered "no": it ends with 1 and complains about nothing. */
function isAnswer(call: Call, parsed: ParsedCommand): boolean {
  const decider = parsed.exitDecidedBy ?? parsed.main;
  if (decider === undefined || !isAnswerCode(decider, call.exitCode ?? 1)) return false;
  // A search without a hit prints nothing: any output is a message of another program, printed in place of the text to be
  // searched.
  return !(isSearch(decider) && decider.piped && isComplaint(call.output));
}

/** Whether an output is a few lines that are nothing but an error. */
function isComplaint(output: string): boolean {
  const text = output.trim();
  return text.length < 400 && text.split('\n').length < 4 && looksWrong(text);
}

/** Judges a shell call of unknown exit status by its output, as if something had swallowed the status. */
export function judgeByOutput(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  return judge({ ...call, outcome: 'unknown' }, parse);
}

function judgeUnflagged(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  const { output } = call;
  const isToldOk = call.outcome === 'ok';
  const text = call.input.command ?? '';
  // Without a pipe, a list or a background command nothing can swallow the exit status: testing the text avoids testing the
  // output.
  const swallows = !isToldOk || maySwallow(text);
  if (call.input.background === true && call.exitCode === undefined && output === '') return NO_STATUS;
  if (!swallows && (output === '' || !mayBeQuiet(output)) && !mayEndWithStatus(output)) return WORKED;
  const printed = judgePrinted(call, parse);
  if (printed) return printed;
  const failure = output === '' ? undefined : findQuietFailure(call, parse, swallows);
  if (failure) return failed(failure);
  if (!swallows) return WORKED;
  // The most common pipe cuts the output of one command: no parsing is needed to see that the command did not complain.
  if (isToldOk && output.trim() !== '' && CUT.test(text) && !isRunning(call) && !looksWrong(output)) return WORKED;
  const parsed = parse();
  // The output so far says nothing about how it will end.
  if (!parsed?.main || isRunning(call)) return NO_STATUS;
  return proveCommand(parsed.main, parsed, { isToldOk, output }) === 'worked' ? WORKED : NO_STATUS;
}

/** Whether the output may end with a status; only its last characters are tested, because most outputs are long. */
function mayEndWithStatus(output: string): boolean {
  return LAST_LINE_STATUS.test(output.length > LAST_SIGNS ? output.slice(-LAST_SIGNS) : output);
}

/** `make check 2>&1 | tail -20`, perhaps after a `cd`: words without quotes, and a filter that lets the errors through. */
const CUT = /^(?:cd [\w./~-]+ && )?[\w./~@:=,+-]+(?: [\w./~@:=,+-]+)*(?: 2>&1)? \| (?:tail|head)(?: -n? ?\d+)?$/;

const LAST_SIGNS = 80;
const LAST_LINE_STATUS = /(?:exit|rc|status|code)[^\n]{0,12}\d{1,3}[-=# ]{0,8}\s*$/i;

/** Judges by the statuses that the call printed itself; undefined if it printed none, or none that decides. */
function judgePrinted(call: Call, parse: () => ParsedCommand | undefined): Judgement | undefined {
  const asks = mayPrintStatus(call.input.command ?? '');
  const last = asks ? undefined : mayEndWithStatus(call.output) ? readLastStatus(call.output) : undefined;
  const parsed = asks || last ? parse() : undefined;
  if (!parsed) return undefined;
  if (last)
    return last.code === 0 || !parsed.main || printsContent(parsed)
      ? undefined
      : failPrinted(call, parsed, { ...last, command: parsed.main });
  const statuses = readPrintedStatuses(parsed, call.output);
  const red = statuses.find(({ code }) => code !== 0);
  if (red) return failPrinted(call, parsed, red);
  return statuses.some(({ command }) => command === parsed.main) ? WORKED : undefined;
}

function failPrinted(call: Call, parsed: ParsedCommand, { command, code, line }: PrintedStatus): Judgement {
  const said = call.output.split('\n').filter((other) => other.trim() !== line);
  const output = said.join('\n');
  const cause = findShellCause(output);
  if (!cause && (isAnswerCode(command, code) || isProbe(command))) return ANSWERED_NO;
  const kind = cause?.rule.kind ?? 'other';
  const blamed = cause ? blame(parsed, cause, output) : command;
  return failed(fail({ ...call, output, exitCode: code }, kind, { cause, command: blamed, masked: true }));
}

/**
 * Returns the failure of a call of unknown end if other calls show that it failed: they failed with the same line, and no call
 * that printed it worked. Undefined if the call prints text from elsewhere.
 */
export function judgeHeard(
  call: JudgedCall,
  parsed: ParsedCommand,
  line: string,
  how: { heard?: true } = {},
): Judgement | undefined {
  if (printsContent(parsed) || hasFallback(parsed)) return undefined;
  const cause = findShellCause(call.output);
  const command = cause ? blame(parsed, cause, line) : (findSpeaking(parsed, line) ?? parsed.main);
  const failure = fail(call, cause?.rule.kind ?? 'other', { cause, command, masked: true });
  return failed({
    ...failure,
    ...(cause ? {} : { diagnostic: line, signature: signCause('other', command, line) }),
    ...how,
  });
}

/** Whether a call of unknown end printed nothing but a few lines of an error. */
export function isBareError(output: string): boolean {
  return output.trim() !== '' && isComplaint(output);
}

function findQuietFailure(call: Call, parse: () => ParsedCommand | undefined, swallows: boolean): Failure | undefined {
  if (!swallows && !mayBeQuiet(call.output)) return undefined;
  const suspects = findStrictCauses(call.output);
  const lone = loneError(call.output);
  const parsed = suspects.length === 0 && lone === undefined ? undefined : parse();
  if (!parsed) return undefined;
  // If nothing swallows the exit status, the program itself says that all is well.
  const isMasked = parsed.masked || call.outcome === 'unknown';
  const heard = isMasked ? suspects : suspects.filter((cause) => cause.rule.quiet || isInside(cause, parsed));
  const causes = heard.filter((cause) => isSpokenBy(cause, parsed, call.output));
  const cause = causes.at(-1);
  if (!cause) return lone !== undefined && isMasked && !printsContent(parsed) ? failLone(call, parsed) : undefined;
  const command = blame(parsed, cause, call.output);
  if (command && cause.rule.kind === 'file-missing' && isMeantToMiss(command, parsed)) return undefined;
  const subjects = causes
    .filter((other) => other.rule.kind === cause.rule.kind)
    .flatMap((other) => other.subject ?? []);
  const whole = { ...cause, subjects: [...new Set(subjects)] };
  const speaker = findSpeaker(parsed, call.output, cause.line);
  const failure = fail(call, cause.rule.kind, { cause: whole, command, masked: true });
  return speaker?.by === 'wrapper' ? { ...failure, wrapper: speaker.name } : failure;
}

/** Whether the cause comes from a program in a substitution, whose status is not passed on. */
function isInside(cause: Cause, parsed: ParsedCommand): boolean {
  return parsed.commands.some((command) => command.nested && command.program === cause.subject);
}

/**
 * Whether a command is a probe that may miss: `ls maybe 2>&1 || echo none`, `which tool`. A search is not: it was to examine the
 * file.
 */
function isMeantToMiss(command: ShellCommand, parsed: ParsedCommand): boolean {
  return hasFallback(parsed) || (isProbe(command) && !isSearch(command));
}

/** Returns the line if the whole output is one line that says "Error: …": no program that did its work prints only that. */
function loneError(output: string): string | undefined {
  const text = output.trim();
  return text.length < 300 && /^(?:error|fatal)(?:\[\w+\])?: \S[^\n]*$/i.test(text) ? text : undefined;
}

function failLone(call: Call, parsed: ParsedCommand): Failure | undefined {
  return hasFallback(parsed) ? undefined : fail(call, 'other', { command: parsed.main, masked: true });
}

/**
 * Whether the line can only come from a program of this command. Commands that print the content of files, logs or other people's
 * output may show any line; in their output it must be the first or last line and start with the complaint.
 */
function isSpokenBy(cause: Cause, parsed: ParsedCommand, output: string): boolean {
  const speaker = /^([\w./+()-]+):/.exec(cause.line)?.[1];
  const names = parsed.commands.map((command) => command.name);
  const isNamed = speaker !== undefined && names.includes(baseName(speaker));
  if (cause.rule.id.startsWith('unix.')) return isNamed;
  if (!printsContent(parsed)) return true;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const opensOrCloses = cause.line === lines[0]?.trim() || cause.line === lines.at(-1)?.trim();
  const said = isNamed
    ? cause.line.slice(speaker.length + 1).trimStart()
    : cause.line.replace(/^(?:error|fatal): /i, '');
  return opensOrCloses && (cause.rule.line.exec(said)?.index === 0 || cause.rule.line.exec(cause.line)?.index === 0);
}

function hasFallback(parsed: ParsedCommand): boolean {
  return /\|\|/.test(parsed.text);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Returns the command of a chain that the diagnostic is about: its speaker, else the one that names the subject, else the main
 * one.
 */
export function blame(parsed: ParsedCommand, cause: Cause | undefined, output = ''): ShellCommand | undefined {
  if (!cause) {
    const decider = parsed.exitDecidedBy;
    // A search at the end of a pipe merely had nothing to search.
    const isFilter = decider?.piped && isSearch(decider) && isComplaint(output);
    return findSpeaking(parsed, output) ?? (isFilter ? parsed.main : decider) ?? parsed.main;
  }
  if (cause.rule.id.startsWith('shell.cd'))
    return parsed.commands.find((command) => command.name === 'cd') ?? parsed.main;
  const speaker = /^([\w./+-]+):/.exec(cause.line)?.[1];
  const speaking = speaker && parsed.commands.findLast((command) => command.name === baseName(speaker));
  if (speaking) return speaking;
  const subject = cause.subject;
  if (subject) {
    const naming = parsed.commands.find(
      (command) => command.program === subject || command.args.some((arg) => names(arg, subject)),
    );
    if (naming) return naming;
  }
  // `gh.graphql` is a message of gh, wherever gh is in the chain.
  const family = cause.rule.id.slice(0, cause.rule.id.indexOf('.'));
  const own = parsed.commands.findLast((command) => command.name === family && !command.nested);
  if (own && parsed.main?.name !== family) return own;
  return parsed.main ?? parsed.exitDecidedBy;
}

/** Returns the member of a chain that ended the output with a message of its own: `tide: cannot reach the gauge`. */
function findSpeaking(parsed: ParsedCommand, output: string): ShellCommand | undefined {
  if (parsed.commands.length < 2) return undefined;
  const speaker = findSpeaker(parsed, output, lastLine(output));
  return speaker?.by === 'typed' ? speaker.command : undefined;
}

function names(arg: string, subject: string): boolean {
  return arg === subject || arg.startsWith(`${subject}=`) || (subject.length > 3 && arg.includes(subject));
}

function fail(
  call: JudgedCall,
  kind: FailureKind,
  found: { cause?: Cause | undefined; command?: ShellCommand | undefined; subject?: string; masked?: boolean } = {},
): Failure {
  const { cause, command, masked = false } = found;
  const subject = found.subject ?? cause?.subject;
  const diagnostic = cause?.line ?? lastLine(call.output);
  return {
    call,
    kind,
    diagnostic,
    signature: signCause(kind, command, subject ?? diagnostic),
    subjects: cause?.subjects.length ? cause.subjects : subject ? [subject] : [],
    work: cause?.rule.work ?? false,
    masked,
    rule: cause?.rule.id,
    subject: subject || undefined,
    suggestion: cause?.suggestion ? cause.suggestion : undefined,
    command,
  };
}

function lastLine(output: string): string {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return line.trim().slice(0, 300);
}
