import { isInError, readErrorText } from '../../lessons/triggers/match-error.ts';
import { readErrorPattern } from '../../memory/tool-fixes/tool-fix.ts';
import { AppError } from '../../shared/errors.ts';
import { programName } from '../../shared/program-name.ts';
import { type HealingAttempt, type HealOptions, type HealRecord, healCall } from '../auto-heal.ts';
import { diagnose, type FailureText } from '../detect.ts';
import { argumentsOfCommand, type CallArguments, chooseParameters } from '../parameters.ts';
import { findRemedy, type HealSettings, planHealing } from '../plan-healing.ts';
import { treat } from '../remedy.ts';
import type { RanCommand } from '../run-command.ts';
import { fillCommand, printFilledCommand } from './fill-command.ts';
import type { CommandText, Detection, Recipe, RecipeStep, StepOutcome } from './recipe.ts';

/** An event during a recipe, for observers. */
export type RecipeEvent =
  | { type: 'step'; step: string; number: number; of: number; command: string }
  | { type: 'skipped'; step: string; reason: string }
  | { type: 'fixing'; step: string; found: string; fix: string }
  | { type: 'retrying'; step: string; attempt: number }
  | { type: 'healing'; step: string; remedy: string }
  | { type: 'given-up'; step: string; reason: string }
  | { type: 'failed'; step: string; tool: string; failure: FailureText; goesOn: boolean };

/** The result of one step. */
interface StepReport {
  name: string;
  command: string;
  outcome: StepOutcome | 'not-run';
  /** The exit code of the last try. */
  exitCode?: number;
  /** The number of tries. */
  tries: number;
  /** The quick fix or remedy after which it worked. */
  fixedBy?: string;
}

/** The result of a recipe. */
interface RecipeReport {
  recipe: string;
  ok: boolean;
  /** The exit code of the step that ended it; 0 if every step succeeded or allowed the recipe to continue. */
  exitCode: number;
  steps: StepReport[];
}

/** How to run commands and report events. */
export interface RecipeRun {
  /** Makes attempts of a command. */
  attempt(command: CommandText, step: Pick<RecipeStep, 'cwd' | 'timeout'>): () => Promise<HealingAttempt<RanCommand>>;
  settings: HealSettings;
  /** hardwon's data folder. */
  dataDir: string;
  onEvent(event: RecipeEvent): void;
  /** Writes the failure log. */
  record(record: HealRecord): Promise<void>;
  /** Whether the user has asked to stop. */
  isStopped(): boolean;
  pause?(milliseconds: number): Promise<void>;
}

/** Runs the steps of a recipe in order. A known failure is fixed and the step retried; others are reported. */
export async function runRecipe(
  recipe: Recipe,
  values: Readonly<Record<string, string>>,
  run: RecipeRun,
): Promise<RecipeReport> {
  const reports: StepReport[] = [];
  let ended: number | undefined;
  for (const [index, step] of recipe.steps.entries()) {
    const command = fillCommand(step.run, values);
    const report: StepReport = { name: step.name, command: printFilledCommand(command), outcome: 'not-run', tries: 0 };
    reports.push(report);
    if (ended !== undefined) continue;
    const before = step.when && reports.find(({ name }) => name === step.when?.step)?.outcome;
    if (step.when && before !== step.when.was) {
      report.outcome = 'skipped';
      run.onEvent({ type: 'skipped', step: step.name, reason: `${step.when.step} was not ${step.when.was}` });
      continue;
    }
    run.onEvent({ type: 'step', step: step.name, number: index + 1, of: recipe.steps.length, command: report.command });
    const code = await runStep(step, command, recipe.name, report, run, values);
    if (run.isStopped() || (code !== 0 && step.onError !== 'continue')) ended = code === 0 ? 130 : code;
  }
  return { recipe: recipe.name, ok: ended === undefined, exitCode: ended ?? 0, steps: reports };
}

async function runStep(
  step: RecipeStep,
  command: CommandText,
  skill: string,
  report: StepReport,
  run: RecipeRun,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const attempt = run.attempt(command, step);
  // A shell command has no name other than the step's.
  const tool = step.tool ?? (typeof command === 'string' ? step.name : programName(command[0] ?? ''));
  const once = async () => {
    report.tries += 1;
    return attempt();
  };
  // The values given to the recipe and the options of its command tell remedies the target of the step.
  const given = { ...argumentsOfCommand(typeof command === 'string' ? [] : command), ...values };
  const failedAt = Date.now();
  let last = await once();
  const note = async (failure: FailureText, fixAttempted: string, success: boolean) => {
    const error = diagnose(failure)?.line ?? (lastLine(failure.text) || 'it failed and said nothing');
    await run.record({ tool, error, fixAttempted, success, at: new Date(failedAt), skill });
  };
  if (!last.ok && !run.isStopped()) {
    const { failure } = last;
    const found = step.detect.find((each) => detects(each, failure));
    if (found) {
      const fixed = await tryFix(found, failure, { step, tool, once, run, given, values, last });
      last = fixed.last;
      if (last.ok) report.fixedBy = fixed.name;
      await note(failure, fixed.name, last.ok);
    }
    if (!last.ok && step.onError === 'heal' && !run.isStopped())
      last = await heal(last, { step, tool, skill, once, run, given, report });
    else if (!last.ok && !found) await note(failure, 'none: nothing that this recipe detects', false);
  }
  if (last.ok) {
    report.outcome = 'ok';
    report.exitCode = 0;
    return 0;
  }
  report.outcome = 'failed';
  report.exitCode = last.outcome().code;
  run.onEvent({ type: 'failed', step: step.name, tool, failure: last.failure, goesOn: step.onError === 'continue' });
  return report.exitCode;
}

