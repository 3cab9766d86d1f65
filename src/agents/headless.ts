import type { ClaudeConfig } from '../config/loop-config.ts';
import { asJson, asText, isJson, type Json } from '../shared/json-values.ts';

/** How an agent is run without a person in front of it. `headless.ts` in the agent's folder. The task comes to it on stdin. */
export interface Headless {
  /** The program that is started: a name on the PATH. */
  program: string;
  /** How to get it, for people that do not have it: `Install it with npm install -g lantern`. */
  install: string;
  /** The words behind the program's name, and variables that it gets besides those of its environment. */
  start(options: HeadlessOptions): { words: readonly string[]; env?: Record<string, string> };
  /** Understands a line of what it prints. */
  readLine: ReadLine;
}

/** What an agent may do, and how far. */
export interface HeadlessOptions {
  /** `edits`: it may change files, and run what its own settings allow. `none`: no tools at all. `skip`: it is asked nothing. */
  permissions: 'edits' | 'none' | 'skip';
  /** After so many turns it stops, where it can be told so. */
  maxTurns?: number;
  /** What the configuration says of one agent. */
  settings: { claude?: ClaudeConfig };
}

/** What an agent is seen doing. */
export interface AgentEvent {
  kind: 'text' | 'tool' | 'notice';
  /** One line for people: `Edit src/divide.ts`. */
  text: string;
}

/** What the lines of an agent have told so far. */
export interface StreamState {
  /** What it said last. */
  answer?: string;
  turns?: number;
  costUsd?: number;
  sessionId?: string;
  /** What the agent itself calls the end. */
  ending?: 'done' | 'failed' | 'out-of-turns';
}

/** Reads one line of JSON: notes what it tells, and gives what people want to see of it. */
export type ReadLine = (line: Json, state: StreamState) => AgentEvent[];

/** The object that a line holds; nothing where it holds none. */
export function parseLine(line: string): Json | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Names under which agents give what a tool works on; the first that is there is shown. */
const SUBJECTS = ['command', 'cmd', 'file_path', 'filePath', 'path', 'pattern', 'query', 'url', 'description', 'prompt'];

/** A tool at work, in one line: `Edit src/divide.ts`. */
export function describeTool(name: string, input: unknown): AgentEvent {
  const given = asJson(input);
  const subject = SUBJECTS.map((key) => asText(given[key])).find((text) => text !== undefined);
  return { kind: 'tool', text: oneLine(subject === undefined ? name : `${name} ${subject}`) };
}

/** What an agent says, in one line. */
export function describeSaying(text: string): AgentEvent {
  return { kind: 'text', text: oneLine(text) };
}

/** Longer lines are for the log. */
const LONGEST_LINE = 200;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
