import type { JsonObject, Reply, StreamEvent, Wire } from '../scripted-model.ts';

/** OpenAI's Chat Completions API, which most compatible servers speak. */
export const openAiChat: Wire = {
  read(path, body) {
    if (path !== '/v1/chat/completions') return undefined;
    const { messages, tools } = body;
    return { hasTools: Array.isArray(tools) && tools.length > 0, context: JSON.stringify(messages), body };
  },
  answer(turn, request): Reply {
    const message: JsonObject =
      'say' in turn
        ? { role: 'assistant', content: turn.say }
        : { role: 'assistant', content: null, tool_calls: [describeCall(turn.call)] };
    const finish = 'say' in turn ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
    const base = { id: 'chatcmpl_scripted', created: 0, model: request.body.model };
    if (request.body.stream !== true)
      return {
        json: { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage },
      };
    const describeChunk = (delta: JsonObject, finishReason: string | null): StreamEvent => ({
      data: { ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] },
    });
    const last = { data: { ...base, object: 'chat.completion.chunk', choices: [], usage } };
    return { events: [describeChunk(message, null), describeChunk({}, finish), last, { data: '[DONE]' }] };
  },
};

function describeCall(call: { id: string; name: string; input: JsonObject }): JsonObject {
  return {
    index: 0,
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  };
}
