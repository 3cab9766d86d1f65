import { join } from 'node:path';
import type { CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import type { Fields } from './fields.ts';
import type { LogWriter, WrittenLogs } from './log-writer.ts';
import { findReason } from './reasons.ts';
import { ToldSession } from './told-session.ts';
import { writeLog } from './write-log.ts';

/** Writes `~/.swe-agent/trajectories/<user>/<run>/<task>/<task>.traj`: lines for a shell, and what came back. */
export const sweAgentWriter: LogWriter = {
  agent: 'swe-agent',
  lacks: (sessions) =>
    findReason(sessions, ({ use, end }) => {
      if (end.how === 'rejected' || end.how === 'denied' || end.how === 'blocked') return 'nobody is asked';
      if (use.tool === 'named') return 'SWE-agent takes lines for a shell, no arguments with names';
      return use.tool === 'web' || use.tool === 'task' ? `SWE-agent has no tool for ${use.tool}` : undefined;
    }),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const log = new Trajectory(session, index, written.calls);
      log.addSteps(session.steps, undefined);
      written.sessions.push(log.id);
      const path = join(home, '.swe-agent', 'trajectories', 'ada', 'run-1', log.id, `${log.id}.traj`);
      const text = JSON.stringify({
        environment: session.branch,
        trajectory: log.steps,
        history: log.history,
        info: {},
      });
      await writeLog(written, path, text, log.clock);
    }
    return written;
  },
};

class Trajectory extends ToldSession {
  readonly steps: Fields[] = [];
  readonly history: Fields[] = [];

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('swe-agent', session, index, calls);
  }

  protected addUser(text: string): void {
    this.history.push({ role: 'user', content: text });
  }

  protected addSaying(text: string): void {
    this.history.push({ role: 'assistant', content: text });
  }

  protected addCompaction(): void {}

  protected addTurn(turn: readonly CallStep[]): void {
    for (const call of turn) {
      const action = writeAction(call.use);
      const observation = this.waitFor(call) ? { observation: writeObservation(call) } : {};
      this.steps.push({ action, thought: 'A tool helps.', ...observation, state: { working_dir: this.session.cwd } });
    }
  }
}

function writeAction(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return use.command;
    case 'read':
      return `str_replace_editor view ${use.path}`;
    case 'write':
      return `str_replace_editor create ${use.path} --file_text '${use.content}'`;
    case 'edit':
      return `str_replace_editor str_replace ${use.path} --old_str '${use.old}' --new_str '${use.new}'`;
    case 'search':
      return `search_dir "${use.pattern}" ${use.glob ?? ''}`;
    case 'list':
      return `find_file "${use.pattern}"`;
    default:
      throw new Error(`SWE-agent has no tool for ${use.tool}`);
  }
}

function writeObservation({ use, end }: CallStep): string {
  if ('prints' in end) return end.prints || 'Your command ran successfully and did not produce any output.';
  if ('text' in end) return `ERROR: ${end.text}`;
  return 'path' in use ? `The path ${use.path} does not exist.` : 'ERROR: not found';
}
