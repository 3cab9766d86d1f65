import type { LiveClient, Moment } from '../agents/live-client.ts';
import { findLiveClient, liveClients, USUAL_CLIENT } from '../agents/live-registry.ts';
import { hashText } from '../shared/hash.ts';
import { asBlocks, asText, isJson, type Json } from '../shared/json-values.ts';

/** Moments that are about calls. */
const CALL_MOMENTS: ReadonlySet<Moment> = new Set(['before', 'after', 'failed', 'batch']);

/** One tool call as a hook sees it. */
export interface HookCall {
  /** The agent's own id for the call; derived from the input if it has none. */
  id: string;
  /** The agent's name for the tool. */
  name: string;
  /** Its arguments as they were sent. */
  input: unknown;
  /** The answer of the tool, in any form. */
  response?: unknown;
}

/** An event that an agent's client sent to a hook. */
export interface HookEvent {
  moment: Moment;
  /** The client's name for the event; it is repeated in the answer. */
  name: string;
  agent: string;
  session: string;
  /** The subagent, if one made the call. */
  thread?: string;
  /** The agent's working directory, if the event has it. */
  cwd?: string;
  /** Starts: `startup`, `resume`, `clear`, `compact`. */
  source?: string;
  /** Starts and prompts: the user's request, if the client sends it. */
  prompt?: string;
  /** Ends of a turn: whether a hook has already made this turn continue. */
  isContinued?: boolean;
  /** One; several for a batch, none for a start. */
  calls: HookCall[];
}

/** Names of events that several clients have. */
const USUAL_EVENTS: Readonly<Record<string, Moment>> = {
  SessionStart: 'start',
  SubagentStart: 'start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'failed',
  PostToolBatch: 'batch',
  Stop: 'stop',
  SubagentStop: 'stop',
};

/** All event names of all clients, without case and hyphens: an adapter may have any of them. */
const EVENTS: ReadonlyMap<string, { moment: Moment; name: string }> = new Map(
  [USUAL_EVENTS, ...liveClients.map(({ events = {} }) => events)].flatMap((events) =>
    Object.entries(events).map(([name, moment]) => [foldName(name), { moment, name }] as const),
  ),
);

/** Parses an event. Returns undefined if there is never an answer to it, or if no client sends it. */
export function readEvent(event = '', agent: string = USUAL_CLIENT, sent: unknown): HookEvent | undefined {
  const known = EVENTS.get(foldName(event));
  if (event !== '' && !known) return undefined;
  if (!isJson(sent)) return undefined;
  const client = findLiveClient(agent);
  const fields = client.readFields?.(sent) ?? sent;
  const found = known ?? EVENTS.get(foldName(asText(fields.hook_event_name) ?? ''));
  if (!found) return undefined;
  const calls = readCalls(found.moment, client, fields);
  const needsCalls = CALL_MOMENTS.has(found.moment);
  // A call that the user stopped shows nothing.
  if ((needsCalls && calls.length === 0) || fields.is_interrupt === true) return undefined;
  const thread = asText(fields.agent_id);
  const cwd = asText(fields.cwd) ?? asText(fields.directory);
  const source = asText(fields.source);
  const prompt = asText(fields.prompt);
  return {
    moment: found.moment,
    name: found.name,
    agent: client.name,
    session: asText(fields.session_id) ?? asText(fields.sessionID) ?? '',
    thread,
    cwd,
    source,
    prompt: prompt !== undefined && (found.moment === 'start' || found.moment === 'prompt') ? prompt : undefined,
    isContinued: fields.stop_hook_active === true ? true : undefined,
    calls,
  };
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function readCalls(moment: Moment, client: LiveClient, fields: Json): HookCall[] {
  if (!CALL_MOMENTS.has(moment)) return [];
  return (moment === 'batch' ? asBlocks(fields.tool_calls) : [fields]).flatMap((call) => {
    const sent = asText(call.tool_name) ?? asText(call.tool);
    if (sent === undefined) return [];
    const name = client.nameTool?.(sent) ?? sent;
    const response = call.error ?? call.tool_response ?? call.tool_result ?? call.output;
    const input = call.tool_input ?? call.args;
    const id = asText(call.tool_use_id) ?? asText(call.call_id) ?? asText(call.callID) ?? makeId(name, input);
    return [{ name, input, id, response: response === undefined ? undefined : response }];
  });
}

/** Returns an id for clients without call ids: a call that is repeated unchanged gets the same one. */
export function makeId(name: string, input: unknown): string {
  return hashText(`${name} ${JSON.stringify(input)?.slice(0, 10_000)}`);
}
