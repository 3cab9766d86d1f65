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
 * Decides whether a call failed, and why; else whether it worked, or whether nothing tells.
 *
 * The agent's flag comes first. Exit codes that are answers (a search without a hit, a comparison) are no failures; a shell call
 * without a flag is one only where its output holds a line that no successful program prints, or a status that it printed itself.
 */
export function judge(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  const isShell = call.input.command !== undefined;
  switch (call.outcome) {
    case 'failed':
      return isShell ? judgeShell(call, parse()) : failed(judgeTool(call));
    case 'ok':
      return isShell ? judgeUnflagged(call, parse) : judgeAnswer(call);
    case 'blocked':
      // That hardwon knows a mistake teaches it nothing about it.
      if (call.output.slice(0, 200).includes(OWN_BEGINNINGS.stopped)) return NOT_RUN;
      return failed(
        fail(call, /^Permission|requires approval|requested permissions/.test(call.output) ? 'permission' : 'hook-denied'),
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
  return fail(call, kind, { cause, ...(subject ? { subject } : {}) });
}

/** A search or listing that ended well and found nothing: neither a failure nor a sign that what it names is there. */
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

/** A failure of a command; where another program speaks in its place, that one is named. */
function failShell(call: Call, parsed: ParsedCommand, cause: Cause | undefined): Failure {
  const failure = fail(call, cause?.rule.kind ?? 'other', { cause, command: blame(parsed, cause, call.output) });
  const speaker = findSpeaker(parsed, call.output, failure.diagnostic);
  return speaker?.by === 'wrapper' ? { ...failure, wrapper: speaker.name } : failure;
}

/** It was stopped from outside, by Ctrl-C or `kill`: that says nothing of what it was doing. */
const INTERRUPTED: ReadonlySet<number> = new Set([130, 143]);

/** A search, comparison or look-up that ends with 1 and complains about nothing has answered "no". */
function isAnswer(call: Call, parsed: ParsedCommand): boolean {
  const decider = parsed.exitDecidedBy ?? parsed.main;
  if (decider === undefined || !isAnswerCode(decider, call.exitCode ?? 1)) return false;
  // A search without a hit prints nothing: what was printed is what another program had to say, instead of what was to be searched.
  return !(isSearch(decider) && decider.piped && isComplaint(call.output));
}

/** A few lines that are nothing but an error. */
function isComplaint(output: string): boolean {
  const text = output.trim();
  return text.length < 400 && text.split('\n').length < 4 && looksWrong(text);
}

/** Decides by what a shell call printed, where nobody says with which status it ended: as if something had swallowed it. */
export function judgeByOutput(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  return judge({ ...call, outcome: 'unknown' }, parse);
}

function judgeUnflagged(call: Call, parse: () => ParsedCommand | undefined): Judgement {
  const { output } = call;
  const isToldOk = call.outcome === 'ok';
  const text = call.input.command ?? '';
  // Without a pipe, a list or a background nothing can swallow the exit status: a look at the text spares a look at the output.
  const swallows = !isToldOk || maySwallow(text);
  if (call.input.background === true && call.exitCode === undefined && output === '') return NO_STATUS;
  if (!swallows && (output === '' || !mayBeQuiet(output)) && !mayEndWithStatus(output)) return WORKED;
  const printed = judgePrinted(call, parse);
  if (printed) return printed;
  const failure = output === '' ? undefined : findQuietFailure(call, parse, swallows);
  if (failure) return failed(failure);
  if (!swallows) return WORKED;
  // The most common pipe cuts the output of one command: nothing has to be taken apart to see that it did not complain.
  if (isToldOk && output.trim() !== '' && CUT.test(text) && !isRunning(call) && !looksWrong(output)) return WORKED;
  const parsed = parse();
  // What it printed so far says nothing of how it will end.
  if (!parsed?.main || isRunning(call)) return NO_STATUS;
  return proveCommand(parsed.main, parsed, { isToldOk, output }) === 'worked' ? WORKED : NO_STATUS;
}

/** Whether the output may end with a status: a look at its last signs, because most outputs are long. */
function mayEndWithStatus(output: string): boolean {
  return LAST_LINE_STATUS.test(output.length > LAST_SIGNS ? output.slice(-LAST_SIGNS) : output);
}

/** `make check 2>&1 | tail -20`, perhaps behind a `cd`: words without quotes, and a filter that lets the errors through. */
const CUT = /^(?:cd [\w./~-]+ && )?[\w./~@:=,+-]+(?: [\w./~@:=,+-]+)*(?: 2>&1)? \| (?:tail|head)(?: -n? ?\d+)?$/;

const LAST_SIGNS = 80;
const LAST_LINE_STATUS = /(?:exit|rc|status|code)[^\n]{0,12}\d{1,3}[-=# ]{0,8}\s*$/i;

/** What statuses that the call printed itself tell; nothing where it printed none, or none that decides. */
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
 * The failure of a call of unknown end, where others show that it was one: they failed with the same line, and none that printed it
 * worked. Nothing where it prints other people's text.
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
  return failed({ ...failure, ...(cause ? {} : { diagnostic: line, signature: signCause('other', command, line) }), ...how });
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
  // Where nothing swallows the exit status, the program itself says that all is well.
  const isMasked = parsed.masked || call.outcome === 'unknown';
  const heard = isMasked ? suspects : suspects.filter((cause) => cause.rule.quiet || isInside(cause, parsed));
  const causes = heard.filter((cause) => isSpokenBy(cause, parsed, call.output));
  const cause = causes.at(-1);
  if (!cause) return lone !== undefined && isMasked && !printsContent(parsed) ? failLone(call, parsed) : undefined;
  const command = blame(parsed, cause, call.output);
  if (command && cause.rule.kind === 'file-missing' && isMeantToMiss(command, parsed)) return undefined;
  const subjects = causes.filter((other) => other.rule.kind === cause.rule.kind).flatMap((other) => other.subject ?? []);
  const whole = { ...cause, subjects: [...new Set(subjects)] };
  const speaker = findSpeaker(parsed, call.output, cause.line);
  const failure = fail(call, cause.rule.kind, { cause: whole, command, masked: true });
  return speaker?.by === 'wrapper' ? { ...failure, wrapper: speaker.name } : failure;
}

/** A program of a substitution, whose status goes nowhere. */
function isInside(cause: Cause, parsed: ParsedCommand): boolean {
  return parsed.commands.some((command) => command.nested && command.program === cause.subject);
}

/** A probe is meant to miss: `ls maybe 2>&1 || echo none`, `which tool`. A search is not: it was to look into the file. */
function isMeantToMiss(command: ShellCommand, parsed: ParsedCommand): boolean {
  return hasFallback(parsed) || (isProbe(command) && !isSearch(command));
}

/** The whole output is one line that says "Error: …": no program that did its work prints only that. */
function loneError(output: string): string | undefined {
  const text = output.trim();
  return text.length < 300 && /^(?:error|fatal)(?:\[\w+\])?: \S[^\n]*$/i.test(text) ? text : undefined;
}

function failLone(call: Call, parsed: ParsedCommand): Failure | undefined {
  return hasFallback(parsed) ? undefined : fail(call, 'other', { command: parsed.main, masked: true });
}

/**
 * Whether the line can only come from a program of this command. Commands that print the content of files, logs or other people's
 * output may show any line: there it must open or close the output and start with the complaint.
 */
function isSpokenBy(cause: Cause, parsed: ParsedCommand, output: string): boolean {
  const speaker = /^([\w./+()-]+):/.exec(cause.line)?.[1];
  const names = parsed.commands.map((command) => command.name);
  const isNamed = speaker !== undefined && names.includes(baseName(speaker));
  if (cause.rule.id.startsWith('unix.')) return isNamed;
  if (!printsContent(parsed)) return true;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const opensOrCloses = cause.line === lines[0]?.trim() || cause.line === lines.at(-1)?.trim();
  const said = isNamed ? cause.line.slice(speaker.length + 1).trimStart() : cause.line.replace(/^(?:error|fatal): /i, '');
  return opensOrCloses && (cause.rule.line.exec(said)?.index === 0 || cause.rule.line.exec(cause.line)?.index === 0);
}

function hasFallback(parsed: ParsedCommand): boolean {
  return /\|\|/.test(parsed.text);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The command of a chain that the diagnostic is about: its speaker, else the one that names the subject, else the main one. */
export function blame(parsed: ParsedCommand, cause: Cause | undefined, output = ''): ShellCommand | undefined {
  if (!cause) {
    const decider = parsed.exitDecidedBy;
    // A search at the end of a pipe only had nothing to search.
    const isFilter = decider?.piped && isSearch(decider) && isComplaint(output);
    return findSpeaking(parsed, output) ?? (isFilter ? parsed.main : decider) ?? parsed.main;
  }
  if (cause.rule.id.startsWith('shell.cd')) return parsed.commands.find((command) => command.name === 'cd') ?? parsed.main;
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
  // `gh.graphql` is said by gh, wherever it stands in the chain.
  const family = cause.rule.id.slice(0, cause.rule.id.indexOf('.'));
  const own = parsed.commands.findLast((command) => command.name === family && !command.nested);
  if (own && parsed.main?.name !== family) return own;
  return parsed.main ?? parsed.exitDecidedBy;
}

/** The member of a chain that ended its output with a word of its own: `tide: cannot reach the gauge`. */
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
    ...(cause ? { rule: cause.rule.id } : {}),
    ...(subject ? { subject } : {}),
    ...(cause?.suggestion ? { suggestion: cause.suggestion } : {}),
    ...(command ? { command } : {}),
  };
}

function lastLine(output: string): string {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return line.trim().slice(0, 300);
}
