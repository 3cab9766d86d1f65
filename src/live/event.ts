import { asBlocks, asText, isJson, type Json } from '../agents/record.ts';
import { classifyAnyTool } from '../agents/tool-names.ts';
import { hashText } from '../shared/hash.ts';

/** The moments of a session that something is said or noted at. */
export type Moment = 'start' | 'compact' | 'prompt' | 'before' | 'after' | 'failed' | 'batch' | 'stop';

/** Moments that are about calls. */
const CALL_MOMENTS: ReadonlySet<Moment> = new Set(['before', 'after', 'failed', 'batch']);

/** One tool call as a hook sees it. */
export interface HookCall {
  /** The agent's own id of the call; one made of what it sent where it has none. */
  id: string;
  /** The agent's name for the tool. */
  name: string;
  /** Its arguments as they were sent. */
  input: unknown;
  /** What the tool answered, in whatever form. */
  response?: unknown;
}

/** What an agent's client told a hook. */
export interface HookEvent {
  moment: Moment;
  /** The event as the client names it; comes back in the answer. */
  name: string;
  agent: string;
  session: string;
  /** The subagent, where one made the call. */
  thread?: string;
  /** The directory that the agent is in, where the event says it. */
  cwd?: string;
  /** Starts: `startup`, `resume`, `clear`, `compact`. */
  source?: string;
  /** Starts and prompts: what the user asked for, where the client says it. */
  prompt?: string;
  /** Ends of a turn: whether a hook has already made this turn continue. */
  isContinued?: boolean;
  /** One; several for a batch, none for a start. */
  calls: HookCall[];
}

/** Names of events, over all clients, without case and hyphens. */
const MOMENTS: Readonly<Record<string, { moment: Moment; name: string }>> = {
  sessionstart: { moment: 'start', name: 'SessionStart' },
  subagentstart: { moment: 'start', name: 'SubagentStart' },
  userpromptsubmit: { moment: 'prompt', name: 'UserPromptSubmit' },
  beforeagent: { moment: 'prompt', name: 'BeforeAgent' },
  precompress: { moment: 'compact', name: 'PreCompress' },
  pretooluse: { moment: 'before', name: 'PreToolUse' },
  beforetool: { moment: 'before', name: 'BeforeTool' },
  toolexecutebefore: { moment: 'before', name: 'tool.execute.before' },
  posttooluse: { moment: 'after', name: 'PostToolUse' },
  aftertool: { moment: 'after', name: 'AfterTool' },
  toolexecuteafter: { moment: 'after', name: 'tool.execute.after' },
  posttoolusefailure: { moment: 'failed', name: 'PostToolUseFailure' },
  toolexecuteerror: { moment: 'failed', name: 'tool.execute.error' },
  posttoolbatch: { moment: 'batch', name: 'PostToolBatch' },
  stop: { moment: 'stop', name: 'Stop' },
  subagentstop: { moment: 'stop', name: 'SubagentStop' },
  afteragent: { moment: 'stop', name: 'AfterAgent' },
};

/** Other names of agents. */
const ALIASES: Readonly<Record<string, string>> = { claude: 'claude-code', 'gemini-cli': 'gemini' };

/** Understands an event. Nothing where nothing is ever said about it, or it is not what a client sends. */
export function readEvent(event = '', agent = 'claude-code', fields: unknown): HookEvent | undefined {
  const known = findMoment(event);
  if (event !== '' && !known) return undefined;
  if (!isJson(fields)) return undefined;
  const found = known ?? findMoment(asText(fields.hook_event_name) ?? '');
  if (!found) return undefined;
  const calls = readCalls(found.moment, agent, fields);
  const needsCalls = CALL_MOMENTS.has(found.moment);
  // A call that the user stopped says nothing.
  if ((needsCalls && calls.length === 0) || fields.is_interrupt === true) return undefined;
  const thread = asText(fields.agent_id);
  const cwd = asText(fields.cwd) ?? asText(fields.directory) ?? firstFolder(fields.workspace_roots);
  const source = asText(fields.source);
  const prompt = asText(fields.prompt);
  return {
    moment: found.moment,
    name: found.name,
    agent: ALIASES[agent] ?? agent,
    session: asText(fields.session_id) ?? asText(fields.sessionID) ?? asText(fields.conversation_id) ?? '',
    ...(thread === undefined ? {} : { thread }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(source === undefined ? {} : { source }),
    ...(prompt !== undefined && (found.moment === 'start' || found.moment === 'prompt') ? { prompt } : {}),
    ...(fields.stop_hook_active === true ? { isContinued: true } : {}),
    calls,
  };
}

function findMoment(name: string): { moment: Moment; name: string } | undefined {
  const key = name.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(MOMENTS, key) ? MOMENTS[key] : undefined;
}

function readCalls(moment: Moment, agent: string, fields: Json): HookCall[] {
  if (!CALL_MOMENTS.has(moment)) return [];
  return (moment === 'batch' ? asBlocks(fields.tool_calls) : [fields]).flatMap((call) => {
    const name = nameTool(agent, asText(call.tool_name) ?? asText(call.tool));
    const response =
      call.error ?? call.error_message ?? call.tool_response ?? call.tool_result ?? call.tool_output ?? call.output;
    if (name === undefined) return [];
    const input = call.tool_input ?? call.args;
    const id = asText(call.tool_use_id) ?? asText(call.call_id) ?? asText(call.callID) ?? makeId(name, input);
    return [{ name, input, id, ...(response === undefined ? {} : { response }) }];
  });
}

/**
 * The name of a tool, so that those of MCP servers are known as such: Cursor puts a word in front of them, and OpenCode only the name of the
 * server, as none of its own tools has one.
 */
function nameTool(agent: string, name: string | undefined): string | undefined {
  if (name === undefined || agent === 'cursor') return name?.replace(/^MCP:(?=.)/, '');
  const isOfServer = agent === 'opencode' && name.includes('_') && classifyAnyTool(name) === 'other';
  return isOfServer ? `mcp_${name}` : name;
}

/** The first of the folders that are open in Cursor. On Windows it writes `/c:/harbour`. */
function firstFolder(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [];
  return asText(first)?.replace(/^\/(?=[a-z]:)/i, '');
}

/** Gemini CLI has no ids. A call that is sent again unchanged gets the same one. */
export function makeId(name: string, input: unknown): string {
  return hashText(`${name} ${JSON.stringify(input)?.slice(0, 10_000)}`);
}
