import type { ClaudeConfig } from '../config/loop-config.ts';
import { asJson, asText, isJson, type Json } from '../shared/json-values.ts';
import type { Environment } from '../shared/surroundings.ts';

/** Describes how an agent is run unattended; `headless.ts` in the agent's folder. The agent reads the task from stdin. */
export interface Headless {
  /** The program to start: a name on the PATH. */
  program: string;
  /** How to install it, for people who do not have it: `Install it with npm install -g lantern`. */
  install: string;
  /** Returns the arguments of the program, and variables that are added to its environment. */
  start(options: HeadlessOptions): HeadlessStart;
  /** Parses a line of its output. */
  readLine: ReadLine;
}

/** How an agent is started. */
interface HeadlessStart {
  words: readonly string[];
  env?: Record<string, string>;
  /** Files that it needs in its folder, which is an empty one of ours; only with the permissions `none`. */
  files?: Record<string, string>;
}

/** The permissions and limits of an agent. */
export interface HeadlessOptions {
  /**
   * `edits`: it may change files, and run what its own settings allow. `none`: it only answers, as a teacher: no tools, no hooks,
   * and no log if it has an option for that. `skip`: it does not ask for permission.
   */
  permissions: 'edits' | 'none' | 'skip';
  /** The number of turns after which it stops, if it has such an option. */
  maxTurns?: number;
  /** The environment in which it will run. */
  env?: Environment;
  /** The configuration for one agent. */
  settings: { claude?: ClaudeConfig };
}

/** Something that an agent was seen doing. */
export interface AgentEvent {
  kind: 'text' | 'tool' | 'notice';
  /** One line for people: `Edit src/divide.ts`. */
  text: string;
}

/** The information from the lines of an agent so far. */
export interface StreamState {
  /** Its last message. */
  answer?: string;
  turns?: number;
  costUsd?: number;
  /** The model that answered, and the tokens that it took. */
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  sessionId?: string;
  /** The agent's own account of the end. */
  ending?: 'done' | 'failed' | 'out-of-turns';
}

/** Reads one line of JSON: records its information, and returns the events to show to people. */
export type ReadLine = (line: Json, state: StreamState) => AgentEvent[];

/** Returns the object in a line; undefined if there is none. */
export function parseLine(line: string): Json | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Names that agents use for the thing a tool works on; the first that is present is shown. */
const SUBJECTS = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
];

/** Describes a tool call in one line: `Edit src/divide.ts`. */
export function describeTool(name: string, input: unknown): AgentEvent {
  const given = asJson(input);
  const subject = SUBJECTS.map((key) => asText(given[key])).find((text) => text !== undefined);
  return { kind: 'tool', text: oneLine(subject === undefined ? name : `${name} ${subject}`) };
}

/** Describes a message of the agent in one line. */
export function describeSaying(text: string): AgentEvent {
  return { kind: 'text', text: oneLine(text) };
}

/** Longer lines are only for the log. */
const LONGEST_LINE = 200;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
