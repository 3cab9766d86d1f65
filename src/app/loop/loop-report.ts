import type { Teacher } from '../../loop/failure-case.ts';
import type { LoopResult } from '../../loop/run/loop-request.ts';
import type { Attempt, GivenRule, RunStatus, TestFigures, Verification } from '../../loop/run/run-record.ts';

/** The outcome of `hardwon run`, which `--json` prints. */
export interface LoopReport {
  schema: 1;
  /** The id of the run, as `--resume` and the folder of its logs use it. */
  id: string;
  task: string;
  status: RunStatus;
  /** The reason for the outcome, if it is not obvious. */
  reason?: string;
  /** The root of the repository. */
  root: string;
  agent: string;
  /** The teacher that made the rules, and where the failures were sent, if anywhere. */
  teacher: { name: string; leavesMachine: boolean; destination?: string };
  /** The test results before the first attempt. */
  baseline?: TestFigures;
  attempts: Attempt[];
  rules: GivenRule[];
  /** The results of attempts with and without the rules, if they were compared. */
  verification?: Verification;
  /** The changes of the attempt that passed. */
  result?: {
    /** A file for `git apply`. */
    patch: string;
    files: string[];
    branch?: string;
    applied: boolean;
    /** The reason why it could not be delivered as requested. */
    problem?: string;
  };
  /** Rules that helped, as lessons, and the files they were written to. */
  kept?: {
    /** The owner of the memory and files that were written: the user, or the project. */
    file: 'user' | 'project';
    lessons: { id: string; title: string; status: string }[];
    changes: { name: string; action: string; diff: string }[];
    applied: boolean;
    /** The reason why they could not be kept. */
    problem?: string;
  };
  totals: { attempts: number; turns: number; costUsd: number; durationMs: number };
  /** The folder with the logs and patches of the attempts. */
  folder: string;
  notices: string[];
}

/** Returns the report on a run. */
export function makeLoopReport(
  { run, patch, branch, isApplied, problem }: LoopResult,
  { name, leavesMachine, destination }: Teacher,
  folder: string,
  kept: LoopReport['kept'],
  notices: string[],
): LoopReport {
  const add = (values: (number | undefined)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
  const passed = run.attempts.findLast((attempt) => attempt.passed && !attempt.isAblation && !attempt.isRepeat);
  return {
    schema: 1,
    id: run.id,
    task: run.task,
    status: run.status,
    reason: run.reason,
    root: run.root,
    agent: run.agent,
    teacher: { name, leavesMachine, destination },
    baseline: run.baseline,
    attempts: run.attempts,
    rules: run.rules,
    verification: run.verification,
    result:
      patch === undefined
        ? undefined
        : {
            patch,
            files: passed?.files ?? [],
            applied: isApplied,
            branch,
            problem,
          },
    kept,
    totals: {
      attempts: run.attempts.length,
      turns: add(run.attempts.map(({ agent }) => agent.turns)),
      costUsd: add([run.teachingCostUsd, ...run.attempts.map(({ agent }) => agent.costUsd)]),
      durationMs: Date.parse(run.endedAt ?? run.startedAt) - Date.parse(run.startedAt),
    },
    folder,
    notices,
  };
}
