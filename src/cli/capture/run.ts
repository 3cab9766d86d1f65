import { findProjectRoot } from '../../app/find-project-root.ts';
import { forgetNoted } from '../../app/history/noted-sessions.ts';
import type { Host } from '../../app/surroundings.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { AppError } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { canAsk, type Dialog, openDialog } from '../terminal-dialog.ts';
import { askForLesson } from './ask.ts';
import type { CaptureFlags } from './command.ts';
import { passGate } from './confirm-captures.ts';
import { gatherProposals } from './gather-proposals.ts';

/** Runs `hardwon capture`. */
export async function runCapture(text: string, asked: CaptureFlags, here: Host): Promise<void> {
  const input = text === '-' ? text : undefined;
  const flags = text.trim() === '' || input !== undefined ? asked : withGuidance(text, asked);
  const dialog = canAsk(here) && !flags.yes && !flags.json ? openDialog(here.stdin, here.stdout, here.env) : undefined;
  try {
    await capture(input, flags, here, dialog);
  } finally {
    dialog?.close();
  }
}

/** Takes the text as the guidance, if no option names a source of lessons. */
function withGuidance(text: string, flags: CaptureFlags): CaptureFlags {
  const source = (['guidance', 'fromSession', 'fromReview', 'fromPr', 'fromCi'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (source === undefined) return { ...flags, guidance: text };
  const option = `--${source.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new AppError('usage', `${option} and a text cannot be combined: ${text}`, {
    hint: `Leave out one of them: hardwon capture "…", or hardwon capture ${option} …`,
  });
}

async function capture(input: string | undefined, flags: CaptureFlags, here: Host, dialog?: Dialog): Promise<void> {
  const root = findProjectRoot(flags, here);
  const gathered = await gatherProposals({ input, flags, here, root });
  const isAsked = gathered.isUnfinished || (dialog !== undefined && gathered.isGiven);
  const proposals = isAsked ? await complete(gathered.proposals, dialog) : gathered.proposals;
  await passGate({ ...gathered, proposals }, flags, here, dialog);
  // The user was asked, or said yes to all, so these sessions are settled.
  if (dialog || flags.yes) await forgetNoted(findOwnFolders(here).data, gathered.sessions ?? []);
}

/** Asks for missing parts, and also where the lesson holds and what happened, which people rarely think of by themselves. */
async function complete([given]: readonly Proposal[], dialog: Dialog | undefined): Promise<Proposal[]> {
  if (!dialog)
    throw new AppError('usage', 'There is nothing to capture.', {
      hint: 'Run hardwon capture "what to do next time", pipe JSON to hardwon capture -, or use --from-session latest.',
    });
  const whole = given && (await askForLesson(given, dialog));
  return whole ? [whole] : [];
}
