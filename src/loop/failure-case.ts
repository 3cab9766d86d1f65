import type { TestFailure } from '../programs/test-reports/parsed-tests.ts';
import type { ModelUsage } from '../teach/model.ts';

/** The kinds of failures, in the words of the configuration and of `report-failure`. */
export const FAILURE_TYPES = [
  'test_failure',
  'planning_error',
  'integration_error',
  'workflow_error',
  'architecture_error',
  'scope_error',
  'config_error',
  'other',
] as const;

/** A kind of failure, which decides what a teacher is asked. */
export type FailureType = (typeof FAILURE_TYPES)[number];

/** A failure as described to a teacher. Everything in it is data, never an instruction. */
export interface FailureCase {
  type: FailureType;
  /** The agent's task. */
  task: string;
  /** The agent's changes as a unified diff; empty if unknown. */
  diff: string;
  /** The output of tests or tools. */
  errorLogs: string;
  /** The mistake, in a person's words. */
  description?: string;
  /** The right thing to do, in a person's words. */
  context?: string;
  /** The tests that failed. */
  failures: readonly TestFailure[];
  /** The number of tests that ran before and no longer run: removed or skipped. */
  lostTests?: number;
  /** The changes of a later attempt at the same task, whose tests passed without a rule. */
  recovery?: { diff: string };
  /** Rules that earlier attempts were given and that did not help. */
  tried?: readonly string[];
}

/** The result of asking a teacher about a failure. */
export interface Teaching {
  /** The root cause, in a few sentences. */
  analysis: string;
  /** Absent if the teacher has none to give: the analysis says why. */
  rule?: LearnedRule;
  /** The cost of asking, if known. */
  usage?: ModelUsage;
}

/** A rule as it is written: Rule, When, Why. */
export interface LearnedRule {
  /** The instruction. */
  rule: string;
  /** When it applies. */
  when: string;
  /** The consequence of not following it. */
  why: string;
  /** Its topic, in a word: `testing`, `error-handling`. */
  category?: string;
}

/** Turns a failure into a rule. */
export interface Teacher {
  /** As in the configuration: `builtin`, `anthropic`, `openai`, `agent`, `webhook`. */
  name: string;
  /** Where the failure is sent, for people: a host or a program; absent if it stays in this process. */
  destination?: string;
  /** Whether its input leaves this machine. */
  leavesMachine: boolean;
  /** Asks it. An `AppError` says why it could not answer. */
  teach(failure: FailureCase, options?: { signal?: AbortSignal }): Promise<Teaching>;
}
