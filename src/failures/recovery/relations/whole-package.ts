import { programs } from '../../../programs/index.ts';
import type { WholePackages } from '../../../programs/program.ts';
import { pathsOf, type ShellCommand } from '../../../shell/index.ts';
import { isGreen } from '../../findings/check-run.ts';
import { readFindings } from '../../findings/read-findings.ts';
import { claim, type FailedStep, isSameTool, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';
import { toolOf } from '../tool-names.ts';

/**
 * A check that was given single files and does not know the declarations in the files next to them: it reports names as undefined
 * that are defined. Only a few known tools do so.
 */
export const wholePackage: Relation = {
  name: 'whole-package',
  explain(step, view) {
    const { failure, call } = step;
    const failed = failure.command;
    const tool = failed && toolOf(failed);
    const trap = tool === undefined ? undefined : traps.get(tool);
    if (!failed || !tool || !trap?.error.test(call.output) || !namesFiles(failed, trap.file)) return [];
    const fix = findWhole(step, failed, trap.file, view);
    // For a compiler, only a passing run of the whole project distinguishes this from work.
    if (!fix && trap.reportsRealMistakes) return [];
    return [claim(step, fix, { relation: 'whole-package', key: tool, wrong: tool, facts: { tool } })];
  },
};

/** The facts by `go vet` and the like, which is how failures name a tool. */
const traps: ReadonlyMap<string, WholePackages> = new Map(
  programs.flatMap(({ names, wholePackages: facts }) =>
    facts ? facts.subcommands.split(' ').map((subcommand) => [`${names} ${subcommand}`, facts] as const) : [],
  ),
);

/** Finds a run of the same tool on the package or the project, with nothing edited before it, that has no such complaint. */
function findWhole(step: FailedStep, failed: ShellCommand, file: RegExp, view: ThreadView): Step | undefined {
  for (const later of after(view, step)) {
    if ((later.call.tool === 'edit' || later.call.tool === 'write') && later.outcome === 'worked') return undefined;
    const whole = later.parsed?.commands.some((command) => isSameTool(command, failed) && !namesFiles(command, file));
    if (!whole) continue;
    const compiles = !readFindings(later.call.output).some(({ kind }) => kind === 'compile');
    return isGreen(later) || (later.failure?.work && compiles) ? later : undefined;
  }
  return undefined;
}

function namesFiles(command: ShellCommand, file: RegExp): boolean {
  return pathsOf(command).some((path) => file.test(path)) || command.operands.some((operand) => file.test(operand));
}
