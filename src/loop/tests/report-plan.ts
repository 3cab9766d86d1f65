import { join } from 'node:path';
import { append, fillIn, mentions } from '../../programs/test-reports/edit-command.ts';
import { LARGEST_REPORT } from '../../programs/test-reports/largest-report.ts';
import type { ParsedFailure, ParsedTests } from '../../programs/test-reports/parsed-tests.ts';
import type { Recognised, ReportPlan, TestCommand, TestParser } from '../../programs/test-runner.ts';
import { testRunners } from '../../programs/test-runners.ts';
import { readRegular } from '../../shared/regular-file.ts';
import { runProgram } from '../run-program.ts';

/** The input of a report plan. */
interface PlanOptions {
  recognised: Recognised | undefined;
  /** A folder of ours, used for this run alone. */
  folder: string;
  /** The environment of the run. */
  env: NodeJS.ProcessEnv;
  /** The tests to run in a second run. */
  only?: readonly ParsedFailure[];
}

/** Placeholder in a command for the file to which a report is written. */
const PLACEHOLDER = '{report}';

/**
 * Asks a runner for a machine-readable report in a folder of ours, so that nothing of the user's is changed. `only` names the
 * tests of a second run; a runner that cannot select tests runs all of them.
 */
export async function planReport(
  tests: TestCommand,
  { recognised, folder, only, env }: PlanOptions,
): Promise<ReportPlan> {
  const { framework, command, cwd } = tests;
  const file = join(folder, only ? 'again.report' : 'first.report');
  const fromFile = async (parse: TestParser) => {
    const text = (await readRegular(file, LARGEST_REPORT).catch(() => undefined))?.toString('utf8');
    return text === undefined ? undefined : parse(text, cwd);
  };
  const plain: ReportPlan = { command, env: {}, isSure: false, readReport: async () => undefined };
  if (mentions(command, PLACEHOLDER))
    return {
      ...plain,
      command: fillIn(command, PLACEHOLDER, file),
      isSure: true,
      readReport: () => fromFile(parseAnyReport),
    };
  if (framework === 'exit-code') return recognised?.ends ? { ...plain, ends: recognised.ends } : plain;
  const known = recognised?.framework === framework && !recognised.hasReporter ? recognised : undefined;
  const plan = await testRunners
    .find((runner) => runner.framework === framework)
    ?.plan?.({
      command,
      cwd,
      folder,
      file,
      env,
      only,
      recognised: known,
      plain,
      add: (...words) => (known?.extend ? append(command, [...known.extend, ...words]) : undefined),
      fromFile,
      endsWell: async (words) => (await runProgram(words, { cwd, env, timeoutMs: 10_000 })).code === 0,
    });
  return plan ?? plain;
}

/** Parses a report of unknown format. */
function parseAnyReport(text: string, cwd: string): ParsedTests | undefined {
  for (const parse of new Set(testRunners.flatMap(({ parseReport }) => parseReport ?? []))) {
    const parsed = parse(text, cwd);
    if (parsed) return parsed;
  }
  return undefined;
}
