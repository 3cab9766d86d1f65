import type { TestFailure } from '../../programs/test-reports/parsed-tests.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { readRegular } from '../../shared/regular-file.ts';
import { applyResult, branchResult, isBranchName, requireFreeBranch } from '../scratch/result.ts';
import { listSubmodules, noteIgnored } from '../scratch/scratch.ts';
import { describeSource, type Source } from '../scratch/source.ts';
import type { TestRun } from '../test-run.ts';
import { findObstacle } from '../tests/cannot-run.ts';
import { learnFromFailure, learnFromOwed, learnFromRecovery } from './ask-teacher.ts';
import { cleanUp, removeScratch } from './clean-up.ts';
import { noteRun } from './history.ts';
import { compareAttempts, judgeRule, rulesToGive } from './judge-rules.ts';
import type { LoopRequest, LoopResult, Workbench } from './loop-request.ts';
import { type MadeAttempt, makeAttempt } from './make-attempt.ts';
import { type Bench, keepResult, prepareBench } from './prepare.ts';
import { isStillRunning, markProcess } from './processes.ts';
import { type Attempt, figuresOf, type RunRecord } from './run-record.ts';
import { listRuns, newRunId, noteStarted, runFolder, saveRun } from './run-store.ts';

/**
 * Runs the learning loop: an agent works on a task in a scratch checkout and the tests are run; while they fail, a teacher
 * derives a rule from the failure, and the task is tried again from the start with it. The result includes the rules that helped;
 * the caller keeps them.
 */
export async function runTask(request: LoopRequest, workbench: Workbench): Promise<LoopResult> {
  const left = await cleanUp(request.dataDir);
  if (left.length > 0) workbench.onEvent?.({ type: 'notice', text: `cleaned up after ${left.join(', ')}` });
  const source = await describeSource(request.folder);
  if (request.branch !== undefined && !(await isBranchName(source, request.branch)))
    throw new AppError('usage', `${request.branch} is not a valid branch name.`, { hint: 'For example: fix/halves' });
  // Reported now, and not when the work is done.
  if (request.branch !== undefined) await requireFreeBranch(source, request.branch);
  if (request.resume) await requireAlone(request.resume, request.dataDir);
  const run = beginRun(request, source, workbench);
  await saveRun(request.dataDir, run);
  try {
    const bench = await prepareBench(run, source, request, workbench);
    await saveRun(request.dataDir, run);
    const passed = workbench.signal?.aborted ? undefined : await loop(run, bench, request, workbench);
    // A run that is stopped while rules are left out to see whether they were needed has still passed.
    if (workbench.signal?.aborted && passed === undefined) end(run, 'stopped', STOPPED);
    return passed ? await handOver(run, bench, passed, request, workbench) : { run, isApplied: false };
  } catch (error) {
    const isStopped = workbench.signal?.aborted && run.status === 'running';
    // A run that could not be resumed can be tried again once the reason is gone.
    const isAsBefore = request.resume?.attempts.length === run.attempts.length;
    const reason = error instanceof Error ? error.message : String(error);
    end(run, isStopped || isAsBefore ? 'stopped' : 'errored', isStopped ? STOPPED : reason);
    // Stopping also ends git, which then looks like an error.
    if (isStopped) return { run, isApplied: false };
    throw error;
  } finally {
    run.endedAt = workbench.now().toISOString();
    run.children = [];
    const problem = await removeScratch(request.dataDir, run);
    if (problem !== undefined) workbench.onEvent?.({ type: 'notice', text: problem });
    await saveRun(request.dataDir, run);
    await noteRun(request.dataDir, run);
  }
}

const STOPPED = 'it was stopped';

/** The reason why a run stops after each failure, if it is asked to. */
export const FOR_REVIEW = 'for review';

/** Refuses to resume a run twice at once, because both would work in the same checkout. */
async function requireAlone({ id }: RunRecord, dataDir: string): Promise<void> {
  const now = (await listRuns(dataDir)).find((run) => run.id === id);
  if (now?.status === 'running' && isStillRunning(now.owner))
    throw new AppError('conflict', `Another process is running ${id}.`, { hint: 'Wait until it ends.' });
}