interface StepRun {
  step: RecipeStep;
  tool: string;
  once(): Promise<HealingAttempt<RanCommand>>;
  run: RecipeRun;
  /** The arguments of the step by name. */
  given: CallArguments;
}

/** Whether a failure matches the description. */
function detects({ pattern, ailment }: Detection, failure: FailureText): boolean {
  if (ailment !== undefined) return diagnose(failure)?.ailment === ailment;
  const stored = pattern === undefined ? undefined : readErrorPattern(pattern);
  return stored !== undefined && isInError(stored, readErrorText(failure.text));
}

/** Runs the quick fix or the remedy, and then the step again. */
async function tryFix(
  detection: Detection,
  failure: FailureText,
  {
    step,
    tool,
    once,
    run,
    given,
    values,
    last,
  }: StepRun & { values: Readonly<Record<string, string>>; last: HealingAttempt<RanCommand> },
): Promise<{ last: HealingAttempt<RanCommand>; name: string }> {
  const name =
    detection.remedy ??
    (detection.quickFix.map((each) => printFilledCommand(fillCommand(each, values))).join('; ') || 'another try');
  run.onEvent({ type: 'fixing', step: step.name, found: detection.pattern ?? detection.ailment ?? '', fix: name });
  const problem =
    detection.remedy === undefined
      ? await runFixes(detection.quickFix, step, run, values)
      : await runRemedy(detection.remedy, failure, { tool, given, run });
  if (problem !== undefined) {
    run.onEvent({ type: 'given-up', step: step.name, reason: problem });
    return { last, name };
  }
  let result = last;
  for (let number = 1; number <= detection.retries && !result.ok && !run.isStopped(); number++) {
    await (run.pause ?? pause)(detection.pause * 1000);
    run.onEvent({ type: 'retrying', step: step.name, attempt: number });
    result = await once();
  }
  return { last: result, name };
}

async function runFixes(
  commands: readonly CommandText[],
  step: RecipeStep,
  run: RecipeRun,
  values: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  for (const each of commands) {
    const command = fillCommand(each, values);
    const end = await run.attempt(command, step)();
    if (!end.ok) return `the quick fix ended with ${end.outcome().code}: ${printFilledCommand(command)}`;
  }
  return undefined;
}

async function runRemedy(
  name: string,
  failure: FailureText,
  { tool, given, run }: Pick<StepRun, 'tool' | 'given' | 'run'>,
): Promise<string | undefined> {
  const remedy = findRemedy(name, tool, run.settings);
  const diagnosis = diagnose(failure) ?? {
    ailment: remedy.heals[0] ?? 'network',
    rule: 'recipe',
    line: lastLine(failure.text),
  };
  const chosen = chooseParameters(remedy.parameters ?? {}, given);
  if ('reason' in chosen) return `${name}: ${chosen.reason}`;
  const context = { tool, diagnosis, parameters: chosen.values, arguments: given };
  const treatment = await treat(remedy, context, { dataDir: run.dataDir, failedAt: Date.now() });
  return treatment.how === 'ran' || treatment.how === 'shared'
    ? undefined
    : `${name}: ${treatment.reason ?? treatment.how}`;
}

/** Applies the remedies that the configuration enables for the tool; the failed try counts as the first one. */
async function heal(
  failed: HealingAttempt<RanCommand>,
  { step, tool, skill, once, run, given, report }: StepRun & { skill: string; report: StepReport },
): Promise<HealingAttempt<RanCommand>> {
  let last = failed;
  let isFirst = true;
  const options: HealOptions = {
    tool,
    ...planHealing(tool, run.settings),
    arguments: given,
    skill,
    dataDir: run.dataDir,
    record: run.record,
    onEvent(event) {
      if (event.type === 'treating') run.onEvent({ type: 'healing', step: step.name, remedy: event.remedy });
      if (event.type === 'retrying') run.onEvent({ type: 'retrying', step: step.name, attempt: event.attempt });
      if (event.type === 'given-up') run.onEvent({ type: 'given-up', step: step.name, reason: event.reason });
      if (event.type === 'healed') report.fixedBy = event.remedy;
    },
  };
  await healCall(async () => {
    if (!isFirst) last = await once();
    isFirst = false;
    return last;
  }, options);
  return last;
}

/** Checks before anything is run that every remedy named in a recipe exists. */
export function requireRemedies(recipe: Recipe, settings: HealSettings): void {
  for (const step of recipe.steps) {
    const tool = step.tool ?? step.name;
    for (const { remedy } of step.detect) {
      if (remedy === undefined) continue;
      try {
        findRemedy(remedy, tool, settings);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        throw new AppError(
          'broken-file',
          `${recipe.path}: step ${step.name} names the remedy ${remedy}, and there is none.`,
          {
            hint: error.hint ?? 'Remedies are named in your configuration.',
          },
        );
      }
    }
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
