import { openProjectCases } from '../../app/cases/open-cases.ts';
import { type Decided, decideAlone, openProposalDesk, type ProposalDesk } from '../../app/cases/propose.ts';
import {
  askTeacher,
  openTeacher,
  planTeaching,
  type TeachingOptions,
  type TeachingPlan,
  type TeachingResult,
} from '../../app/cases/teach-cases.ts';
import { type ConfiguredRequest, withConfig } from '../../app/configured-request.ts';
import { type Host, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { createRedactor } from '../../redaction/redact.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type KeptAnswer, readKept, writeKept } from '../../teach/kept-answers.ts';
import type { Model } from '../../teach/model.ts';
import { DEFAULT_TOKENS, showQuestion } from '../../teach/prompt.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { Progress } from '../progress.ts';
import { reviewProposals } from '../propose/review.ts';
import { describeDecided } from '../propose/run.ts';
import { viewVerdicts } from '../propose/view.ts';
import { requestOf } from '../session-request.ts';
import { canAsk, type Dialog, openDialog } from '../terminal-dialog.ts';
import { type Canvas, chooseCanvas, plural, wrap } from '../views/text.ts';
import type { LearnFlags } from './command.ts';

/** The teacher of a run of `learn`. */
export interface ChosenTeacher {
  model: Model;
  /** Whether the configuration chose it, and not this command line. */
  isDefault: boolean;
  /** Upper bound for the tokens of a month. */
  ceiling?: number;
}

/** What a teacher's part of `learn` came to. */
export interface TaughtCases {
  /** For `--json`. */
  report: object;
  /** Whether a lesson was kept that agents are to be told. */
  hasReady: boolean;
  /** Why a question was not answered. */
  failed?: unknown;
}

/** Returns the teacher that the command line or the user's own configuration chooses; undefined if that is nobody. */
export async function chooseTeacherOf(
  flags: Pick<LearnFlags, 'teacher' | 'tokens' | 'all' | 'config' | 'project'>,
  here: Host,
): Promise<ChosenTeacher | undefined> {
  if (flags.teacher !== undefined && flags.all)
    throw new AppError('usage', '--teacher explains the cases of one project.', { hint: 'Leave out --all.' });
  if (flags.tokens !== undefined && flags.teacher === undefined)
    throw new AppError('usage', '--tokens needs --teacher.', { hint: 'hardwon learn --teacher claude --tokens 30000' });
  if (flags.all) return undefined;
  const explicit = flags.config === undefined ? {} : { explicitPath: resolvePath(flags.config, here) };
  const cwd = flags.project === undefined ? here.cwd : resolvePath(flags.project, here);
  const { own } = await loadConfig({ cwd, home: here.home, env: here.env, ...explicit });
  const name = flags.teacher ?? own.teacher?.learn;
  if (name === undefined) return undefined;
  const isDefault = flags.teacher === undefined;
  try {
    const model = openTeacher(name, own, here.env);
    return model && { model, isDefault, ceiling: own.teacher?.mostTokensAMonth };
  } catch (error) {
    // Learning works without the teacher of the configuration.
    if (!isDefault || !(error instanceof AppError)) throw error;
    tellProblems(here, [`teacher.learn: ${tellWhole(error)}`]);
    return undefined;
  }
}

/** What of the options says whether and how much may be sent. */
export type Permission = Pick<LearnFlags, 'yes' | 'json' | 'tokens' | 'teacher'>;

/** Lets a teacher explain what recurs, and has a person decide about what it proposes; undefined if nothing may be sent. */
export async function teachCases(
  chosen: ChosenTeacher,
  flags: LearnFlags,
  here: Host,
): Promise<TaughtCases | undefined> {
  const progress = new Progress(here);
  const request = await withConfig({
    ...requestOf({ ...flags, fresh: undefined }, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  const desk = openProposalDesk(await openProjectCases(request).finally(() => progress.clear()), request);
  const canvas = chooseCanvas(here.stdout, here);
  const dialog = openReview(flags, here);
  try {
    const asked = await askWithConsent(desk, chosen, flags, request, dialog, here);
    if (!asked) return undefined;
    const decided = await decide(desk, asked.dataDir, flags.yes === true, dialog, canvas);
    const isReviewed = dialog !== undefined;
    if (!flags.json && decided.length > 0)
      here.stdout.write(
        `\n${viewVerdicts(decided, { isDone: isReviewed || flags.yes === true, isReviewed, isApplied: flags.apply }, canvas)}`,
      );
    return {
      report: describe(asked.plan, asked.result, decided),
      hasReady: decided.some(({ status }) => status === 'ready'),
      failed: asked.result.failed,
    };
  } finally {
    dialog?.close();
  }
}

/** Asks a teacher about the cases on a desk and judges all that it ever answered about them; no verdicts if nothing may be sent. */
export async function judgeAnswers(
  desk: ProposalDesk,
  chosen: ChosenTeacher,
  flags: Permission,
  request: ConfiguredRequest,
  here: Host,
): Promise<{ verdicts?: Verdict[]; result: Partial<TeachingResult> & { notices: string[] } }> {
  const dialog = openReview(flags, here);
  const asked = await askWithConsent(desk, chosen, flags, request, dialog, here).finally(() => dialog?.close());
  if (!asked) return { result: { notices: [] } };
  const kept = await readKept(asked.dataDir, desk.open.project.id);
  return { verdicts: desk.judge(kept.flatMap(({ open }) => open)), result: asked.result };
}

function openReview(flags: Permission, here: Host): Dialog | undefined {
  return canAsk(here) && !flags.json && !flags.yes ? openDialog(here.stdin, here.stdout, here.env) : undefined;
}

/** Asks a teacher what is new among the cases, if a person or an option allows that; undefined if not. */
async function askWithConsent(
  desk: ProposalDesk,
  chosen: ChosenTeacher,
  flags: Permission,
  request: ConfiguredRequest,
  dialog: Dialog | undefined,
  here: Host,
): Promise<{ plan: TeachingPlan; result: TeachingResult; dataDir: string } | undefined> {
  const dataDir = findOwnFolders(request).data;
  const plan = await planTeaching(desk, chosen.model, { dataDir, tokens: flags.tokens ?? DEFAULT_TOKENS });
  const canvas = chooseCanvas(here.stdout, here);
  const say = (text: string) => void (flags.json || here.stdout.write(`\n${wrap(text, canvas.columns, 0)}\n`));
  if (plan.questions.length === 0) say(tellNothingNew(plan));
  else if (dialog) {
    if (!(await askToSend(plan, dialog, canvas))) return undefined;
  } else if (!flags.yes) {
    const question = `${describePlan(plan)}: say yes in a terminal, or add --yes`;
    if (!chosen.isDefault) throw new AppError('usage', 'Nothing was sent: nobody was asked.', { hint: `${question}.` });
    tellProblems(here, [`${question}.`]);
    return undefined;
  }
  const { redact } = createRedactor({ allow: request.allowed });
  const result = await ask(plan, { dataDir, now: here.now, ceiling: chosen.ceiling, redact }, here);
  if (result.questions > 0) say(tellCost(result, chosen.model));
  tellProblems(here, result.notices);
  return { plan, result, dataDir };
}

function tellNothingNew({ kept, desk: { open } }: TeachingPlan): string {
  const last = kept.at(-1);
  if (open.book.cases.length === 0) return 'Nothing recurs: there is nothing to explain.';
  if (!last) return 'A lesson covers each case: there is nothing to explain.';
  return `Explained on ${last.at.slice(0, 10)} by ${stripControls(last.by)}; nothing new recurs.`;
}

function describePlan({ unexplained, questions, tokens, model }: TeachingPlan): string {
  const many = questions.length > 1 ? ` in ${questions.length} questions` : '';
  const cases = `${plural(unexplained.length, 'case')} without a lesson`;
  return `${cases}: about ${round(tokens).toLocaleString('en')} tokens${many} would go to ${stripControls(model.destination)}`;
}

function round(tokens: number): number {
  return tokens < 1000 ? tokens : Math.round(tokens / 1000) * 1000;
}

/** Asks whether cases may be sent, after showing exactly what that is to whoever wants to see it. */
export async function askToSend(plan: TeachingPlan, dialog: Dialog, canvas: Canvas): Promise<boolean> {
  dialog.say(`\n${wrap(`${describePlan(plan)}.`, canvas.columns, 0)}`);
  for (;;) {
    const letter = await dialog.ask('[y] send  [s] show  [n] no: ');
    if (letter === undefined || letter.toLowerCase() === 'n') return false;
    if (letter.toLowerCase() === 'y') return true;
    dialog.say(
      letter.toLowerCase() === 's'
        ? plan.questions.map(({ question }) => stripControls(showQuestion(question))).join('\n\n')
        : 'Answer with y, s or n.',
    );
  }
}

/** Asks the teacher. Ctrl-C ends that and nothing else. */
async function ask(plan: TeachingPlan, options: TeachingOptions, here: Host): Promise<TeachingResult> {
  const progress = new Progress(here);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  const start = Date.now();
  let label = '';
  const timer = setInterval(() => {
    const passed = Date.now() - start;
    const words = `${Math.round(passed / 1000)} s of at most ${Math.round(plan.model.timeoutMs / 1000)} s`;
    progress.show(label, Math.min(passed, plan.model.timeoutMs), plan.model.timeoutMs, words);
  }, 500);
  process.once('SIGINT', onSignal);
  const onAsk = (asked: string) => {
    label = asked;
  };
  try {
    return await askTeacher(plan, { ...options, signal: stop.signal, onAsk });
  } finally {
    process.off('SIGINT', onSignal);
    clearInterval(timer);
    progress.clear();
  }
}

/** Has every proposal decided that nobody has decided about, those of earlier answers first. */
async function decide(
  desk: ProposalDesk,
  dataDir: string,
  isYes: boolean,
  dialog: Dialog | undefined,
  canvas: Canvas,
): Promise<Decided[]> {
  const { id } = desk.open.project;
  const kept: KeptAnswer[] = await readKept(dataDir, id);
  const all: Decided[] = [];
  for (const answer of kept) {
    if (answer.open.length === 0) continue;
    const verdicts = desk.judge(answer.open);
    const decided = dialog
      ? await reviewProposals(desk, verdicts, answer.by, dialog, canvas)
      : await decideAlone(desk, verdicts, answer.by, isYes);
    answer.open = decided.flatMap(({ verdict, isOpen }) => (isOpen ? [verdict.proposal] : []));
    all.push(...decided);
  }
  if (all.some(({ isOpen }) => !isOpen)) await writeKept(dataDir, id, kept);
  return all;
}

function tellCost({ sent, received, costUsd, model }: TeachingResult, { name }: Model): string {
  const who = model === undefined ? name : `${name} (${stripControls(model)})`;
  const cost = costUsd === undefined || costUsd === 0 ? '' : `, $${costUsd.toFixed(2)}`;
  return `${who} answered: ${sent.toLocaleString('en')} tokens sent, ${received.toLocaleString('en')} received${cost}.`;
}

function describe(
  { model, unexplained, kept }: TeachingPlan,
  result: TeachingResult,
  decided: readonly Decided[],
): object {
  return {
    name: model.name,
    model: result.model,
    destination: model.destination,
    cases: unexplained.length,
    questions: result.questions,
    tokens: { sent: result.sent, received: result.received },
    costUsd: result.costUsd,
    explainedAt: result.questions === 0 ? kept.at(-1)?.at : undefined,
    verdicts: decided.map(describeDecided),
  };
}
