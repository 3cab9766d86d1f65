import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { isSerious, proposeFinding } from '../../lifecycle/capture/sources/finding.ts';
import { compareLessons } from '../../lifecycle/capture/text/likeness.ts';
import { requireSource } from '../../loop/failure-sources.ts';
import { chooseAgent } from '../../loop/headless/choose-agent.ts';
import { readWorkDiff } from '../../loop/review/diff-work.ts';
import { toReviewFinding, type WorkFinding } from '../../loop/review/findings.ts';
import { type Review, reviewWork, type Work } from '../../loop/review/review-work.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { formatDate } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { chooseModel, teacherModeOf } from '../../teach/choose-model.ts';
import type { Model } from '../../teach/model.ts';
import { passGate } from '../capture/confirm-captures.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { type Canvas, chooseCanvas, showText, wrap } from '../views/text.ts';
import type { ReviewFlags } from './command.ts';

/** Runs `hardwon review`. */
export async function runReview(session: string | undefined, flags: ReviewFlags, here: Host): Promise<void> {
  if ((session === undefined) === (flags.diff === undefined))
    throw new AppError(
      'usage',
      session === undefined ? 'There is nothing to review.' : 'Name a session or --diff, not both.',
      {
        hint: 'hardwon review latest, or hardwon review --diff',
      },
    );
  const root = findProjectRoot(flags, here);
  const explicit = flags.config === undefined ? {} : { explicitPath: resolvePath(flags.config, here) };
  const { config } = await loadConfig({ cwd: root, home: here.home, env: here.env, ...explicit });
  requireSource(config.failureSources, 'semantic');
  const places = { env: here.env, home: here.home, mode: flags.teacher };
  const model = chooseModel(config, { ...places, agent: (name) => chooseAgent(config, name) });
  if (!model)
    return sayNo(
      cannotReview(teacherModeOf(config, places)),
      { teacher: teacherModeOf(config, places), root },
      flags,
      here,
    );
  const work =
    session === undefined
      ? await readWorkDiff(root, flags.diff === true ? undefined : flags.diff)
      : await readSession(session, flags, here);
  const reviewed = { kind: work.kind, name: work.name };
  if (work.text.trim() === '')
    return sayNo(
      `There is nothing to review: ${work.name} has no changes.`,
      { reviewed, teacher: model.name, root },
      flags,
      here,
    );
  here.stderr.write(
    `Sending ${work.name} (${work.text.length.toLocaleString('en')} characters, redacted) to ${model.destination}…\n`,
  );
  const redactor = createRedactor({ allow: config.redaction.allow });
  const review = await reviewWork(work, model, { redactor, homes: [here.home] });
  await propose(review, work, model, flags, here);
}

async function propose(review: Review, work: Work, model: Model, flags: ReviewFlags, here: Host): Promise<void> {
  const origin = `captured on ${formatDate(here.now)} from a review by a model`;
  const serious = review.findings.filter(({ severity, rule }) => isSerious(severity) && rule !== undefined);
  const proposals = withoutRepetition(serious.map((finding) => proposeFinding(toReviewFinding(finding), origin)));
  const canvas = chooseCanvas(here.stdout, here);
  if (!flags.json) for (const finding of review.findings) here.stdout.write(`${describeFinding(finding, canvas)}\n`);
  const notes = flags.json ? [] : [summarise(review)];
  const dialog =
    canAsk(here) && !flags.yes && !flags.json && proposals.length > 0
      ? openDialog(here.stdin, here.stdout, here.env)
      : undefined;
  const data = {
    reviewed: { kind: work.kind, name: work.name },
    teacher: model.name,
    destination: model.destination,
    ...describe(review),
  };
  try {
    await passGate({ proposals, isGiven: false, notes, data }, flags, here, dialog);
  } finally {
    dialog?.close();
  }
  // The review itself succeeded, whatever happened to its findings.
  here.exitCode = 0;
}

/**
 * Removes duplicates: one review counts as one observation, however often it repeats a point. Otherwise a lesson would have a
 * high confidence at first sight.
 */
function withoutRepetition(proposals: readonly Proposal[]): Proposal[] {
  return proposals.filter((one, at) => proposals.slice(0, at).every((other) => compareLessons(other, one) !== 'equal'));
}

function describe({ findings, unproven, isCut, usage }: Review): object {
  return { findings: findings.map((finding: WorkFinding) => finding), unproven, isCut, usage };
}

function summarise({ findings, unproven, isCut }: Review): string {
  const found = findings.length === 0 ? 'The review found nothing that tests miss.' : `${findings.length} found.`;
  const dropped =
    unproven === 0
      ? ''
      : ` ${unproven} more quoted text that does not exist, and ${unproven === 1 ? 'was' : 'were'} dropped.`;
  return `${found}${dropped}${isCut ? ' The work was too long: only its beginning was reviewed.' : ''}`;
}

async function readSession(session: string, flags: ReviewFlags, here: Host): Promise<Work> {
  const [{ readSessionWork }, { requestOf }, { Progress }] = await Promise.all([
    import('../../app/capture/review-session.ts'),
    import('../session-request.ts'),
    import('../progress.ts'),
  ]);
  const progress = new Progress(here);
  const onProgress = (done: number, total: number) => progress.reading(done, total);
  const { problems, ...work } = await readSessionWork({ ...requestOf(flags, here), session, onProgress }).finally(() =>
    progress.clear(),
  );
  tellProblems(here, problems);
  return work;
}

function cannotReview(mode: string): string {
  const who =
    mode === 'webhook' ? 'A webhook answers with one rule for one failure' : 'The built-in teacher cannot review';
  return `${who}: it takes a model to see what tests do not. Choose one with --teacher anthropic, openai or agent, or with teacher.mode in your configuration.`;
}

/** Reports that the answer is no: nothing was reviewed, and nothing was sent. */
function sayNo(reason: string, told: object, { json }: ReviewFlags, here: Host): void {
  const nothing = {
    findings: [],
    unproven: 0,
    isCut: false,
    lessons: [],
    applied: false,
    changes: [],
    notices: [reason],
  };
  if (json) printJson(here, { schema: 1, ...told, ...nothing });
  else here.stderr.write(`${reason}\n`);
  here.exitCode = 1;
}

/** Describes a finding for people: its severity, file, problem, and the quoted words that show it. */
function describeFinding(
  { severity, file, problem, quote, rule }: WorkFinding,
  { paint, columns, home }: Canvas,
): string {
  const mark = severity === 'minor' ? paint.dim(severity) : paint.yellow(severity);
  const head = `${mark}${file === undefined ? '' : ` ${showText(file, home)}`}`;
  const lines = quote.split('\n').slice(0, 5);
  return [
    head,
    `  ${wrap(showText(problem, home), columns, 2)}`,
    ...lines.map((line) => paint.dim(`  | ${showText(line, home).slice(0, Math.max(20, columns - 4))}`)),
    ...(rule === undefined ? [] : [`  ${wrap(showText(rule.rule, home), columns, 2)}`]),
    '',
  ].join('\n');
}
