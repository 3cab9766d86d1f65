import { programs } from '../../../programs/index.ts';
import { familyOf, programOf } from '../../../programs/lookup.ts';
import { type ShellCommand, scriptOf, signatureOf } from '../../../shell/index.ts';
import { isCheck } from '../../findings/check-run.ts';
import type { Finding } from '../../findings/finding.ts';
import { isFixer, withoutPaths } from '../../findings/fixer.ts';
import { readFindings } from '../../findings/read-findings.ts';
import { claim, type FailedStep, headOf, type Relation } from '../relation.ts';
import { findFixer } from '../repair.ts';
import type { ThreadView } from '../session-view.ts';
import { isSameEnd, writtenPaths } from '../touched.ts';

/**
 * A formatter or linter could have repaired by itself what the check complained about: run it before the check. One lesson per
 * tool that complains, whichever script or hook ran it. A complaint that the tool can settle counts even if nobody ran the tool
 * that time: another session shows which command does it.
 */
export const autoFix: Relation = {
  name: 'auto-fix',
  explain(step, view) {
    const { failure, call } = step;
    if (!failure.command || failure.kind !== 'check-failed' || isFixer(failure.command)) return [];
    const findings = readFindings(call.output);
    const failed = findings.length > 0 ? speakerOf(step, failure.command) : failure.command;
    const format = failure.rule?.startsWith('format.') === true || findings.some(({ kind }) => kind === 'format');
    if (!format && !isFixable(findings, call.output)) return [];
    // Formatting files that others left behind is not the purpose of the check.
    if (!isAboutOwnFiles(findings, step, view)) return [];
    const found = findFixer(step, view);
    if (!found && !findings.every(({ kind, fixable }) => kind === 'format' || fixable)) return [];
    const tool = toolOf(findings, failure.rule);
    const right = found ? withoutPaths(found.fixer) : repairOf(failed, findings, failure.rule);
    return [
      claim(step, found?.step, {
        relation: 'auto-fix',
        key: tool ?? `${found ? signatureOf(found.fixer) : ''} -> ${signatureOf(failed)}`,
        wrong: signatureOf(failed),
        ...(right ? { right } : {}),
        facts: {
          ...(found?.cleared ? { cleared: 'yes' } : {}),
          run: failed.name === 'git' ? headOf(failed) : withoutPaths(failed),
        },
        findings,
      }),
    ];
  },
};

/** Returns the command of a chain to which the findings of a linter belong, if the chain runs tests as well. */
function speakerOf({ parsed }: FailedStep, failed: ShellCommand): ShellCommand {
  if (!runsTests(failed)) return failed;
  const others = parsed?.commands.filter((command) => !command.piped && !command.nested && isCheck(command)) ?? [];
  return others.find((command) => !isFixer(command) && !runsTests(command)) ?? failed;
}

function runsTests(command: ShellCommand): boolean {
  return /(?:^|[:._ -])tests?(?:$|[:._ -])/.test(scriptOf(command)?.name ?? command.subcommand ?? command.name);
}

/** Whether the check complains about a file that the thread wrote, or names no file. */
function isAboutOwnFiles(findings: readonly Finding[], step: FailedStep, view: ThreadView): boolean {
  const places = findings.flatMap(({ path }) => path ?? []);
  if (places.length === 0) return true;
  const written = view.steps.slice(0, step.index).flatMap((before) => writtenPaths(before, view.roots));
  return places.some((place) => written.some((path) => isSameEnd(path, place)));
}

function isFixable(findings: readonly Finding[], output: string): boolean {
  return findings.some(({ fixable }) => fixable) || /\bfixable\b|--(?:fix|write)\b|spotlessApply/.test(output);
}

/** Returns the tool that complained, if it was a single one. */
function toolOf(findings: readonly Finding[], rule: string | undefined): string | undefined {
  const marked = findings.filter(({ kind, fixable }) => kind === 'format' || fixable);
  const tools = new Set((marked.length > 0 ? marked : findings).map(({ tool }) => tool));
  const [only] = tools;
  if (tools.size !== 1) return rule === undefined ? undefined : formatterOf(rule);
  // The formatter of ruff does not repair the findings of its linter, nor vice versa.
  return only === 'ruff' && findings.every(({ rule: id }) => id === undefined) ? 'ruff format' : only;
}

/** Returns the command with which the same tool repairs what it says it can, if it was called directly and not by a script. */
function repairOf(failed: ShellCommand, findings: readonly Finding[], rule: string | undefined): string | undefined {
  const run = withoutPaths(failed);
  const offers = rule === 'lint.fixable' || findings.some(({ fixable, kind }) => fixable || kind === 'format');
  if (!offers || run.includes(' -- ')) return undefined;
  return programOf(familyOf(failed.name))?.repairs?.(run, failed);
}

/** Returns the formatter to whose complaint a rule applies. */
function formatterOf(rule: string): string | undefined {
  return programs.find(({ causes = [] }) => causes.some(({ id, isOfFormatter }) => isOfFormatter && id === rule))
    ?.names;
}
