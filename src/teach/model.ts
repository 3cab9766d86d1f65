/** A model that answers a question. */
export interface Model {
  /** As in the configuration: `anthropic`, `openai`, `agent`. */
  name: string;
  /** Where the question is sent, for people: a host or a program. */
  destination: string;
  /** Whether the question leaves this machine. */
  leavesMachine: boolean;
  /** How long it waits for an answer. */
  timeoutMs: number;
  /** Asks it. An `AppError` says why it could not answer. */
  ask(question: { system: string; message: string }, options: { signal?: AbortSignal }): Promise<ModelAnswer>;
}

/** The answer of a model. */
export interface ModelAnswer {
  text: string;
  /** Which model answered, if it says so. */
  model?: string;
  /** Whether the answer ends where the limit of tokens was reached. */
  isCut?: boolean;
  /** The cost of asking, if known. */
  usage?: ModelUsage;
}

/** The cost of asking a model. */
export interface ModelUsage {
  inputTokens?: number;
  outputTokens?: number;
  costUsd?: number;
}

/** Options for a model behind an API. */
export interface ApiOptions {
  /** The API key. */
  key: string;
  /** The environment variable from which it was read, for people. */
  keyEnv: string;
  model: string;
  /** The maximum number of tokens of an answer. */
  maxTokens: number;
  baseUrl: string;
  timeoutMs: number;
}
