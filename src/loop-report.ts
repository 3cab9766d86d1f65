import type { Attempt, GivenRule, RunStatus, TestFigures, Verification } from './loop/run/run-record.ts';

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
