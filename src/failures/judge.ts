import type { Call } from '../agents/call.ts';
import { type Cause, findShellCause, findStrictCauses, findToolCause } from './cause/find-cause.ts';
import type { Failure, FailureKind } from './failure.ts';
import { isProbe, type ParsedCommand, type ShellCommand } from './shell/index.ts';
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
  if (!decider || (call.exitCode ?? 1) > 1) return false;
  return isProbe(decider);
}

function judgeUnflagged(call: Call, parse: () => ParsedCommand | undefined): Failure | undefined {
  // Without a pipe, a list or a background nothing can swallow the exit status: a look at the text spares a look at the output.
  if (call.output === '' || !/[|;\n]|(?<![&>])&(?!&)/.test(call.input.command ?? '')) return undefined;
  const suspects = findStrictCauses(call.output);
  const parsed = suspects.length === 0 ? undefined : parse();
  // Where nothing swallows the exit status, the program itself says that all is well.
  if (!parsed?.masked) return undefined;
  const causes = suspects.filter((cause) => isSpokenBy(cause, parsed, call.output));
  const cause = causes.at(-1);
  if (!cause) return undefined;
  const command = blame(parsed, cause);
  // A probe is meant to miss: `ls maybe 2>&1 || echo none`, `which tool`.
  if (command && (isProbe(command) || hasFallback(parsed)) && cause.rule.kind === 'file-missing') return undefined;
  const subjects = causes.filter((other) => other.rule.kind === cause.rule.kind).flatMap((other) => other.subject ?? []);
  return fail(call, cause.rule.kind, { cause: { ...cause, subjects: [...new Set(subjects)] }, command, masked: true });
}

/**
 * Whether the line can only come from a program of this command. Commands that print the content of files, logs or other people's
 * output may show any line: there it must open or close the output and start with the complaint.
 */
function isSpokenBy(cause: Cause, parsed: ParsedCommand, output: string): boolean {
  const speaker = /^([\w./+()-]+):/.exec(cause.line)?.[1];
  const names = parsed.commands.map((command) => command.name);
  if (cause.rule.id.startsWith('unix.')) return speaker !== undefined && names.includes(baseName(speaker));
  // What stands at the end of a pipe only passes on what the first command prints.
  const speakers = parsed.commands.filter((command) => !command.piped && !command.nested);
  if (!speakers.some((command) => contentPrinters.has(command.name))) return true;
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const opensOrCloses = cause.line === lines[0]?.trim() || cause.line === lines.at(-1)?.trim();
  return opensOrCloses && cause.rule.line.exec(cause.line.replace(/^(?:error|fatal): /i, ''))?.index === 0;
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