function beginRun(
  { task, maxRetries, resume, asked }: LoopRequest,
  source: Source,
  { agent, teacher, now }: Workbench,
): RunRecord {
  const owner = markProcess(process.pid);
  if (resume) {
    const { endedAt: _endedAt, reason: _reason, ...before } = resume;
    const made = before.attempts.length;
    return {
      ...before,
      status: 'running',
      owner,
      agent: agent.name,
      teacher: teacher.name,
      maxRetries: Math.max(maxRetries, made),
      ...(asked ? { asked } : {}),
    };
  }
  return {
    version: 1,
    id: newRunId(now()),
    task,
    status: 'running',
    root: source.root,
    prefix: source.prefix,
    agent: agent.name,
    teacher: teacher.name,
    maxRetries,
    asked,
    startedAt: now().toISOString(),
    attempts: [],
    rules: [],
    owner,
    children: [],
  };
}

/** Makes attempts until one passes, or another would be useless. Returns the number of the one that passed. */
async function loop(
  run: RunRecord,
  made: Bench,
  request: LoopRequest,
  workbench: Workbench,
): Promise<number | undefined> {
  const { signal, onEvent } = workbench;
  if (!run.baseline) {
    const tests = await workbench.runTests(made.tests, {
      env: made.env,
      rerunFailed: false,
      onStart: (pid) => noteStarted(request.dataDir, run, pid),
      signal,
    });
    if (signal?.aborted) return undefined;
    requireTests(tests);
    run.baseline = figuresOf(tests);
    onEvent?.({ type: 'baseline', tests: run.baseline });
  }
  // Only now, so that files which the tests have built by then need not be built for each attempt.
  const bench = { ...made, scratch: await noteIgnored(made.scratch) };
  let failed: MadeAttempt | undefined;
  const owed = await learnFromOwed(run, workbench);
  if (owed && 'problem' in owed) return end(run, 'stopped', owed.problem);
  if (owed && !owed.hasRule && failuresToTell(run).length === 0) return end(run, 'failed', owed.why);
  if (owed && !request.autoRetry) return end(run, 'stopped', FOR_REVIEW);
  for (let failures = failuresToTell(run); ; ) {
    const given = rulesToGive(run.rules);
    const tells = failures.length > 0;
    const tried = await makeAttempt(run, bench, { rules: given, failures }, request, workbench);
    if (!tried) return undefined;
    const { attempt } = tried;
    if (attempt.agent.outcome === 'failed')
      return end(run, 'errored', `the agent failed: ${describeFailedAgent(attempt.agent)}`);
    const known = [run.baseline, ...run.attempts.slice(0, -1).map(({ tests }) => tests)].filter(
      (one) => one !== undefined,
    );
    // An agent that was told which tests failed may have passed because of that, and not because of a rule.
    // If the very same change failed before, its tests are not deterministic, and no rule made the difference.
    const isSameChange = failed?.change.tree === tried.change.tree;
    if (!tells) for (const rule of given) rule.verdict = isSameChange ? 'no-help' : judgeRule(rule, attempt, known);
    if (attempt.passed) {
      if (tells && failed) await learnFromRecovery(run, failed, tried, workbench);
      else await verify(run, bench, request, workbench);
      end(run, 'passed');
      return attempt.number;
    }
    // Also after the last attempt: what it teaches is a candidate.
    const lesson = await learnFromFailure(run, tried, workbench);
    if (run.attempts.length > run.maxRetries && request.autoRetry) {
      if ('problem' in lesson) onEvent?.({ type: 'notice', text: lesson.problem });
      return end(
        run,
        'failed',
        isGreenOnly(attempt)
          ? 'no attempts are left; the review of the last one found problems'
          : 'no attempts are left',
      );
    }
    if ('problem' in lesson) return end(run, 'stopped', lesson.problem);
    // Without a rule, the agent can only be told which tests failed. If it was told already, another attempt would gamble with
    // the user's money.
    failures = lesson.hasRule ? [] : (tried.tests?.failures ?? []);
    if (!lesson.hasRule && (tells || failures.length === 0)) return end(run, 'failed', lesson.why);
    if (!request.autoRetry) return end(run, 'stopped', FOR_REVIEW);
    failed = tried;
  }
}

/** Whether an attempt's tests pass but its review found something. */
function isGreenOnly({ findings = [] }: Attempt): boolean {
  return findings.length > 0;
}

