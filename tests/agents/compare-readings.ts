import type { Call } from '../../src/agents/call.ts';
import { openLibrary } from '../../src/app/history/open-library.ts';
import type { SeenCall } from './second-reading.ts';

/** A call that the two readings tell differently. */
export interface Difference {
  id: string;
  session: string;
  what: 'missing' | 'made up' | 'flagged' | 'not flagged';
  /** Why that is right; absent where nobody knows. */
  because?: string;
}

/** The calls that our reader gives, by the id that the log has; `cache` is an empty folder. */
export async function readCalls(agent: string, home: string, cache: string): Promise<Map<string, Call[]>> {
  const env = { XDG_CACHE_HOME: cache, XDG_DATA_HOME: cache, XDG_CONFIG_HOME: cache };
  const library = await openLibrary({ cwd: home, home, env, agents: [agent], join: [], projectGlobs: {}, allowed: [] });
  const calls = new Map<string, Call[]>();
  try {
    for (const session of await library.listSessions()) {
      for (const call of (await library.readSession(session)).calls) {
        const id = rawId(call);
        calls.set(id, [...(calls.get(id) ?? []), call]);
      }
    }
  } finally {
    library.close();
  }
  return calls;
}

/** Scripts of Codex give several calls; ids that count from zero have the session in front. */
function rawId({ id, agent, session }: Call): string {
  const own = agent === 'codex' ? id.replace(/#\d+$/, '') : id;
  const bare = own.startsWith(`${session}/`) ? own.slice(session.length + 1) : own;
  return bare.endsWith(`@${session}`) ? bare.slice(0, -session.length - 1) : bare;
}

/** Where the two readings differ, with the reason where it is known. */
export function compare(
  agent: string,
  seen: ReadonlyMap<string, SeenCall>,
  read: ReadonlyMap<string, readonly Call[]>,
): Difference[] {
  const missing = [...seen.values()].filter(({ id }) => !read.has(id));
  const madeUp = [...read].filter(([id]) => !seen.has(id));
  return [
    ...missing.map((call): Difference => ({ ...call, what: 'missing', ...because(whyMissing(agent, call)) })),
    ...madeUp.map(
      ([id, [call]]): Difference => ({
        id,
        session: call?.session ?? '',
        what: 'made up',
        ...because(whyMadeUp(call)),
      }),
    ),
    ...[...seen.values()].flatMap((call): Difference[] => {
      const calls = read.get(call.id);
      const isFlagged = calls?.some(({ outcome }) => outcome !== 'ok' && outcome !== 'unknown');
      if (calls === undefined || isFlagged === call.flagged) return [];
      const what = isFlagged ? 'flagged' : 'not flagged';
      return [{ ...call, what, ...because(isFlagged ? whyFlagged(agent, call, calls) : whyNotFlagged(call, calls)) }];
    }),
  ];
}

function because(reason: string | undefined): Pick<Difference, 'because'> {
  return reason === undefined ? {} : { because: reason };
}

function whyMissing(agent: string, { name }: SeenCall): string | undefined {
  if (name === '') return 'a result whose call is in a part of the log that is gone';
  return agent === 'copilot' && name === 'report_intent' ? 'what the agent says that it is up to' : undefined;
}

function whyMadeUp(call: Call | undefined): string | undefined {
  return call?.tool === 'web' ? 'a search on the web, which has no id of its own' : undefined;
}

function whyFlagged(agent: string, { answer = '', name }: SeenCall, calls: readonly Call[]): string | undefined {
  if (agent === 'codex' && (name === 'exec' || name === 'wait')) {
    const isPrinted = calls.some(({ exitCode }) => exitCode !== undefined);
    return isPrinted ? 'a script printed how its commands ended' : 'what a script printed ends in a complaint';
  }
  if (/^(?:Command (?:running in|was|is running)|Async agent launched)|background/.test(answer.slice(0, 200)))
    return 'a task in the background ended later';
  if (/is still running/.test(answer) && calls.some(({ outcome }) => outcome === 'cancelled'))
    return 'it was left running, and stopped later';
  if (answer === '' && calls.some(({ outcome }) => outcome === 'cancelled'))
    return 'it was broken off before it answered';
  if (calls.some(({ tool }) => tool === 'web')) return 'an address answered with an error';
  if (agent === 'codex' && !/^(?:Exit code|Chunk ID|Wall time)/.test(answer))
    return 'the client answered with a sentence';
  if (agent === 'codex' && /session ID \d+/.test(answer.slice(0, 400))) return 'a process ended later';
  return undefined;
}

function whyNotFlagged({ name }: SeenCall, calls: readonly Call[]): string | undefined {
  if (/^(?:write_stdin|wait|BashOutput|TaskOutput|KillShell|TaskStop)$/.test(name)) return 'polls never fail';
  return calls.some(({ waiting }) => waiting !== undefined) ? 'it still runs' : undefined;
}
