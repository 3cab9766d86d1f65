import { describeSaying, parseLine, type ReadLine, type StreamState } from '../../agents/headless.ts';
import type { AgentRun, AgentRunOptions } from '../../agents/headless-agent.ts';
import { AppError } from '../../shared/errors.ts';
import { LineSplitter, tooLong } from '../../shared/line-splitter.ts';
import { stripControls } from '../../shared/terminal.ts';
import { type ProgramEnd, runProgram } from '../run-program.ts';

/** The program of an agent to be run. */
interface AgentProgram {
  /** The program and its arguments, which are not passed through a shell. */
  words: readonly string[];
  /** The text for its standard input. */
  input?: string;
  /** Variables set in addition to those of its environment. */
  env?: Record<string, string>;
  /** Reads a line that is a JSON object. */
  readLine: ReadLine;
  /** Whether lines that are not JSON are shown to people. */
  showsText?: boolean;
  /** How to install the program, for people who do not have it. */
  install?: string;
}

/** The upper bound of an answer; only the end of a longer text is kept. */
const LONGEST_ANSWER = 200_000;

/** Runs an agent and follows its work. */
export async function runAgent(program: AgentProgram, options: AgentRunOptions): Promise<AgentRun> {
  const { cwd, env = process.env, timeoutMs, signal, onEvent, onLine, onStart } = options;
  const state: StreamState = {};
  const hear = (line: string) => {
    onLine?.(line);
    const parsed = parseLine(line);
    const events = parsed ? program.readLine(parsed, state) : program.showsText ? [describeSaying(line)] : [];
    for (const event of events) onEvent?.(event);
  };
  const streams = { stdout: splitter(hear), stderr: splitter((line) => onLine?.(line)) };
  const end = await runProgram(program.words, {
    cwd,
    env: { ...env, ...program.env },
    timeoutMs,
    signal,
    onStart,
    input: program.input,
    onOutput: (text, stream) => streams[stream].add(text),
  });
  streams.stdout.end();
  streams.stderr.end();
  if (end.how === 'missing')
    throw new AppError('not-found', `There is no program ${program.words[0]} here.`, {
      hint: program.install
        ? `${program.install}, or choose another one with --agent.`
        : 'Check loop.command in the configuration.',
    });
  if (end.how === 'refused')
    throw new AppError('unavailable', `${program.words[0]} could not be started: ${end.output.trim()}`, {
      hint: end.output.includes('E2BIG')
        ? 'Give it a shorter task, or put the task into a file and name that.'
        : 'Check loop.command in the configuration.',
    });
  const { ending: _ending, answer, ...figures } = state;
  return {
    outcome: judge(end, state),
    answer: bound(answer ?? end.output),
    ...figures,
    exitCode: end.code,
    durationMs: end.durationMs,
  };
}

/** Returns the outcome of a run. The agent's own report overrides its exit code, but not the way in which we ended it. */
function judge(end: ProgramEnd, { ending }: StreamState): AgentRun['outcome'] {
  if (end.how === 'timed-out' || end.how === 'stopped') return end.how;
  if (ending === 'out-of-turns' || ending === 'failed') return ending;
  return end.code === 0 ? 'done' : 'failed';
}

function bound(text: string): string {
  const plain = stripControls(text).trim();
  return plain.length > LONGEST_ANSWER ? `…${plain.slice(-LONGEST_ANSWER)}` : plain;
}

/** Longer lines are not events. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Passes on the whole lines of a text that arrives in pieces. */
function splitter(hear: (line: string) => void): { add(text: string): void; end(): void } {
  const lines = new LineSplitter(LONGEST_LINE);
  const pass = (found: ReturnType<LineSplitter['end']>) => {
    for (const line of found) if (line !== tooLong) hear(line.replace(/\r$/, ''));
  };
  return { add: (text) => pass(lines.push(text)), end: () => pass(lines.end()) };
}
