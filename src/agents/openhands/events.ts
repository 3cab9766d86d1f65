import { asBlocks, asJson, asNumber, asText, isJson, type Json, joinText } from '../../shared/json-values.ts';

/** The content of an event, independent of the version that wrote it. */
export type EventNews =
  | { kind: 'call'; key: string; id: string; name: string; args: Json; turn?: string | undefined }
  | { kind: 'result'; key: string; text: string; failed: boolean; metadata: Json; rejected?: boolean }
  | { kind: 'message'; text: string; id?: string | undefined };

/** Reads an event: versions from 1 on have a `kind`, older ones an `action` or an `observation`. */
export function readLoggedEvent(event: Json): EventNews | undefined {
  return typeof event.kind === 'string' ? readKind(event) : readOld(event);
}

function readKind(event: Json): EventNews | undefined {
  const key = asText(event.tool_call_id) ?? asText(event.action_id) ?? '';
  switch (event.kind) {
    case 'ActionEvent': {
      const args = { ...parseArguments(asJson(event.tool_call).arguments), ...asJson(event.action) };
      const name = asText(event.tool_name) ?? '';
      return {
        kind: 'call',
        key,
        id: asText(event.tool_call_id) ?? asText(event.id) ?? '',
        name,
        args,
        turn: asText(event.llm_response_id),
      };
    }
    case 'ObservationEvent': {
      const seen = asJson(event.observation);
      const text = joinText(seen.content) || (asText(seen.output) ?? asText(seen.text) ?? '');
      const exit = asNumber(seen.exit_code);
      const metadata = { ...asJson(seen.metadata), ...(exit === undefined ? {} : { exit_code: exit }) };
      return { kind: 'result', key, text, failed: seen.is_error === true, metadata };
    }
    case 'AgentErrorEvent':
      return { kind: 'result', key, text: asText(event.error) ?? '', failed: true, metadata: {} };
    case 'UserRejectObservation':
      return {
        kind: 'result',
        key,
        text: asText(event.rejection_reason) ?? '',
        failed: true,
        metadata: {},
        rejected: true,
      };
    case 'MessageEvent':
      if (event.source !== 'user') return undefined;
      return { kind: 'message', text: joinText(asJson(event.llm_message).content), id: asText(event.id) };
    default:
      return undefined;
  }
}

/** Actions of older versions that are tool calls, with the names that later versions give them. */
const ACTIONS: Readonly<Record<string, string>> = {
  run: 'execute_bash',
  run_ipython: 'execute_ipython_cell',
  read: 'read',
  write: 'write',
  edit: 'str_replace_editor',
  browse: 'browse',
  call_tool_mcp: 'mcp',
};

function readOld(event: Json): EventNews | undefined {
  const args = asJson(event.args);
  const action = asText(event.action);
  const given = asText(asJson(event.tool_call_metadata).tool_call_id);
  if (action === 'message' && event.source === 'user')
    return { kind: 'message', text: asText(args.content) ?? '', id: undefined };
  if (action !== undefined) {
    const name = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (name === undefined || event.source !== 'agent') return undefined;
    const key = String(event.id);
    return { kind: 'call', key, id: given ?? key, name: asText(args.name) ?? name, args };
  }
  const observation = asText(event.observation);
  if (observation === undefined || event.cause === undefined) return undefined;
  const extras = asJson(event.extras);
  const metadata = { ...extras, ...asJson(extras.metadata) };
  const rejected = observation === 'user_rejected';
  const text = asText(event.content) ?? '';
  return {
    kind: 'result',
    key: String(event.cause),
    text,
    failed: observation === 'error' || rejected,
    metadata,
    rejected,
  };
}

function parseArguments(text: unknown): Json {
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the folder that the description of a conversation names. */
export function readWorkspace(state: Json): string | undefined {
  const workspace = asJson(state.workspace);
  const listed = asBlocks([state.agent]).map((agent) => asText(asJson(agent.workspace).working_dir));
  return asText(workspace.working_dir) ?? listed.find((folder) => folder !== undefined);
}
