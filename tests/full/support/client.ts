import type { ToolCall, Wire } from './scripted-model.ts';

/** A real client of a coding agent, and how to drive it without a person, an account or a network. */
export interface Client {
  /** The agent's name in hardwon. */
  agent: string;
  /** How it speaks to its model. */
  wire: Wire;
  /** The file of a project that it reads at the start of a session. */
  contextFile: string;
  /** Writes its settings: the model's address, no telemetry, no updates. */
  configure(place: Place): Promise<void>;
  /** The program and its arguments for one task without a person: a new session, or the last one taken up again. */
  start(prompt: string, isResumed: boolean): { program: string; args: string[] };
  /** Environment variables it needs besides the isolated ones. */
  environment(place: Place): Record<string, string>;
  /** What the model must send for this client to do a step. */
  describe(step: Step, project: string): ToolCall;
}

/** One thing that the scripted model does, in any client. */
export type Step = { shell: string } | { read: string };

/** A call in the client's own words, of a tool that others do not have; or words with which the model ends a turn that goes on all the same. */
export type OwnStep = { call: ToolCall } | { say: string };

/** Where a client works. */
export interface Place {
  home: string;
  /** A git repository below the home folder. */
  project: string;
  /** The scripted model's address. */
  model: string;
}
