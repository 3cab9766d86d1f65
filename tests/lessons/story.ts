import type { Call, CallInput } from '../../src/agents/call.ts';
import type { Roots } from '../../src/failures/recovery/session-view.ts';
import { type Findings, mineProject } from '../../src/lessons/mine-project.ts';

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

/** Mines sessions given as lists of calls. */
export function mine(...sessions: Call[][]): Promise<Findings> {
  async function* stream() {
    yield* sessions;
  }
  return mineProject(stream(), roots);
}
