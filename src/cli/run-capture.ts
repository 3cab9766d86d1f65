import { loadConfig } from '../config/load-config.ts';
import { type CaptureOutcome, captureAll } from '../lifecycle/capture/capture-all.ts';
import type { CaptureOptions } from '../lifecycle/capture/captured.ts';
import { describeCapture, entryText } from '../lifecycle/capture/describe-capture.ts';
import { readInstructions } from '../lifecycle/capture/instruction-files.ts';
import type { Proposal } from '../lifecycle/capture/proposal.ts';
import { redactProposals } from '../lifecycle/capture/redact-proposals.ts';
import { AppError } from '../shared/errors.ts';
import { askEach, askForLesson, type CaptureDesk } from './ask-capture.ts';
import {
  askedProject,
  changeProjectMemory,
  describeChange,
  findProjectRoot,
  type ProjectMemoryChange,
} from './change-project-memory.ts';
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
  const { config } = await loadConfig({ cwd: root, home: here.home, env: here.env, ...explicitConfig(flags, here) });
  const options: CaptureOptions = {
    now: here.now,
    rules: await readInstructions(root),
    isHuman: dialog !== undefined || flags.human === true,
    force: flags.force ?? false,
    ...(flags.merge === undefined ? {} : { mergeInto: flags.merge }),
    ...(flags.new ? { isNew: true } : {}),
  };
  const redact = (list: readonly Proposal[]) => redactProposals(list, config.redaction.allow);
  const clean = await redact(proposals);
  const change: Change = async (list, apply) => {
    // Again: what was typed into the editor may hold a secret, too.
    const safe = await redact(list);
    return changeProjectMemory(flags, here, apply, (memory) => captureAll(memory, safe, options));
  };
  const canvas = chooseCanvas(process.stdout, here);
  const project = askedProject(flags);
  if (dialog) {
    for (const note of gathered.notes) dialog.say(note);
    if (clean.length === 0) dialog.say('There is nothing to capture.');
    const captured = await askEach(clean, openDesk(change, project, canvas, here.now), dialog);
    process.exitCode = captured === 0 ? 1 : 0;
    return;
  }
  const isWritten = flags.yes ?? false;
  const done = await change(clean, isWritten);
  if (flags.json) printJson({ schema: 1, ...describeCapture(done.outcome, done.memory, isWritten), ...describeChange(done) });
  else process.stdout.write(viewCapture({ ...done, notes: gathered.notes, isAsked: isWritten, project }, canvas));
  process.exitCode = isNo(done.outcome, gathered.isGiven) ? 1 : 0;
}

type Change = (list: readonly Proposal[], apply: boolean) => Promise<ProjectMemoryChange<CaptureOutcome>>;

/** Shows what a proposal would become, and writes it when it was answered with yes. */
function openDesk(change: Change, project: string, canvas: Canvas, now: Date): CaptureDesk {
  return {
    now,
    async preview(proposal) {
      const { outcome, memory } = await change([proposal], false);
      const [captured] = outcome.captured;
      if (!captured) return { shown: '', isRefused: true, id: '' };
      const entry = captured.id === undefined ? '' : `\n\n${entryText(memory, captured.id)}\n`;
      const shown = describeCaptured(captured, false, canvas).join('\n') + entry;
      return { shown, isRefused: captured.action === 'refused', id: captured.id ?? 'L-000' };
    },
    async write(proposal) {
      const done = await change([proposal], true);
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

function explicitConfig({ config }: CaptureFlags, here: Surroundings): { explicitPath?: string } {
  return config === undefined ? {} : { explicitPath: resolvePath(config, here) };
}
