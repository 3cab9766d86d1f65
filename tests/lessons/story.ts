import type { Call, CallInput, Message } from '../../src/agents/call.ts';
import type { Roots } from '../../src/failures/recovery/session-view.ts';
import { distilProject, type Findings } from '../../src/lessons/distil-project.ts';
import { mineSession } from '../../src/lessons/mine-session.ts';

const root = '/srv/orchard';

/** A call of a made-up session, a minute after the one before. */
export function call(session: string, seq: number, input: CallInput, result: Partial<Call> = {}): Call {
  return {
    id: `${session}-${seq}`,
    agent: 'claude-code',
    session,
    seq,
    tool: input.command === undefined ? 'read' : 'shell',
    name: input.command === undefined ? 'Read' : 'Bash',
    input,
    outcome: 'ok',
    output: '',
    outputLength: 0,
    at: Date.parse('2026-03-01T09:00:00Z') + Number(session.replace(/\D/g, '')) * 86_400_000 + seq * 60_000,
    cwd: root,
    ...result,
  };
}

/** Paths below one folder. */
export const roots: Roots = {
  relative(path, cwd = root) {
    const absolute = path.startsWith('/') ? path : `${cwd}/${path}`;
    return absolute === root ? '' : absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : undefined;
  },
  checkout: (path) => (path.startsWith(root) ? root : undefined),
};

/** Mines sessions given as lists of calls and messages. */
export function mine(...sessions: (Call | Message)[][]): Promise<Findings> {
  async function* stream() {
    for (const steps of sessions) {
      const calls = steps.filter((step): step is Call => 'tool' in step);
      const messages = steps.filter((step): step is Message => !('tool' in step));
      yield mineSession(
        { agent: 'claude-code', session: steps[0]?.session ?? '', calls, messages, statements: [] },
        roots,
      );
    }
  }
  return distilProject(stream());
}
