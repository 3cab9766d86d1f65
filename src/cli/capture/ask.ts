import { readForm, writeForm } from '../../lifecycle/capture/entry-form.ts';
import type { Proposal } from '../../lifecycle/capture/proposal.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dialog } from '../terminal-dialog.ts';

/** A proposal as it would be captured. */
interface Preview {
  /** The change that would be made, or the reason for none, as text for people. */
  shown: string;
  isRefused: boolean;
  /** The id of its entry. */
  id: string;
}

/** The operations on memory that the dialogue needs. */
export interface CaptureDesk {
  preview(proposal: Proposal): Promise<Preview>;
  /** Writes the proposal, and returns a text for people that says so. */
  write(proposal: Proposal): Promise<string>;
  now: Date;
}

/** Shows each proposal as it would be written and asks [Y] / [N] / [E]. Returns the number of lessons captured. */
export async function askEach(proposals: readonly Proposal[], desk: CaptureDesk, dialog: Dialog): Promise<number> {
  let captured = 0;
  for (const [index, first] of proposals.entries()) {
    if (proposals.length > 1) dialog.say(`${index === 0 ? '' : '\n'}${index + 1} of ${proposals.length}`);
    const decided = await decide(first, desk, dialog);
    if (decided === 'over') break;
    if (decided === undefined) continue;
    dialog.say(await desk.write(decided));
    captured += 1;
  }
  return captured;
}

/** Returns the proposal as the person wants it, or undefined if they do not want it. */
async function decide(first: Proposal, desk: CaptureDesk, dialog: Dialog): Promise<Proposal | 'over' | undefined> {
  let proposal = first;
  for (;;) {
    const { shown, isRefused, id } = await desk.preview(proposal);
    dialog.say(shown);
    const answer = await dialog.ask(isRefused ? 'Edit it? [E]dit, [N]o (N) ' : 'Capture it? [Y]es, [N]o, [E]dit (Y) ');
    if (answer === undefined) return 'over';
    const letter = answer.toLowerCase()[0] ?? (isRefused ? 'n' : 'y');
    if (letter === 'n') return undefined;
    if (letter === 'y' && !isRefused) return proposal;
    if (letter !== 'e') {
      dialog.say('Answer with y, n or e.');
      continue;
    }
    const edited = await edit(proposal, id, desk, dialog);
    if (edited === undefined) return undefined;
    proposal = edited;
  }
}

async function edit(
  proposal: Proposal,
  id: string,
  { now }: CaptureDesk,
  dialog: Dialog,
): Promise<Proposal | undefined> {
  let form = writeForm(proposal, id, { confidence: proposal.confidence ?? 'medium', now, isWatched: false });
  for (;;) {
    form = await dialog.edit(form);
    try {
      return readForm(form, proposal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      dialog.say(error.message);
      const again = await dialog.ask('Edit it again? [Y]es, [N]o (Y) ');
      if (again === undefined || again.toLowerCase().startsWith('n')) return undefined;
    }
  }
}

/** Asks for the parts of a lesson: what to do, where it holds, and what happened. */
export async function askForLesson(given: Proposal, dialog: Dialog): Promise<Proposal | undefined> {
  const guidance =
    given.guidance || (await dialog.ask('What should be done next time? Name the path, command or check.\n> '));
  if (!guidance) return undefined;
  const scope =
    given.scope.length > 0
      ? given.scope
      : await dialog.ask('Which paths is it about? (src/api/**, …; empty: the project)\n> ');
  const pattern = given.pattern || (await dialog.ask('What happened?\n> ')) || '';
  return {
    ...given,
    guidance,
    pattern,
    scope:
      typeof scope === 'string'
        ? scope
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean)
        : (scope ?? []),
  };
}
