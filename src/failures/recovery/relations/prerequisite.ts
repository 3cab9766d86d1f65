import { isGreen } from '../../findings/check-run.ts';
import { declaresPackage, isBuilder, isInstaller } from '../../findings/installer.ts';
import { isBypass, isDiagnostic, isStateChanging, type ShellCommand, signatureOf } from '../../shell/index.ts';
import { claim, type FailedStep, headOf, isRepeated, type Relation, textOf } from '../relation.ts';
import { after, ran, type Step, type ThreadView } from '../session-view.ts';

/**
 * The identical command succeeds later, and exactly one state-changing command lies between: that one is a prerequisite. With edits
 * between, it was work. With several candidates, the one the error names counts, else there is no lesson.
 */
export const prerequisite: Relation = {
  name: 'prerequisite',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.kind === 'user-rejected' || failure.kind === 'wrong-cwd' || failure.kind === 'timeout') return [];
    const between = untilRepeat(step, failed, view);
    if (!between) return [];
    const { passed, repeat } = between;
    if (passed.some(editsInPlace)) return [];
    const declared = view.steps.slice(0, step.index).some((before) => declaresPackage(before));
    const candidates = passed
      .flatMap((later) => preparations(later, failed))
      .filter(({ command }) => !(declared && isInstaller(command)));
    const named = candidates.filter(({ command }) => isNamed(command, failure.diagnostic));
    const builds = failure.work ? candidates.filter(({ command }) => isBuilder(command)) : [];
    const [chosen] = [named, candidates, builds].find((some) => some.length === 1) ?? [];
    // A red test that turns green after one command is only believed where the error names it, or where it is a build and nothing was
    // edited: then the test ran on old output.
    if (!chosen || (failure.work && !named.length && !(isBuilder(chosen.command) && isGreen(repeat)))) return [];
    const before = chosen.command;
    const run = inDirectory(failed, before, signatureOf(failed));
    return [
      claim(step, chosen.step, {
        relation: 'prerequisite',
        key: `${inDirectory(before, failed, signatureOf(before))} -> ${run}`,
        wrong: headOf(failed),
        right: inDirectory(before, failed, before.source.replace(/\s+\d?>>?&?\s*\S+/g, '')),
        because: failure.diagnostic,
        facts: { run, command: inDirectory(failed, before, textOf(failed)), first: signatureOf(before), repeat: repeat.call.id },
      }),
    ];
  },
};

/** The calls up to the first repetition that worked of the same command. */
function untilRepeat(step: FailedStep, failed: ShellCommand, view: ThreadView): { passed: Step[]; repeat: Step } | undefined {
  const passed: Step[] = [];
  for (const later of after(view, step)) {
    // Where the code was edited in between it was work, whatever comes later.
    if ((later.call.tool === 'edit' || later.call.tool === 'write') && later.outcome === 'worked') return undefined;
    const mayRepeat = later.call.input.command?.includes(failed.name) === true;
    const repeats = mayRepeat && later.parsed?.commands.some((command) => isRepeated(failed, command));
    if (repeats && later.outcome === 'worked') {
      // The preparation may stand in the same chain, before the repeated command.
      passed.push(later);
      return { passed, repeat: later };
    }
    if (repeats && later.failure && later.failure.signature === step.failure.signature) {
      passed.length = 0;
      continue;
    }
    passed.push(later);
  }
  return undefined;
}

function preparations(later: Step, failed: ShellCommand): { step: Step; command: ShellCommand }[] {
  if (!later.parsed || (!ran(later) && !later.failure?.work)) return [];
  return later.parsed.commands.filter((command) => prepares(command, failed)).map((command) => ({ step: later, command }));
}

/** Whether a command can have changed what the failed one needs: it does something, is not a check, and is no way around one. */
function prepares(command: ShellCommand, failed: ShellCommand): boolean {
  // Variables and directories of the chain itself are seen as differences of the command, not as something that ran before it.
  if (command.nested || shellWords.has(command.name) || isBypass(command) || isOfTheDay(command)) return false;
  // Of the packages of a repository, one may have to be built before another.
  if (signatureOf(command) === signatureOf(failed)) return isBuilder(command) && command.dir !== failed.dir;
  return isStateChanging(command) || (command.role === 'work' && !isDiagnostic(command) && !checks.test(signatureOf(command)));
}

/** Ending processes, removing files, and what names a process, a commit or a temporary file: no preparation that can be taught. */
function isOfTheDay({ name, source }: ShellCommand): boolean {
  return removers.has(name) || /\/(?:tmp|var\/folders)\/|\b\d{5,}\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\$[({]/.test(source);
}

const removers = new Set(['kill', 'pkill', 'killall', 'taskkill', 'fuser', 'rm', 'rmdir', 'del', 'stop-process', 'remove-item']);

/** Text with the directory in front, where the two commands differ in nothing else. */
function inDirectory(command: ShellCommand, other: ShellCommand, text: string): string {
  const { dir } = command;
  const isSame =
    dir === undefined || dir === other.dir || signatureOf(command) !== signatureOf(other) || /^[/~]|^[A-Za-z]:/.test(dir);
  return isSame ? text : `cd ${dir} && ${text}`;
}

const shellWords = new Set(['cd', 'pushd', 'popd', 'export', 'set', 'unset', 'echo', 'printf', 'source', '.', 'sleep', 'wait']);

const checks = /\b(?:tests?|spec|lint|check|vet|clippy|typecheck|tsc|mypy|pyright|ruff|eslint|pytest|jest|vitest|mocha)\b/;

/** `sed -i` and the like are edits, too. */
function editsInPlace(step: Step): boolean {
  return (
    step.parsed?.commands.some(
      (command) => (command.name === 'sed' || command.name === 'perl') && command.flags.some((flag) => /^-\w*i/.test(flag)),
    ) ?? false
  );
}

/** Whether the error speaks of the command: "run `npm install` first". */
function isNamed(command: ShellCommand, diagnostic: string): boolean {
  const signature = signatureOf(command);
  return signature.length > 5 && diagnostic.includes(signature);
}
