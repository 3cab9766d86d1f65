import type { Reply, Wire } from '../scripted-model.ts';

/** Google's Gemini API: `models/NAME:generateContent` and its streaming form. */
export const geminiApi: Wire = {
  read(path, body) {
    if (!/:(?:generateContent|streamGenerateContent)(?:\?|$)/.test(path)) return undefined;
    const { systemInstruction, contents, tools, generationConfig } = body;
    const hasTools = Array.isArray(tools) && tools.length > 0;
    const wantsJson = JSON.stringify(generationConfig ?? {}).includes('application/json');
    return { hasTools, wantsJson, context: JSON.stringify([systemInstruction, contents]), body };
  },
  answer(turn, _request, path): Reply {
    const part =
      'say' in turn
        ? { text: turn.say }
        : { functionCall: { id: turn.call.id, name: turn.call.name, args: turn.call.input } };
    const reply = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
      responseId: 'resp_scripted',
    };
    return path.includes(':stream') ? { events: [{ data: reply }] } : { json: reply };
  },
};
