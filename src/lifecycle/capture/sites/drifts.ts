import { isBuilder, isInstaller } from '../../../failures/findings/installer.ts';
import { isRepeated, textOf } from '../../../failures/recovery/relation.ts';
import { after, type Step, type ThreadView } from '../../../failures/recovery/session-view.ts';
import { isBypass, isStateChanging, type ShellCommand, signatureOf } from '../../../shell/index.ts';
import { type DriftSign, findDrift } from '../text/drift-signs.ts';
import { editedFiles } from './check-streaks.ts';

/** A derived artefact that a command found to be out of date with its source, and the command that updated it. */
export interface Drift extends DriftSign {
  found: Step;
  /** The command that found it, as typed. */
  check: string;
  mended: Step;
  /** The command that fixed it, as typed. */
  mend: string;
  /** Files that were edited in the session before it was found, the latest first. */
  edited: string[];
}

/**
 * Finds drift that a thread came upon and fixed: a command fails because something derived is out of date, one other command that
 * makes things succeeds, and then the first one passes; or the error itself names the command that works. With edits in between,
 * only a command that the error names counts.
 */
export function findDrifts(view: ThreadView): Drift[] {
  const drifts = new Map<string, Drift>();
  for (const step of view.steps) {
    const command = step.failure?.command;
    // In git, "out of date" refers to branches.
    if (!step.failure || !command || command.name === 'git') continue;
    const sign = findDrift(step.call.output);
    const mend = sign && findMend(step, command, view);
    if (!sign || !mend) continue;
    const [check, text] = [textOf(command), textOf(mend.command)];
    const { what, isPlural } = sign;
    drifts.set(`${check}\n${text}`, {
      what,
      ...(isPlural ? { isPlural } : {}),
      ...{ found: step, check, mended: mend.step, mend: text, edited: editedBefore(step, view) },
    });
  }
  return [...drifts.values()];
}

function findMend(
  step: Step,
  failed: ShellCommand,
  view: ThreadView,
): { step: Step; command: ShellCommand } | undefined {
  const makers: { step: Step; command: ShellCommand }[] = [];
  let isEdited = false;
  let isGreen = false;
  for (const later of after(view, step)) {
    if (editedFiles(later, view).length > 0) isEdited = true;
    if (later.outcome !== 'worked') continue;
    const commands = later.parsed?.commands ?? [];
    makers.push(...commands.filter((command) => makes(command, failed)).map((command) => ({ step: later, command })));
    if (commands.some((command) => isRepeated(failed, command))) {
      isGreen = true;
      break;
    }
  }
  const named = makers.filter(({ command }) => step.call.output.includes(signatureOf(command)));
  const isOne = (some: typeof makers) => new Set(some.map(({ command }) => textOf(command))).size === 1;
  if (isOne(named)) return named[0];
  return isGreen && !isEdited && isOne(makers) ? makers[0] : undefined;
}

/**
 * Whether a command can have updated something derived: it makes, installs or migrates, and is neither the check nor a way around
 * it.
 */
function makes(command: ShellCommand, failed: ShellCommand): boolean {
  if (command.nested || command.name === 'git' || isBypass(command) || isRepeated(failed, command)) return false;
  return !OF_FILES.has(command.name) && (isBuilder(command) || isInstaller(command) || isStateChanging(command));
}

/** Commands that change files without deriving anything from others. */
const OF_FILES = new Set('rm rmdir mv cp mkdir touch chmod chown ln kill pkill killall export unset source'.split(' '));

function editedBefore(step: Step, view: ThreadView): string[] {
  const edited = view.steps.slice(0, step.index).flatMap((before) => editedFiles(before, view));
  return [...new Set(edited.toReversed())];
}
