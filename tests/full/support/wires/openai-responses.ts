import type { JsonObject, Reply, SentTurn, StreamEvent, Wire } from '../scripted-model.ts';

/** OpenAI's Responses API, always as a stream: Codex asks for nothing else. */
export const openAiResponses: Wire = {
  read(path, body) {
    if (path !== '/v1/responses') return undefined;
    const { instructions, input, tools } = body;
    return { hasTools: Array.isArray(tools) && tools.length > 0, context: JSON.stringify([instructions, input]), body };
  },
  answer(turn, request): Reply {
    const item = describeItem(turn);
    const response = {
      id: 'resp_scripted',
      object: 'response',
      status: 'completed',
      model: request.body.model,
      output: [item],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 120,
      },
    };
    const events: JsonObject[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ];
    return { events: events.map((data): StreamEvent => ({ name: String(data.type), data })) };
  },
};

function describeItem(turn: SentTurn): JsonObject {
  if ('say' in turn) {
    const content = [{ type: 'output_text', text: turn.say, annotations: [] }];
    return { type: 'message', id: 'msg_scripted', role: 'assistant', status: 'completed', content };
  }
  const { id, name, namespace, input, text } = turn.call;
  if (text !== undefined)
    return { type: 'custom_tool_call', id: `ctc_${id}`, call_id: id, name, status: 'completed', input: text };
  return {
    ...{
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      status: 'completed',
      arguments: JSON.stringify(input),
    },
    namespace,
  };
}
