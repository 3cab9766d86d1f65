import type { EndOutcome } from '../agents/live-client.ts';
import { findLiveClient } from '../agents/live-registry.ts';
import { asBlocks, asJson, asText } from '../shared/json-values.ts';
import type { HookCall, HookEvent } from './event.ts';

/** The outcome of a call, as far as its client reports it. */
export interface HookedCallEnd {
  outcome: EndOutcome;
  /** The whole answer of the tool. */
  text: string;
}

/** Returns how a call of an event ended. Each client reports it in its own way. */
export function readEnd(
  { moment, agent }: Pick<HookEvent, 'moment' | 'agent'>,
  { name, response: sent }: HookCall,
): HookedCallEnd {
  const client = findLiveClient(agent);
  const response = client.unwrap ? client.unwrap(sent) : sent;
  const text = textOf(response);
  if (moment === 'failed') return { outcome: 'failed', text };
  // Calls that fail validation appear nowhere else, and are marked in this way.
  if (moment === 'batch') return { outcome: text.startsWith('<tool_use_error>') ? 'failed' : 'ok', text };
  const fields = asJson(response);
  if (fields.error !== undefined || fields.isError === true) return { outcome: 'failed', text };
  if (typeof fields.result_type === 'string')
    return { outcome: fields.result_type === 'success' ? 'ok' : 'failed', text };
  const exit = asJson(fields.metadata).exit ?? fields.exit ?? fields.exitCode;
  if (typeof exit === 'number') return { outcome: exit === 0 ? 'ok' : 'failed', text };
  return { outcome: client.judgeEnd?.({ name, response, text }) ?? 'ok', text };
}

/** Returns the text of an answer, in the forms of all clients. */
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
