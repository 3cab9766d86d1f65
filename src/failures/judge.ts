import type { Call } from '../agents/call.ts';
import { type Cause, findShellCause, findStrictCauses, findToolCause, mayBeQuiet } from './cause/find-cause.ts';
import type { Failure, FailureKind } from './failure.ts';
import { isAnswerCode, isProbe, isSearch, type ParsedCommand, type ShellCommand } from './shell/index.ts';
import { signCause } from './signature.ts';

/**
 * Decides whether a call failed, and why.
 *
 * The agent's flag comes first. Exit codes that are answers (a search without a hit, a comparison) are no failures; a shell call
 * without a flag is one only where its output holds a line that no successful program prints.
 */
export function judge(call: Call, parse: () => ParsedCommand | undefined): Failure | undefined {
  const isShell = call.input.command !== undefined;
  switch (call.outcome) {
    case 'failed':
      return isShell ? judgeShell(call, parse()) : judgeTool(call);
    case 'ok':
      return isShell ? judgeUnflagged(call, parse) : undefined;
    case 'blocked':
      return fail(call, /^Permission|requires approval|requested permissions/.test(call.output) ? 'permission' : 'hook-denied');
    case 'rejected':
      return fail(call, 'user-rejected');
    default:
      return undefined;
  }
}

function judgeTool(call: Call): Failure {
  const cause = findToolCause(call.output);
  const kind = cause?.rule.kind ?? 'other';
  const subject = cause?.subject || call.input.path;
  return fail(call, kind, { cause, ...(subject ? { subject } : {}) });
}

function judgeShell(call: Call, parsed: ParsedCommand | undefined): Failure | undefined {
  if (!parsed) return undefined;
  const cause = findShellCause(call.output);
  if (!cause && isAnswer(call, parsed)) return undefined;
  return fail(call, cause?.rule.kind ?? 'other', { cause, command: blame(parsed, cause) });
}

/** A search, comparison or look-up that ends with 1 and complains about nothing has answered "no". */
function isAnswer(call: Call, parsed: ParsedCommand): boolean {
  const decider = parsed.exitDecidedBy ?? parsed.main;
  return decider !== undefined && isAnswerCode(decider, call.exitCode ?? 1);
}

/** Decides by what a shell call printed, where nobody says with which status it ended: as if something had swallowed it. */
export function judgeByOutput(call: Call, parse: () => ParsedCommand | undefined): Failure | undefined {
  const parsed = parse();
  return parsed && judgeUnflagged(call, () => ({ ...parsed, masked: true }), true);
}

function judgeUnflagged(
  call: Call,
  parse: () => ParsedCommand | undefined,
  swallows = MAY_SWALLOW.test(call.input.command ?? ''),
): Failure | undefined {
  // Without a pipe, a list or a background nothing can swallow the exit status: a look at the text spares a look at the output.
  if (call.output === '' || (!swallows && !mayBeQuiet(call.output))) return undefined;
  const suspects = findStrictCauses(call.output);
  const lone = loneError(call.output);
  const parsed = suspects.length === 0 && lone === undefined ? undefined : parse();
  if (!parsed) return undefined;
  // Where nothing swallows the exit status, the program itself says that all is well.
  const heard = parsed.masked ? suspects : suspects.filter((cause) => cause.rule.quiet || isInside(cause, parsed));
  const causes = heard.filter((cause) => isSpokenBy(cause, parsed, call.output));
  const cause = causes.at(-1);
  if (!cause) return lone !== undefined && parsed.masked && !printsContent(parsed) ? failLone(call, parsed) : undefined;
  const command = blame(parsed, cause);
  if (command && cause.rule.kind === 'file-missing' && isMeantToMiss(command, parsed)) return undefined;
  const subjects = causes.filter((other) => other.rule.kind === cause.rule.kind).flatMap((other) => other.subject ?? []);
  return fail(call, cause.rule.kind, { cause: { ...cause, subjects: [...new Set(subjects)] }, command, masked: true });
}

/** A pipe, a list, a background, a substitution. */
const MAY_SWALLOW = /[|;\n`]|\$\(|(?<![&>])&(?!&)/;

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

/** What stands at the end of a pipe only passes on what the first command prints. */
function printsContent(parsed: ParsedCommand): boolean {
  return parsed.commands.some((command) => !command.piped && !command.nested && contentPrinters.has(command.name));
}

/** Programs whose output is somebody else's text. */
const contentPrinters = new Set(
  'cat head tail less more sed awk grep egrep fgrep rg ag jq yq git gh curl wget docker kubectl journalctl echo printf strings xxd bat diff find'.split(
    ' ',
  ),
);

function hasFallback(parsed: ParsedCommand): boolean {
  return /\|\|/.test(parsed.text);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The command of a chain that the diagnostic is about: its speaker, else the one that names the subject, else the main one. */
export function blame(parsed: ParsedCommand, cause: Cause | undefined): ShellCommand | undefined {
  if (!cause) return parsed.exitDecidedBy ?? parsed.main;
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

function names(arg: string, subject: string): boolean {
  return arg === subject || arg.startsWith(`${subject}=`) || (subject.length > 3 && arg.includes(subject));
}

function fail(
  call: Call,
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
