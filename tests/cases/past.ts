import type { Call, CallInput, Message } from '../../src/agents/call.ts';
import { type Casebook, openCasebook } from '../../src/cases/casebook.ts';
import { readCaseHistory } from '../../src/cases/read-history.ts';
import type { StandingRule } from '../../src/cases/standing-rules.ts';

export const ROOT = '/srv/orchard';
const START = Date.parse('2026-03-01T09:00:00Z');
const DAY = 86_400_000;

/** What happens in a made-up session, one minute after the other. */
export type Event = Partial<Call> | { says: string } | { states: string; thread?: string };

/** The id of a call, by its session and its place in it. */
export function idOf(session: string, seq: number): string {
  return `call-of-the-orchard-${session}-${String(seq).padStart(2, '0')}`;
}

/** A shell call: `run('make check', 'ok')`, `run('make', 'Error: no rule', { outcome: 'failed', exitCode: 2 })`. */
export function run(command: string, output = 'done', result: Partial<Call> = {}): Partial<Call> {
  return { tool: 'shell', name: 'Bash', input: { command }, output, ...result };
}

/** A shell call that failed with a flag. */
export function fail(command: string, output: string, result: Partial<Call> = {}): Partial<Call> {
  return run(command, output, { outcome: 'failed', exitCode: 1, ...result });
}

/** A call of a file tool. */
export function use(name: string, tool: Call['tool'], input: CallInput, result: Partial<Call> = {}): Partial<Call> {
  return { tool, name, input, output: '', ...result };
}

/** Opens the casebook of sessions, each on the day after the one before. */
export async function openBook(
  sessions: readonly (readonly Event[])[],
  rules: readonly StandingRule[] = [],
  folders: readonly string[] = [ROOT],
): Promise<Casebook> {
  const logs = sessions.map((events, index) => tell(events, `s${index + 1}`, START + index * DAY));
  const timeline = logs.map(({ agent, session }, index) => ({ agent, session, firstAt: START + index * DAY }));
  const project = { id: 'orchard', name: 'orchard', root: ROOT, folders: [...folders] };
  async function* read() {
    for (const log of logs) yield log;
  }
  return openCasebook(await readCaseHistory(project, timeline, read), rules);
}

function tell(events: readonly Event[], session: string, start: number) {
  const calls: Call[] = [];
  const messages: Message[] = [];
  const statements: Message[] = [];
  for (const [seq, event] of events.entries()) {
    const at = start + seq * 60_000;
    if ('says' in event) messages.push({ session, seq, at, text: event.says });
    else if ('states' in event) statements.push({ session, seq, at, thread: event.thread ?? '', text: event.states });
    else
      calls.push({
        ...{ id: idOf(session, seq), agent: 'claude-code', session, seq, at },
        ...{ tool: 'shell', name: 'Bash', input: {}, outcome: 'ok', output: '', cwd: ROOT, endedAt: at + 1_000 },
        outputLength: event.output?.length ?? 0,
        ...event,
      });
  }
  return { agent: 'claude-code', session, calls, messages, statements };
}
