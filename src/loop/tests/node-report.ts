import { resolve } from 'node:path';
import { readRegular } from '../../shared/regular-file.ts';
import { runProgram } from '../run-program.ts';
import type { TestCommand } from '../test-run.ts';
import { append, insertBehindOption } from './edit-command.ts';
import { LARGEST_REPORT } from './largest-report.ts';
import { addError, fileFrom, type ParsedFailure, type ParsedTests } from './parsed-tests.ts';
import { parseTap } from './parsers/tap.ts';
import type { Recognised } from './recognise.ts';
import type { ReportPlan } from './report-plan.ts';
import { patternOfNode } from './select-tests.ts';

/** What a plan for Node's runner is made from. */
interface NodeOptions {
  recognised: Recognised;
  /** Where the report is written to. */
  file: string;
  /** The environment of the run. */
  env: NodeJS.ProcessEnv;
  /** The tests of a second run. */
  only?: readonly ParsedFailure[];
}

/** Asks Node's runner for TAP, by NODE_OPTIONS, so through any script; what people read stays on stdout. */
export async function planNodeReport(
  { command, cwd }: TestCommand,
  { recognised, file, env, only }: NodeOptions,
): Promise<ReportPlan> {
  const quoted = /["\\\s]/.test(file) ? `"${file.replace(/["\\]/g, '\\$&')}"` : file;
  const options = [
    env.NODE_OPTIONS,
    '--test-reporter=spec --test-reporter-destination=stdout',
    `--test-reporter=tap --test-reporter-destination=${quoted}`,
  ];
  const selected = only ? await selectTests(command, patternOfNode(only), { recognised, env, cwd }) : { command };
  return {
    command: selected.command,
    env: { NODE_OPTIONS: [...options, selected.option].filter(Boolean).join(' ') },
    isSure: true,
    async readReport() {
      const text = (await readRegular(file, LARGEST_REPORT).catch(() => undefined))?.toString('utf8');
      const parsed = text === undefined ? undefined : parseTap(text, cwd);
      // In a second run most files have nothing to say.
      return parsed && !only && !narrows(command) ? rejectSilentFiles(parsed, cwd) : parsed;
    },
  };
}

/** Older versions refuse a pattern in NODE_OPTIONS; it stands in the command then, where it can stand there. */
async function selectTests(
  command: TestCommand['command'],
  pattern: string,
  { recognised, env, cwd }: Pick<NodeOptions, 'recognised' | 'env'> & { cwd: string },
): Promise<{ command: TestCommand['command']; option?: string }> {
  const word = `--test-name-pattern=${pattern}`;
  if (recognised.isDirect) return { command: insertBehindOption(command, [word]) };
  if (!recognised.hasFiles && recognised.extend) return { command: append(command, [...recognised.extend, word]) };
  const ask = 'process.exitCode = process.allowedNodeEnvironmentFlags.has("--test-name-pattern") ? 0 : 1';
  const { code } = await runProgram(['node', '-e', ask], { cwd, env, timeoutMs: 10_000 });
  return code === 0 ? { command, option: `"${word.replace(/["\\]/g, '\\$&')}"` } : { command };
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
