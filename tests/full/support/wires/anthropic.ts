import type { JsonObject, Reply, SentTurn, StreamEvent, Wire } from '../scripted-model.ts';

/** Anthropic's Messages API. */
export const anthropic: Wire = {
  read(path, body) {
    if (!/^\/v1\/messages(?:\?|$)/.test(path)) return undefined;
    const { system, messages, tools } = body;
    return { hasTools: Array.isArray(tools) && tools.length > 0, context: JSON.stringify([system, messages]), body };
  },
  answer(turn, request): Reply {
    const block = describeBlock(turn);
    const message = {
      id: 'msg_scripted',
      type: 'message',
      role: 'assistant',
      model: request.body.model,
      content: [block],
      stop_reason: 'call' in turn ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 },
    };
    return request.body.stream === true ? { events: describeStream(message, turn) } : { json: message };
  },
};

function describeBlock(turn: SentTurn): JsonObject {
  if ('say' in turn) return { type: 'text', text: turn.say };
  return { type: 'tool_use', id: turn.call.id, name: turn.call.name, input: turn.call.input };
}

function describeStream(message: JsonObject & { stop_reason: string; usage: object }, turn: SentTurn): StreamEvent[] {
  const empty = 'say' in turn ? { type: 'text', text: '' } : { ...describeBlock(turn), input: {} };
  const delta =
    'say' in turn
      ? { type: 'text_delta', text: turn.say }
      : { type: 'input_json_delta', partial_json: JSON.stringify(turn.call.input) };
  const events: JsonObject[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: empty },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage },
    { type: 'message_stop' },
  ];
  return events.map((data): StreamEvent => ({ name: String(data.type), data }));
}
