import type { Teaching } from '../failure-case.ts';

/** A model that answers a question. */
export interface Model {
  /** As in the configuration: `anthropic`, `openai`, `agent`. */
  name: string;
  /** Where the question is sent, for people: a host, or a program. */
  destination: string;
  /** Whether the question leaves this machine. */
  leavesMachine: boolean;
  /** Asks it. An `AppError` says why it could not answer. */
  ask(question: { system: string; message: string }, options: { signal?: AbortSignal }): Promise<ModelAnswer>;
}

/** What a model said. */
export interface ModelAnswer {
  text: string;
  /** What asking cost, where it is known. */
  usage?: NonNullable<Teaching['usage']>;
}

/** How a model behind an API is asked. */
export interface ApiOptions {
  /** The key. */
  key: string;
  /** The environment variable that it was read from, for people. */
  keyEnv: string;
  model: string;
  /** The most tokens of an answer. */
  maxTokens: number;
  baseUrl: string;
  timeoutMs: number;
}
