import { type CaptureGate, openCaptureGate } from '../capture-proposals.ts';
import type { CaptureOutcome } from '../lifecycle/capture/capture-all.ts';
import { describeCapture, entryText } from '../lifecycle/capture/describe-capture.ts';
import type { Proposal } from '../lifecycle/capture/proposal.ts';
import { AppError } from '../shared/errors.ts';
import { askEach, askForLesson, type CaptureDesk } from './ask-capture.ts';
import { askedProject, describeChange, findProjectRoot } from './change-project-memory.ts';
import type { CaptureFlags } from './commands/capture.ts';
import { gatherProposals } from './gather-proposals.ts';
import { printJson, resolvePath, type Surroundings, surroundings } from './surroundings.ts';
import { canAsk, type Dialog, openDialog } from './terminal-dialog.ts';
import { describeCaptured, viewCapture } from './views/capture-view.ts';
import { type Canvas, chooseCanvas } from './views/text.ts';

/** Runs `hardwon capture`. */
export async function runCapture(input: string | undefined, flags: CaptureFlags): Promise<void> {
  if (input !== undefined && input !== '-')
    throw new AppError('usage', `capture takes - for stdin, and no ${input}.`, { hint: 'hardwon capture - < lesson.json' });
  const here = surroundings();
  const dialog = canAsk() && !flags.yes && !flags.json ? openDialog(process.stdin, process.stdout, here.env) : undefined;
  try {
    await capture(input, flags, here, dialog);
  } finally {
    dialog?.close();
  }
}

async function capture(input: string | undefined, flags: CaptureFlags, here: Surroundings, dialog?: Dialog): Promise<void> {
  const root = findProjectRoot(flags, here);
  const gathered = await gatherProposals({ input, flags, here, root });
  const proposals = gathered.isUnfinished ? await complete(gathered.proposals, dialog) : gathered.proposals;
  const gate = await openCaptureGate({
    ...{ root, home: here.home, env: here.env, now: here.now },
    isHuman: dialog !== undefined || flags.human === true,
    force: flags.force ?? false,
    ...(flags.merge === undefined ? {} : { mergeInto: flags.merge }),
    ...(flags.new ? { isNew: true } : {}),
    ...(flags.config === undefined ? {} : { configPath: resolvePath(flags.config, here) }),
  });
  const clean = await gate.clean(proposals);
  const canvas = chooseCanvas(process.stdout, here);
  const project = askedProject(flags);
  if (dialog) {
    for (const note of gathered.notes) dialog.say(note);
    if (clean.length === 0) dialog.say('There is nothing to capture.');
    const captured = await askEach(clean, openDesk(gate, project, canvas, here.now), dialog);
    process.exitCode = captured === 0 ? 1 : 0;
    return;
  }
  const isWritten = flags.yes ?? false;
  const done = await gate.pass(clean, isWritten);
  if (flags.json) printJson({ schema: 1, ...describeCapture(done.outcome, done.memory, isWritten), ...describeChange(done) });
  else process.stdout.write(viewCapture({ ...done, notes: gathered.notes, isAsked: isWritten, project }, canvas));
  process.exitCode = isNo(done.outcome, gathered.isGiven) ? 1 : 0;
}

/** Shows what a proposal would become, and writes it when it was answered with yes. */
function openDesk(gate: CaptureGate, project: string, canvas: Canvas, now: Date): CaptureDesk {
  return {
    now,
    async preview(proposal) {
      const { outcome, memory } = await gate.pass([proposal], false);
      const [captured] = outcome.captured;
      if (!captured) return { shown: '', isRefused: true, id: '' };
      const entry = captured.id === undefined ? '' : `\n\n${entryText(memory, captured.id)}\n`;
      const shown = describeCaptured(captured, false, canvas).join('\n') + entry;
      return { shown, isRefused: captured.action === 'refused', id: captured.id ?? 'L-000' };
    },
    async write(proposal) {
      const done = await gate.pass([proposal], true);
      return viewCapture({ ...done, notes: [], isAsked: true, project }, canvas).trimEnd();
    },
  };
}

/** Asks for what was not said. */
async function complete([given]: readonly Proposal[], dialog: Dialog | undefined): Promise<Proposal[]> {
  if (!dialog)
    throw new AppError('usage', 'There is nothing to capture.', {
      hint: 'Say it with --guidance "…", as JSON on stdin, or name --from-session latest.',
    });
  const whole = given && (await askForLesson(given, dialog));
  return whole ? [whole] : [];
}

/** The answer is no where nothing was, or would be, captured; of lessons that were handed over, also where one was refused. */
function isNo({ captured }: CaptureOutcome, isGiven: boolean): boolean {
  const refused = captured.filter(({ action }) => action === 'refused').length;
  return refused === captured.length || (isGiven && refused > 0);
}
