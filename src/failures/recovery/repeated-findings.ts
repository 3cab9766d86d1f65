import { programOf } from '../../programs/lookup.ts';
import { pathsOf, signatureOf } from '../../shell/index.ts';
import type { Failure, JudgedCall } from '../failure.ts';
import { type CheckRun, checkRuns } from '../findings/check-run.ts';
import type { Finding } from '../findings/finding.ts';
import { isFixer, withoutPaths } from '../findings/fixer.ts';
import { readFindings } from '../findings/read-findings.ts';
import type { Claim } from './claim.ts';
import { resolveDirectory } from './join-directory.ts';
import type { Step, ThreadView } from './session-view.ts';
import { isSameEnd, writtenPaths } from './touched.ts';

/** The results of the checks of one session that concern more than the work at hand. */
interface SessionFindings {
  claims: Claim[];
  /** Green checks of the whole project, by the command they run, with the last time. */
  passed: Map<string, number>;
}

/**
 * Returns claims about findings that recur only across sessions: rules that new code breaks, imports that are out of step, and
 * findings in files that the session did not touch. Each is one finding of one run; which of them are lessons is decided once all
 * sessions are read.
 */
export function findRepeatedFindings(views: readonly ThreadView[], explained: ReadonlySet<string>): SessionFindings {
  const runs = views.map((view) => ({ view, runs: checkRuns(view), complaints: hookComplaints(view) }));
  const red = runs.some((each) => each.complaints.length > 0 || each.runs.some((run) => run.findings.length > 0));
  const written = red
    ? new Set(views.flatMap((view) => view.steps.flatMap((step) => writtenPaths(step, view.roots))))
    : new Set<string>();
  const waivers = red ? views.flatMap(waiversOf) : [];
  const claims: Claim[] = [];
  const passed = new Map<string, number>();
  for (const { view, runs: ofThread, complaints } of runs) {
    for (const complaint of complaints) claims.push(...claimComplaint(complaint, view, written));
    for (const run of ofThread) {
      if (run.passed && run.command.operands.length <= 1) passed.set(signatureOf(run.command), run.step.call.at);
      if (run.findings.length > 0) claims.push(...claimRun(markWaived(run, waivers), view, written, explained));
    }
  }
  return { claims, passed };
}

/** A line of an edit that switches a rule off: `//nolint:errcheck`, `# noqa: F401`, `biome-ignore lint/…`, `#[allow(clippy::…)]`. */
interface Waiver {
  line: string;
  at: number;
}

function waiversOf({ steps }: ThreadView): Waiver[] {
  return steps.flatMap(({ call }) => {
    const { oldText = '', newText } = call.input;
    if (newText === undefined || !WAIVES.test(newText)) return [];
    const isNew = (line: string) => WAIVES.test(line) && !oldText.includes(line.trim());
    return newText.split('\n').flatMap((line) => (isNew(line) ? [{ line, at: call.at }] : []));
  });
}

