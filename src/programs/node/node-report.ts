import { resolve } from 'node:path';
import { readRegular } from '../../shared/regular-file.ts';
import { append, insertBehindOption } from '../test-reports/edit-command.ts';
import { addError, fileFrom, type ParsedFailure, type ParsedTests } from '../test-reports/parsed-tests.ts';
import { anyTestOf } from '../test-reports/select-tests.ts';
import { parseTap } from '../test-reports/tap.ts';
import type { PlanRequest, Recognised, ReportPlan, TestCommand } from '../test-runner.ts';

/** Asks Node's runner for TAP, by NODE_OPTIONS, so through any script; what people read stays on stdout. */
export async function planNodeReport(request: PlanRequest): Promise<ReportPlan> {
  const { command, cwd, recognised, file, env, only, plain, fromFile } = request;
  if (!recognised) return plain;
  const quoted = /["\\\s]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file;
  const options = [
    env.NODE_OPTIONS,
    '--test-reporter=spec --test-reporter-destination=stdout',
    `--test-reporter=tap --test-reporter-destination=${quoted}`,
  ];
  const selected = only ? await selectTests(request, recognised) : { command };
  return {
    command: selected.command,
    env: { NODE_OPTIONS: [...options, selected.option].filter(Boolean).join(' ') },
    isSure: true,
    async readReport() {
      const parsed = await fromFile(parseTap);
      // In a second run most files have nothing to say.
      return parsed && !only && !narrows(command) ? rejectSilentFiles(parsed, cwd) : parsed;
    },
  };
}

/** Older versions refuse a pattern in NODE_OPTIONS; it stands in the command then, where it can stand there. */
async function selectTests(
  { command, only = [], endsWell }: PlanRequest,
  recognised: Recognised,
): Promise<{ command: TestCommand['command']; option?: string }> {
  const word = `--test-name-pattern=${patternOfNode(only)}`;
  if (recognised.isDirect) return { command: insertBehindOption(command, [word]) };
  if (!recognised.hasFiles && recognised.extend) return { command: append(command, [...recognised.extend, word]) };
  const ask = 'process.exitCode = process.allowedNodeEnvironmentFlags.has("--test-name-pattern") ? 0 : 1';
  return (await endsWell(['node', '-e', ask]))
    ? { command, option: `"${word.replace(/["\\]/g, '\\$&')}"` }
    : { command };
}

/**
 * The own names of tests, as the runner looks at them, and of the tests that start them. Suites are left out: one that fits runs all of
 * its tests.
 */
export function patternOfNode(only: readonly ParsedFailure[]): string {
  return anyTestOf(only.flatMap(({ names, within = [] }) => [...within, names.at(-1) ?? '']));
}

function narrows(command: TestCommand['command']): boolean {
  return /--test-(?:name-pattern|skip-pattern|only)/.test(typeof command === 'string' ? command : command.join(' '));
}

/**
 * A file that ends its process with 0 before its tests have reported is one passed test to Node. One that has tests at its margin, where no
 * condition leaves them out, and reports nothing has not passed.
 */
async function rejectSilentFiles(parsed: ParsedTests, cwd: string): Promise<ParsedTests> {
  for (const id of parsed.passes) {
    if (!/^\S+\.[cm]?[jt]sx?$/.test(id)) continue;
    const text = (await readRegular(resolve(cwd, id)).catch(() => '')).toString();
    if (!IMPORTS_RUNNER.test(text) || !HAS_TESTS.test(text)) continue;
    parsed.passes.delete(id);
    parsed.passed -= 1;
    addError(parsed, {
      file: fileFrom(id, cwd),
      names: [],
      message: 'The file ended before any of its tests had reported.',
    });
  }
  return parsed;
}

const IMPORTS_RUNNER = /(?:from|require\(|import\()\s*['"]node:test['"]/;
const HAS_TESTS = /^(?:await )?(?:test|it|describe|suite)\(/m;
