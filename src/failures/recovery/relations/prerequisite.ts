import { type ShellCommand, signatureOf } from '../../../shell/index.ts';
import { isGreen } from '../../findings/check-run.ts';
import { declaresPackage, isBuilder, isInstaller } from '../../findings/installer.ts';
import { editsInPlace, preparations } from '../preparations.ts';
import { claim, type FailedStep, headOf, isRepeated, type Relation, textOf } from '../relation.ts';
import { isRuntime, runtimeFacts } from '../runtime-facts.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';

/**
 * The identical command succeeds later, and exactly one state-changing command is in between: that one is a prerequisite. With
 * edits in between, it was work. With several candidates, the one that the error names counts; otherwise there is no lesson.
 */
export const prerequisite: Relation = {
  name: 'prerequisite',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.kind === 'user-rejected' || failure.kind === 'wrong-cwd' || failure.kind === 'timeout')
      return [];
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
    // A red test that turns green after one command is only believed if the error names the command, or if it is a build and
    // nothing was edited: then the test ran on old output.
    if (!chosen || (failure.work && !named.length && !(isBuilder(chosen.command) && isGreen(repeat)))) return [];
    const before = chosen.command;
    // The first word decides which version runs, whatever it starts.
    const runtime = isRuntime(failure) ? (failed.runner[0] ?? failed.program) : undefined;
    const run = runtime ?? inDirectory(failed, before, signatureOf(failed));
    return [
      claim(step, chosen.step, {
        relation: 'prerequisite',
        key: `${inDirectory(before, failed, signatureOf(before))} -> ${run}`,
        wrong: runtime ?? headOf(failed),
        right: inDirectory(before, failed, before.source.replace(/\s+\d?>>?&?\s*\S+/g, '')),
        because: failure.diagnostic,
        facts: {
          run,
          command: runtime ?? inDirectory(failed, before, textOf(failed)),
          first: signatureOf(before),
          repeat: repeat.call.id,
          ...runtimeFacts(failure),
        },
      }),
    ];
  },
};

/** Returns the calls up to the first repetition of the same command that worked. */
function untilRepeat(
  step: FailedStep,
  failed: ShellCommand,
  view: ThreadView,
): { passed: Step[]; repeat: Step } | undefined {
  const passed: Step[] = [];
  for (const later of after(view, step)) {
    // If the code was edited in between it was work, whatever comes later.
    if ((later.call.tool === 'edit' || later.call.tool === 'write') && later.outcome === 'worked') return undefined;
    const mayRepeat = later.call.input.command?.includes(failed.name) === true;
    const repeats = mayRepeat && later.parsed?.commands.some((command) => isRepeated(failed, command));
    if (repeats && later.outcome === 'worked') {
      // The preparation may be in the same chain, before the repeated command.
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

/** Returns the text with the directory in front, if the two commands differ in nothing else. */
function inDirectory(command: ShellCommand, other: ShellCommand, text: string): string {
  const { dir } = command;
  const isSame =
    dir === undefined ||
    dir === other.dir ||
    signatureOf(command) !== signatureOf(other) ||
    /^[/~]|^[A-Za-z]:/.test(dir);
  return isSame ? text : `cd ${dir} && ${text}`;
}

/** Whether the error mentions the command: "run `npm install` first". */
function isNamed(command: ShellCommand, diagnostic: string): boolean {
  const signature = signatureOf(command);
  return signature.length > 5 && diagnostic.includes(signature);
}