/** Refuses to spend attempts on tests that cannot be run, because their program, script or configuration is not as required. */
function requireTests(tests: TestRun): void {
  const obstacle = findObstacle(tests);
  if (obstacle === undefined) return;
  throw new AppError('not-found', `The tests cannot be run: ${obstacle}`, {
    hint: 'Name the command with --tests. If something is not installed in a fresh checkout, loop.setup in your configuration installs it.',
  });
}

function describeFailedAgent({ answer, exitCode }: Attempt['agent']): string {
  if (answer.trim() !== '') return lastLine(answer);
  return `it ended ${exitCode === undefined ? 'by a signal' : `with exit code ${exitCode}`}, and printed nothing`;
}

/** Returns what a resumed run has left to tell: the failed tests of its last attempt, if no rule was derived from them. */
function failuresToTell({ attempts, rules }: RunRecord): TestFailure[] {
  const last = attempts.at(-1);
  if (!last || last.passed || last.told || rules.some(({ verdict }) => verdict === 'untried')) return [];
  return (last.tests?.failing ?? []).map((id) => ({ id, message: '' }));
}

/**
 * Tries the task again with the rules with which it passed, and as often without them: only the difference shows that they
 * helped. The attempt that passed counts as the first one with them. An attempt whose agent could not work proves nothing.
 */
async function verify(run: RunRecord, bench: Bench, request: LoopRequest, workbench: Workbench): Promise<void> {
  const rules = run.rules.filter(({ verdict }) => verdict === 'unproven');
  if (rules.length === 0 || request.verify === 0) return;
  const seen = { with: { attempts: 1, passed: 1 }, without: { attempts: 0, passed: 0 } };
  const rounds = Array.from({ length: request.verify }, (_, round) => round);
  for (const purpose of rounds.flatMap((round) => [
    'without-rules' as const,
    ...(round > 0 ? ['with-rules' as const] : []),
  ])) {
    const isWith = purpose === 'with-rules';
    const made = await makeAttempt(run, bench, { rules: isWith ? rules : [], purpose }, request, workbench);
    if (!made) break;
    if (made.attempt.agent.outcome === 'failed') continue;
    const side = isWith ? seen.with : seen.without;
    side.attempts += 1;
    if (made.attempt.passed) side.passed += 1;
  }
  run.verification = seen;
  for (const rule of rules) rule.verdict = compareAttempts(seen);
}

/** Upper bound: more than git prints for a change. */
const LARGEST_PATCH = 256 * 1024 * 1024;

/** Delivers the result as requested. The patch always exists. */
async function handOver(
  run: RunRecord,
  bench: Bench,
  attempt: number,
  request: LoopRequest,
  { redact }: Workbench,
): Promise<LoopResult> {
  const patch = await keepResult(request.dataDir, run, attempt);
  const result: LoopResult = { run, patch, isApplied: false };
  const bytes = await readRegular(patch, LARGEST_PATCH);
  if (bytes.length === 0) return result;
  const files = run.attempts.find(({ number }) => number === attempt)?.files ?? [];
  const inside = listSubmodules(bench.scratch).filter((path) => files.some((file) => file.startsWith(`${path}/`)));
  try {
    if (request.branch !== undefined) {
      const [task = ''] = await redact([run.task]);
      await branchResult(bench.source, bench.scratch, { patch: bytes, branch: request.branch, message: subject(task) });
      result.branch = request.branch;
      if (inside.length > 0)
        result.problem = `The branch has nothing of what was changed in the submodule ${inside.join(', ')}: the patch has it.`;
    }
    if (request.applyResult) {
      await applyResult(bench.source, runFolder(request.dataDir, run.id).result);
      result.isApplied = true;
    }
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...result, problem: tellWhole(error) };
  }
}

/** Records how a run ended. Returns undefined: no attempt passed. */
function end(run: RunRecord, status: RunRecord['status'], reason?: string): undefined {
  run.status = status;
  if (reason !== undefined) run.reason = reason;
}

/** Returns the first line of a task, in the form of a git subject. */
function subject(task: string): string {
  const line = task.trim().split('\n')[0] ?? '';
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

function lastLine(text: string): string {
  return (text.trim().split('\n').at(-1) ?? '').slice(0, 300);
}