const WAIVES = /nolint|disable|ignore|noqa|suppress|allow\(/i;

function markWaived(run: CheckRun, waivers: readonly Waiver[]): CheckRun {
  if (waivers.length === 0) return run;
  const isWaived = ({ rule }: Finding) => {
    const name = rule?.slice(rule.lastIndexOf('/') + 1);
    return name !== undefined && waivers.some(({ line, at }) => at > run.step.call.at && line.includes(name));
  };
  return {
    ...run,
    findings: run.findings.map((finding) => (isWaived(finding) ? { ...finding, waived: true } : finding)),
  };
}

/** The findings of hooks about a change right after it was made: a linter that runs on saved files. */
interface HookComplaint {
  step: Step;
  findings: readonly Finding[];
}

/** Returns the complaints of hooks: only a hook adds an output to the successful change of a file. */
function hookComplaints({ steps }: ThreadView): HookComplaint[] {
  return steps.flatMap((step) => {
    const { tool, output } = step.call;
    if (output === '' || step.outcome !== 'worked' || (tool !== 'edit' && tool !== 'write')) return [];
    const findings = readFindings(output);
    return findings.length > 0 ? [{ step, findings }] : [];
  });
}

function claimComplaint({ step, findings }: HookComplaint, view: ThreadView, written: ReadonlySet<string>): Claim[] {
  const { call } = step;
  const own = placeFindings(findings, view, call.cwd, written).filter(({ touched }) => touched);
  const failure = asFailure(call, 'hook', true);
  return claimOwn(own).map(([relation, key, found]) => ({
    relation,
    key,
    failure,
    between: 0,
    wrong: call.name,
    findings: found,
  }));
}

function claimRun(
  run: CheckRun,
  view: ThreadView,
  written: ReadonlySet<string>,
  explained: ReadonlySet<string>,
): Claim[] {
  const directory = resolveDirectory(run.step.call.cwd, run.command.dir);
  // Findings left after a repairing run have to be fixed by hand, even if the tool calls them fixable.
  const leftBy = isFixer(run.command) ? withoutPaths(run.command) : undefined;
  const left =
    leftBy === undefined
      ? run.findings
      : run.findings.map(({ fixable: _, ...finding }): Finding => ({ ...finding, leftBy }));
  const placed = placeFindings(left, view, directory, written);
  const own = explained.has(run.step.call.id) ? [] : placed.filter(({ touched }) => touched);
  const old = checksAll(run)
    ? placed.filter(({ touched, kind }) => !touched && (kind === 'format' || kind === 'rule'))
    : [];
  return [
    ...claimOwn(own).map(([relation, key, findings]) => claimFindings(run, relation, key, findings)),
    ...(old.length > 0 ? [claimFindings(run, 'old-findings', signatureOf(run.command), old)] : []),
  ];
}

/** Returns findings with their repository paths, and whether they are in files that the session wrote. */
function placeFindings(
  findings: readonly Finding[],
  view: ThreadView,
  directory: string | undefined,
  written: ReadonlySet<string>,
): (Finding & { touched: boolean })[] {
  return findings.map((finding) => {
    const path = finding.path === undefined ? undefined : view.roots.relative(finding.path, directory);
    return {
      ...finding,
      ...(path ? { path } : {}),
      touched: finding.path === undefined || isWritten(path ?? finding.path, written),
    };
  });
}

type OwnFindings = [relation: 'lint-rule' | 'import-slip', key: string, findings: Finding[]];

/** Groups the findings in the session's own code by the claim they support: rules by their linter, imports by their language. */
function claimOwn(own: readonly Finding[]): OwnFindings[] {
  const open = own.filter(({ fixable }) => !fixable);
  const rules = groupFindings(
    open.filter(({ kind }) => kind === 'rule'),
    ({ tool }) => tool,
  );
  const imports = groupFindings(
    open.filter(({ kind }) => kind === 'import'),
    ({ tool }) => programOf(tool)?.language ?? tool,
  );
  return [
    ...[...rules].map(([tool, findings]): OwnFindings => ['lint-rule', tool, findings]),
    ...[...imports].map(([language, findings]): OwnFindings => ['import-slip', language, findings]),
  ];
}

/** Whether the whole project was checked, and not selected files. */
function checksAll({ command }: CheckRun): boolean {
  return !pathsOf(command).some((path) => /\.\w+$/.test(path) && !/^\.+$/.test(path));
}

function claimFindings(run: CheckRun, relation: Claim['relation'], key: string, findings: readonly Finding[]): Claim {
  return {
    relation,
    key,
    failure: run.step.failure ?? {
      ...asFailure(run.step.call, signatureOf(run.command), run.step.told !== 'failed'),
      command: run.command,
    },
    between: 0,
    wrong: withoutPaths(run.command),
    findings,
  };
}

function isWritten(path: string, written: ReadonlySet<string>): boolean {
  if (written.has(path)) return true;
  for (const known of written) if (isSameEnd(known, path)) return true;
  return false;
}

function groupFindings(findings: readonly Finding[], keyOf: (finding: Finding) => string): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return groups;
}

/** Returns the failure of a check, `what`, that found something. */
function asFailure(call: JudgedCall, what: string, masked: boolean): Failure {
  return {
    call,
    kind: 'check-failed',
    diagnostic: '',
    signature: `check-failed|${what}|`,
    subjects: [],
    work: true,
    masked,
  };
}
