import { type CaptureGate, openCaptureGate } from '../../app/capture/capture-proposals.ts';
import { findProjectRoot } from '../../app/find-project-root.ts';
import { type Host, printJson, resolvePath } from '../../app/surroundings.ts';
import type { CaptureOutcome } from '../../lifecycle/capture/capture-all.ts';
import { describeCapture, entryText } from '../../lifecycle/capture/describe-capture.ts';
import { askedProject, describeChange } from '../memory-change.ts';
import { type Dialog, requireTerminal } from '../terminal-dialog.ts';
import { type Canvas, chooseCanvas } from '../views/text.ts';
import { askEach, type CaptureDesk } from './ask.ts';
import type { CaptureFlags } from './command.ts';
import type { Gathered } from './gather-proposals.ts';
import { describeCaptured, viewCapture } from './view.ts';

/** The options for capturing proposals. */
type GateFlags = Pick<
  CaptureFlags,
  'project' | 'json' | 'yes' | 'human' | 'force' | 'vouch' | 'merge' | 'new' | 'config'
>;

/** The proposals to capture, and the notes to show with them. */
type ToCapture = Pick<Gathered, 'proposals' | 'isGiven' | 'notes'> & {
  /** Additional fields of the JSON output. */
  data?: object;
};

/**
 * Asks about each proposal if there is a person to ask; else writes them with --yes, and only shows them without. Sets the exit
 * code.
 */
export async function passGate(gathered: ToCapture, flags: GateFlags, here: Host, dialog?: Dialog): Promise<void> {
  if (flags.vouch) requireTerminal(here);
  const root = findProjectRoot(flags, here);
  const gate = await openCaptureGate({
    ...{ root, home: here.home, env: here.env, now: here.now },
    isHuman: dialog !== undefined || flags.human === true,
    force: flags.force ?? false,
    isVouched: flags.vouch ?? false,
    mergeInto: flags.merge,
    isNew: flags.new ? true : undefined,
    configPath: flags.config === undefined ? undefined : resolvePath(flags.config, here),
  });
  const clean = await gate.clean(gathered.proposals);
  const canvas = chooseCanvas(here.stdout, here);
  const project = askedProject(flags);
  if (dialog) {
    for (const note of gathered.notes) dialog.say(note);
    if (clean.length === 0) dialog.say('There is nothing to capture.');
    const captured = await askEach(clean, openDesk(gate, project, canvas, here.now), dialog);
    here.exitCode = captured === 0 ? 1 : 0;
    return;
  }
  const isWritten = flags.yes ?? false;
  const done = await gate.pass(clean, isWritten);
  if (flags.json)
    printJson(here, {
      schema: 1,
      ...gathered.data,
      ...describeCapture(done.outcome, done.memory, isWritten),
      ...describeChange(done),
    });
  else here.stdout.write(viewCapture({ ...done, notes: gathered.notes, isAsked: isWritten, project }, canvas));
  here.exitCode = isNo(done.outcome, gathered.isGiven) ? 1 : 0;
}

/** Opens a desk that shows what a proposal would become, and writes it if the answer is yes. */
function openDesk(gate: CaptureGate, project: string, canvas: Canvas, now: Date): CaptureDesk {
  return {
    now,
    async preview(proposal) {
      const { outcome, memory } = await gate.pass([proposal], false);
      const [captured] = outcome.captured;
      if (!captured) return { shown: '', isRefused: true, id: '' };
      const entry = captured.id === undefined ? '' : `\n\n${entryText(memory, captured.id)}\n`;
      const shown = describeCaptured(captured, false, canvas, project).join('\n') + entry;
      return { shown, isRefused: captured.action === 'refused', id: captured.id ?? 'L-000' };
    },
    async write(proposal) {
      const done = await gate.pass([proposal], true);
      return viewCapture({ ...done, notes: [], isAsked: true, project }, canvas).trimEnd();
    },
  };
}

/** Whether the answer is no: nothing was, or would be, captured, or one of the lessons given explicitly was refused. */
function isNo({ captured }: CaptureOutcome, isGiven: boolean): boolean {
  const refused = captured.filter(({ action }) => action === 'refused').length;
  return refused === captured.length || (isGiven && refused > 0);
}
