import { openReport, type ReportDesk } from '../../app/capture/report-failure.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import type { CaptureRefusal } from '../../lifecycle/capture/refusals/refusal.ts';
import type { FailureType, LearnedRule, Teaching } from '../../loop/failure-case.ts';
import { isMemoryFile, type KeptRules } from '../../loop/rules/keep-rules.ts';
import { askRule } from '../ask-rule.ts';
import { askUserFiles } from '../ask-user-files.ts';
import { askedProject } from '../memory-change.ts';
import { canAsk, type Dialog, openDialog } from '../terminal-dialog.ts';
import { type Canvas, chooseCanvas } from '../views/text.ts';
import { completeReport } from './ask.ts';
import type { ReportFlags } from './command.ts';
import { viewReport } from './view.ts';

/** Runs `hardwon report-failure`. */
export async function runReportFailure(flags: ReportFlags, here: Host): Promise<void> {
  const dialog = canAsk(here) && !flags.json ? openDialog(here.stdin, here.stdout, here.env) : undefined;
  try {
    await report(flags, here, dialog);
  } finally {
    dialog?.close();
  }
}

async function report(flags: ReportFlags, here: Host, dialog: Dialog | undefined): Promise<void> {
  const given = await completeReport(flags, dialog);
  if (!given) {
    here.exitCode = 1;
    return;
  }
  const file = flags.user ? 'user' : flags.file;
  const desk = await openReport({
    root: findProjectRoot(flags, here),
    ...{ home: here.home, env: here.env, now: here.now, type: given.type },
    configPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
    teacher: flags.teacher,
    file,
    onFallback: (reason) => tellProblems(here, [`${reason} The built-in teacher is asked instead.`]),
  });
  if (desk.teacher.destination !== undefined)
    here.stderr.write(`Sending the report, redacted, to ${desk.teacher.destination}…\n`);
  const teaching = await desk.teach(given);
  const done = teaching.rule
    ? await decide(desk, teaching, teaching.rule, flags, dialog && { dialog, canvas: chooseCanvas(here.stdout, here) })
    : { teaching };
  if (flags.json) printJson(here, describe(given.type, desk, done));
  else here.stdout.write(viewReport({ desk, ...done, where: askedProject(flags) }, chooseCanvas(here.stdout, here)));
  here.exitCode = done.kept ? 0 : 1;
}

/** The outcome of a report. */
interface Reported {
  teaching: Teaching;
  refusals?: CaptureRefusal[];
  kept?: KeptRules;
  /** Whether a person saw the rule and declined it. */
  isDeclined?: boolean;
}

async function decide(
  desk: ReportDesk,
  teaching: Teaching,
  rule: LearnedRule,
  flags: ReportFlags,
  person: { dialog: Dialog; canvas: Canvas } | undefined,
): Promise<Reported> {
  // The built-in teacher returns the person's own words; nobody has read the words of a model yet.
  const isOwnWords = desk.teacher.name === 'builtin';
  const isAsked = person !== undefined && !flags.yes && !flags.dryRun;
  const chosen = isAsked ? await askRule(teaching, rule, person.dialog) : rule;
  if (!chosen) return { teaching, isDeclined: true };
  const refusals = await desk.judge(chosen, flags.force);
  if (refusals.length > 0) return { teaching: { ...teaching, rule: chosen }, refusals };
  const isRead = isAsked || isOwnWords || flags.yes === true;
  // A change for every project must be seen first; a dry run shows it.
  const isSeen = desk.file === 'project' || flags.yes === true || flags.dryRun === true;
  const isConfirmed = isRead && (isSeen || (isAsked && (await mayWrite(desk, chosen, person))));
  const kept = await desk.keep(chosen, { isConfirmed, apply: !flags.dryRun });
  return { teaching: { ...teaching, rule: chosen }, kept };
}

/** Shows how the user's own files would change, and asks for permission. */
async function mayWrite(
  desk: ReportDesk,
  rule: LearnedRule,
  { dialog, canvas }: { dialog: Dialog; canvas: Canvas },
): Promise<boolean> {
  const { diffs } = await desk.keep(rule, { isConfirmed: true, apply: false });
  const told = diffs.filter(({ name }) => !isMemoryFile(name));
  return told.length === 0 || askUserFiles(told, canvas, dialog);
}

function describe(
  type: FailureType,
  { domain, teacher, file }: ReportDesk,
  { teaching, refusals = [], kept }: Reported,
): object {
  return {
    schema: 1,
    failureType: type,
    domain: domain.label,
    teacher: teacher.name,
    destination: teacher.destination,
    file,
    analysis: teaching.analysis,
    rule: teaching.rule,
    usage: teaching.usage,
    reasons: refusals.map(({ code, message, hint }) => ({ code, message, hint: hint || undefined })),
    lessons: (kept?.lessons ?? []).map(({ id, title, guidance, status, confidence, occurrences }) => ({
      id,
      title,
      guidance,
      status,
      confidence,
      occurrences,
    })),
    applied: kept?.applied ?? false,
    changes: (kept?.diffs ?? []).map(({ name, action, text }) => ({ name, action, diff: text })),
    notices: kept?.notices ?? [],
  };
}
