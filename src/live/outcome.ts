import { asBlocks, asJson, asText } from '../agents/record.ts';
import type { HookCall, HookEvent } from './event.ts';

/** How a call ended, as far as its client says. */
export interface CallEnd {
  /** `unknown`: only what it printed can tell. */
  outcome: 'ok' | 'failed' | 'unknown';
  /** What the tool answered, whole. */
  text: string;
}

/** How a call of an event ended. Each client says it in its own way; Codex says nothing of a command's exit code. */
export function readEnd({ moment, agent }: Pick<HookEvent, 'moment' | 'agent'>, { name, response: sent }: HookCall): CallEnd {
  const response = agent === 'cursor' ? unwrap(sent) : sent;
  const text = textOf(response);
  if (moment === 'failed') return { outcome: 'failed', text };
  // Calls that fail validation appear nowhere else, and are marked so.
  if (moment === 'batch') return { outcome: text.startsWith('<tool_use_error>') ? 'failed' : 'ok', text };
  const fields = asJson(response);
  if (fields.error !== undefined || fields.isError === true) return { outcome: 'failed', text };
  if (typeof fields.result_type === 'string') return { outcome: fields.result_type === 'success' ? 'ok' : 'failed', text };
  const exit = asJson(fields.metadata).exit ?? fields.exit ?? fields.exitCode;
  if (typeof exit === 'number') return { outcome: exit === 0 ? 'ok' : 'failed', text };
  if (agent === 'cursor' && name === 'Shell') return { outcome: 'unknown', text };
  if (agent === 'gemini') return { outcome: /^Exit Code: (?!0$)-?\d+$/m.test(text) ? 'failed' : 'ok', text };
  // What a script prints tells nothing of how its commands ended.
  if (agent === 'codex' && name === 'exec') return { outcome: text.startsWith('Script failed') ? 'failed' : 'unknown', text };
  if (agent === 'codex' && typeof response === 'string') {
    const code = /^Exit code: (\d+)$/m.exec(text.slice(0, 200))?.[1];
    if (code !== undefined) return { outcome: code === '0' ? 'ok' : 'failed', text };
    return { outcome: name === 'Bash' ? 'unknown' : 'ok', text };
  }
  return { outcome: 'ok', text };
}

/** Cursor sends what a tool answered as JSON in a text. */
function unwrap(sent: unknown): unknown {
  if (typeof sent !== 'string' || !sent.startsWith('{')) return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

/** The text of an answer, in the forms of all clients. */
function textOf(response: unknown): string {
  if (typeof response === 'string') return response;
  if (Array.isArray(response)) return joinParts(response);
  const fields = asJson(response);
  const said = fields.llmContent ?? fields.text_result_for_llm ?? fields.output ?? fields.content;
  if (said !== undefined) return typeof said === 'string' ? said : joinParts(said);
  const printed = [fields.stdout, fields.stderr].filter((part) => typeof part === 'string');
  return printed.length > 0 ? printed.join('\n') : (asText(asJson(fields.error).message) ?? '');
}

function joinParts(parts: unknown): string {
  return asBlocks(parts)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join('\n');
}
