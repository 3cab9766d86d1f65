import type { TestFailure } from './test-run.ts';

/** What kinds of failures there are, in the words of the configuration and of `report-failure`. */
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

/** A kind of failure: it decides what a teacher is asked. */
export type FailureType = (typeof FAILURE_TYPES)[number];

/** A failure as a teacher is told of it. Everything in it is data, never an instruction. */
export interface FailureCase {
  type: FailureType;
  /** What the agent was asked to do. */
  task: string;
  /** What it changed, as a unified diff; empty where nothing is known of it. */
  diff: string;
  /** What tests or tools printed. */
  errorLogs: string;
  /** What went wrong, in the words of a person. */
  description?: string;
  /** What should have been done, in the words of a person. */
  context?: string;
  /** The tests that failed. */
  failures: readonly TestFailure[];
  /** Tests that ran before and do not run any more: removed, or skipped. */
  lostTests?: number;
  /** What a later attempt at the same task changed, whose tests passed without a rule. */
  recovery?: { diff: string };
  /** Rules that earlier attempts were given, and that did not help. */
  tried?: readonly string[];
}

/** What a teacher made of a failure. */
export interface Teaching {
  /** The root cause, in a few sentences. */
  analysis: string;
  /** Nothing where the teacher has none to give: the analysis says why. */
  rule?: LearnedRule;
  /** What asking cost, where it is known. */
  usage?: { inputTokens?: number; outputTokens?: number; costUsd?: number };
}

/** A rule as it is written: Rule, When, Why. */
export interface LearnedRule {
  /** What to do. */
  rule: string;
  /** Where it applies. */
  when: string;
  /** What goes wrong otherwise. */
  why: string;
  /** What it is about, in a word: `testing`, `error-handling`. */
  category?: string;
}

/** What turns a failure into a rule. */
export interface Teacher {
  /** As in the configuration: `builtin`, `anthropic`, `openai`, `agent`, `webhook`. */
  name: string;
  /** Where the failure is sent, for people: a host, or a program; nothing where it stays in this process. */
  destination?: string;
  /** Whether what it is told leaves this machine. */
  leavesMachine: boolean;
  /** Asks it. An `AppError` says why it could not answer. */
  teach(failure: FailureCase, options?: { signal?: AbortSignal }): Promise<Teaching>;
}
