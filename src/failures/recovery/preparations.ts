import { familyOf, programOf } from '../../programs/lookup.ts';
import { isBypass, isDiagnostic, isStateChanging, type ShellCommand, signatureOf } from '../../shell/index.ts';
import { isBuilder } from '../findings/installer.ts';
import { ran, type Step } from './session-view.ts';

/** Returns the commands of a call that may have provided what a failed one needed. */
export function preparations(later: Step, failed: ShellCommand): { step: Step; command: ShellCommand }[] {
  if (!later.parsed || (!ran(later) && !later.failure?.work)) return [];
  return later.parsed.commands
    .filter((command) => prepares(command, failed))
    .map((command) => ({ step: later, command }));
}

/**
 * Whether a command can have changed something that the failed one needs: it does something, is not a check, and does not bypass
 * one.
 */
function prepares(command: ShellCommand, failed: ShellCommand): boolean {
  // Variables and directories of the chain itself count as differences of the command, not as something that ran before it.
  if (command.nested || shellWords.has(command.name) || isBypass(command) || isOfTheDay(command)) return false;
  // In a repository of several packages, one may have to be built before another.
  if (signatureOf(command) === signatureOf(failed)) return isBuilder(command) && command.dir !== failed.dir;
  return isStateChanging(command) || (command.role === 'work' && !isDiagnostic(command) && !onlyChecks(command));
}

/**
 * Whether a command cannot be taught as a preparation: it ends processes, removes files, or names a process, a commit or a
 * temporary file.
 */
function isOfTheDay({ name, source }: ShellCommand): boolean {
  return removers.has(name) || /\/(?:tmp|var\/folders)\/|\b\d{5,}\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\$[({]/.test(source);
}

const removers = new Set([
  'kill',
  'pkill',
  'killall',
  'taskkill',
  'fuser',
  'rm',
  'rmdir',
  'del',
  'stop-process',
  'remove-item',
]);

const shellWords = new Set([
  'cd',
  'pushd',
  'popd',
  'export',
  'set',
  'unset',
  'echo',
  'printf',
  'source',
  '.',
  'sleep',
  'wait',
]);

const checkingWords = /\b(?:tests?|spec|lint|check|vet|clippy|typecheck)\b/;

function onlyChecks(command: ShellCommand): boolean {
  const program = programOf(familyOf(command.name));
  return program?.checks === true || program?.tests === true || checkingWords.test(signatureOf(command));
}

/** Whether a call edits files in place: `sed -i` and the like are edits, too. */
export function editsInPlace(step: Step): boolean {
  return (
    step.parsed?.commands.some(
      (command) =>
        (command.name === 'sed' || command.name === 'perl') && command.flags.some((flag) => /^-\w*i/.test(flag)),
    ) ?? false
  );
}
