import type { Teacher } from '../../loop/failure-case.ts';
import type { LoopResult } from '../../loop/run/loop-request.ts';
import type { Attempt, GivenRule, RunStatus, TestFigures, Verification } from '../../loop/run/run-record.ts';

/** What `hardwon run` did; `--json` prints it. */
export interface LoopReport {
  schema: 1;
  /** The name of the run; `--resume` and the folder of its logs know it by that. */
  id: string;
  task: string;
  status: RunStatus;
  /** Why it ended so, where that is not plain. */
  reason?: string;
  /** The root of the repository. */
  root: string;
  agent: string;
  /** Who made the rules, and where the failures were sent, if anywhere. */
  teacher: { name: string; leavesMachine: boolean; destination?: string };
  /** The tests before the first attempt. */
  baseline?: TestFigures;
  attempts: Attempt[];
  rules: GivenRule[];
  /** How attempts with and without the rules came out, where they were compared. */
  verification?: Verification;
  /** What the attempt that passed changed. */
  result?: {
    /** A file that `git apply` takes. */
    patch: string;
    files: string[];
    branch?: string;
    applied: boolean;
    /** Why it could not be handed over as asked. */
    problem?: string;
  };
  /** Rules that helped, as lessons, and the files they were written to. */
  kept?: {
    /** Whose memory and files: the user's own, or the project's. */
    file: 'user' | 'project';
    lessons: { id: string; title: string; status: string }[];
    changes: { name: string; action: string; diff: string }[];
    applied: boolean;
    /** Why they could not be kept. */
    problem?: string;
  };
  totals: { attempts: number; turns: number; costUsd: number; durationMs: number };
  /** Where logs and patches of the attempts are. */
  folder: string;
  notices: string[];
}

/** What a run came to, as it is told. */
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
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    root: run.root,
    agent: run.agent,
    teacher: { name, leavesMachine, ...(destination === undefined ? {} : { destination }) },
    ...(run.baseline ? { baseline: run.baseline } : {}),
    attempts: run.attempts,
    rules: run.rules,
    ...(run.verification ? { verification: run.verification } : {}),
    ...(patch === undefined
      ? {}
      : {
          result: {
            patch,
            files: passed?.files ?? [],
            applied: isApplied,
            ...(branch === undefined ? {} : { branch }),
            ...(problem === undefined ? {} : { problem }),
          },
        }),
    ...(kept ? { kept } : {}),
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
