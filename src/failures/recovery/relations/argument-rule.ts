import type { ShellCommand } from '../../../shell/index.ts';
import { looksLikePath } from '../../../shell/index.ts';
import type { Claim } from '../claim.ts';
import { isUnderTest } from '../own-program.ts';
import { claim, type FailedStep, findRetry, type Relation } from '../relation.ts';
import type { ThreadView } from '../session-view.ts';
import { runsTool, toolOf, typedToolOf } from '../tool-names.ts';

/**
 * The program's own rule for its arguments, which the error states: two flags exclude each other, it takes no further argument, a
 * flag is required. The error proves it; a fix is useful but not required.
 */
export const argumentRule: Relation = {
  name: 'argument-rule',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || isUnderTest(failed)) return [];
    switch (failure.kind) {
      case 'flag-conflict':
        return explainConflict(step, failed, view);
      case 'too-many-arguments':
        return explainSurplus(step, failed, view);
      case 'missing-argument':
        return explainMissing(step, failed, view);
      default:
        return [];
    }
  },
};

function explainConflict(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  const { diagnostic } = step.failure;
  const told = new Set(diagnostic.match(/[\w-]+/g)?.map(bare));
  const flags = [...new Set(failed.flags)].filter((flag) => told.has(bare(flag)));
  if (flags.length < 2) return [];
  return [build(step, failed, view, 'conflict', [...flags].sort().join(' '))];
}

/** Explains a path, or one word, more than the program takes. Many words too many are a slip of quoting. */
function explainSurplus(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  const counts = /accepts (?:at most )?(\d+) arg\(s\), received (\d+)/.exec(step.failure.diagnostic);
  const [limit, given] = counts ? [Number(counts[1]), Number(counts[2])] : [undefined, undefined];
  if (limit !== undefined && given !== undefined && given <= limit) return [];
  const isPathFilter = failed.args.includes('--') || failed.operands.some((operand) => looksLikePath(operand));
  if (!isPathFilter) return [];
  return [build(step, failed, view, 'no-paths', limit === undefined ? '' : String(limit))];
}

/** Explains missing flags only: a missing operand is a slip, or a look at the usage. */
function explainMissing(step: FailedStep, failed: ShellCommand, view: ThreadView): Claim[] {
  const { failure, call } = step;
  const quoted =
    failure.rule === 'cobra.required'
      ? failure.diagnostic.match(/"[\w-]+"/g)?.map((name) => `--${bare(name)}`)
      : undefined;
  const told = failure.rule === 'clap.required' ? listedBelow(call.output, failure.diagnostic) : failure.diagnostic;
  const flags = quoted ?? told.match(/(?<![\w-])--[a-z][\w-]*/g) ?? [];
  const missing = [...new Set(flags)].filter((flag) => !failed.flags.includes(flag));
  if (missing.length === 0 || missing.length > 4 || asksForValue.has(failure.rule ?? '')) return [];
  return [build(step, failed, view, 'required', missing.sort().join(' '))];
}

/** Rules for messages such as "--row needs a value", which is a slip. */
const asksForValue = new Set(['getopt.value', 'cobra.value', 'clap.value']);

function listedBelow(output: string, diagnostic: string): string {
  const lines = output.split('\n');
  const at = lines.findIndex((line) => line.trimEnd().endsWith(diagnostic));
  const end = lines.findIndex((line, index) => index > at && line.trim() === '');
  return lines.slice(at + 1, end < 0 ? at + 6 : end).join('\n');
}

function build(step: FailedStep, failed: ShellCommand, view: ThreadView, shape: string, what: string): Claim {
  const { output } = step.call;
  const tool = toolOf(failed, output);
  const retry = findRetry(step, view, ({ command }) => runsTool(command, tool));
  return claim(step, retry?.step, {
    relation: 'argument-rule',
    key: `${tool} ${shape} ${what}`.trim(),
    wrong: what,
    facts: { tool, head: typedToolOf(failed, output), shape, dashes: failed.args.includes('--') ? 'yes' : 'no' },
  });
}

function bare(flag: string): string {
  return flag.replace(/^[-"]+|"$/g, '');
}
