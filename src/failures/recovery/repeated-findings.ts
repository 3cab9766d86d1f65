import type { Failure } from '../failure.ts';
import { type CheckRun, checkRuns } from '../findings/check-run.ts';
import type { Finding } from '../findings/finding.ts';
import { withoutPaths } from '../findings/fixer.ts';
import { pathsOf, signatureOf } from '../shell/index.ts';
import type { Claim } from './claim.ts';
import type { ThreadView } from './session-view.ts';
import { isSameEnd, joinDirectory, writtenPaths } from './touched.ts';

/** What the checks of one session say about more than the work at hand. */
export interface SessionFindings {
  claims: Claim[];
  /** Checks of the whole project that were green, by what they run, with the last time. */
  passed: Map<string, number>;
}

/**
 * Claims about findings, which only recur over sessions: rules that new code breaks, imports that are not kept in step, and findings in
 * files that the session did not touch. Each is one finding of one run; which of them are lessons is decided when all sessions are in.
 */
export function findRepeatedFindings(views: readonly ThreadView[], explained: ReadonlySet<string>): SessionFindings {
  const runs = views.map((view) => ({ view, runs: checkRuns(view) }));
  const red = runs.some((each) => each.runs.some((run) => run.findings.length > 0));
  const written = red
    ? new Set(views.flatMap((view) => view.steps.flatMap((step) => writtenPaths(step, view.roots))))
    : new Set<string>();
  const claims: Claim[] = [];
  const passed = new Map<string, number>();
  for (const { view, runs: ofThread } of runs) {
    for (const run of ofThread) {
      if (run.passed && run.command.operands.length <= 1) passed.set(signatureOf(run.command), run.step.call.at);
      if (run.findings.length > 0) claims.push(...claimRun(run, view, written, explained));
    }
  }
  return { claims, passed };
}

function claimRun(run: CheckRun, view: ThreadView, written: ReadonlySet<string>, explained: ReadonlySet<string>): Claim[] {
  const directory = joinDirectory(run.step.call.cwd, run.command.dir);
  const placed = run.findings.map((finding) => {
    const path = finding.path === undefined ? undefined : view.roots.relative(finding.path, directory);
    return {
      ...finding,
      ...(path ? { path } : {}),
      touched: finding.path === undefined || isWritten(path ?? finding.path, written),
    };
  });
  const own = explained.has(run.step.call.id) ? [] : placed.filter(({ touched }) => touched);
  const old = checksAll(run) ? placed.filter(({ touched, kind }) => !touched && (kind === 'format' || kind === 'rule')) : [];
  const rules = groupFindings(
    own.filter(({ kind, fixable }) => kind === 'rule' && !fixable),
    ({ tool }) => tool,
  );
  const imports = groupFindings(
    own.filter(({ kind, fixable }) => kind === 'import' && !fixable),
    ({ tool }) => languages[tool] ?? tool,
  );
  return [
    ...[...rules].map(([tool, findings]) => claimFindings(run, 'lint-rule', tool, findings)),
    ...[...imports].map(([language, findings]) => claimFindings(run, 'import-slip', language, findings)),
    ...(old.length > 0 ? [claimFindings(run, 'old-findings', signatureOf(run.command), old)] : []),
  ];
}

/** Whether the whole project was checked, and not files that somebody chose. */
function checksAll({ command }: CheckRun): boolean {
  return !pathsOf(command).some((path) => /\.\w+$/.test(path) && !/^\.+$/.test(path));
}

function claimFindings(run: CheckRun, relation: Claim['relation'], key: string, findings: readonly Finding[]): Claim {
  return {
    relation,
    key,
    failure: run.step.failure ?? asFailure(run),
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

const languages: Readonly<Record<string, string>> = {
  go: 'Go',
  'golangci-lint': 'Go',
  eslint: 'TypeScript',
  oxlint: 'TypeScript',
  biome: 'TypeScript',
  tsc: 'TypeScript',
  ruff: 'Python',
  flake8: 'Python',
  pylint: 'Python',
  rustc: 'Rust',
  clippy: 'Rust',
  checkstyle: 'Java',
  ktlint: 'Kotlin',
  detekt: 'Kotlin',
  swiftlint: 'Swift',
};

function asFailure({ step, command }: CheckRun): Failure {
  return {
    call: step.call,
    kind: 'check-failed',
    diagnostic: '',
    signature: `check-failed|${signatureOf(command)}|`,
    subjects: [],
    command,
    work: true,
    masked: step.call.outcome === 'ok',
  };
}
