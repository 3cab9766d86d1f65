import { text as readText } from 'node:stream/consumers';
import { openProjectCases } from '../../app/cases/open-cases.ts';
import { type Decided, decideAlone, openProposalDesk, parseAnswer } from '../../app/cases/propose.ts';
import { withConfig } from '../../app/configured-request.ts';
import { type Host, printJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';
import { explainVerdict } from '../../verify/verify.ts';
import { Progress } from '../progress.ts';
import { requestOf } from '../session-request.ts';
import { canAsk, openDialog } from '../terminal-dialog.ts';
import { chooseCanvas } from '../views/text.ts';
import type { ProposeFlags } from './command.ts';
import { reviewProposals } from './review.ts';
import { viewVerdicts } from './view.ts';

/** Runs `hardwon propose`. */
export async function runPropose(file: string, flags: ProposeFlags, here: Host): Promise<void> {
  const answer = parseAnswer(await readInput(file, here));
  const progress = new Progress(here);
  const request = await withConfig({
    ...requestOf(flags, here),
    onProgress: (done: number, total: number) => progress.reading(done, total),
  });
  tellProblems(here, request.problems);
  const open = await openProjectCases(request).finally(() => progress.clear());
  const desk = openProposalDesk(open, request);
  const verdicts = desk.judge(answer.lessons);
  const canvas = chooseCanvas(here.stdout, here);
  const by = flags.by ?? 'you';
  const isAsked = canAsk(here) && !flags.json && !flags.yes;
  const decided = isAsked
    ? await withDialog(here, (dialog) => reviewProposals(desk, verdicts, by, dialog, canvas))
    : await decideAlone(desk, verdicts, by, flags.yes === true);
  if (flags.json) printJson(here, { schema: 1, verdicts: decided.map(describeDecided) });
  else here.stdout.write(viewVerdicts(decided, { isDone: isAsked || flags.yes === true, isReviewed: isAsked }, canvas));
  here.exitCode = decided.some(
    ({ id, verdict }) => id !== undefined || (!isAsked && !flags.yes && verdict.state === 'proven'),
  )
    ? 0
    : 1;
}

async function readInput(file: string, here: Host): Promise<string> {
  if (file === '-') return readText(here.stdin);
  const found = await readTextFile(resolvePath(file, here));
  if (found) return found.text;
  throw new AppError('not-found', `There is no file ${file}.`, {
    hint: 'Name the file with the answer of a teacher; hardwon cases --prompt prints the question.',
  });
}

async function withDialog<T>(here: Host, work: (dialog: ReturnType<typeof openDialog>) => Promise<T>): Promise<T> {
  const dialog = openDialog(here.stdin, here.stdout, here.env);
  try {
    return await work(dialog);
  } finally {
    dialog.close();
  }
}

/** Describes a proposal with its verdict as JSON. */
export function describeDecided({ verdict, id, status }: Decided): object {
  return {
    guidance: verdict.proposal.guidance,
    state: verdict.state,
    reason: explainVerdict(verdict),
    confidence: verdict.confidence,
    where: verdict.where,
    trigger: verdict.trigger,
    checks: verdict.checks,
    calls: verdict.evidence.map(({ step }) => step.call.id),
    id,
    status,
  };
}
