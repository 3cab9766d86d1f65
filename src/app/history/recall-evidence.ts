import type { Evidence } from '../../lessons/lesson.ts';
import { keepRedacted, type Redacted, type RedactedValue } from '../../redaction/redacted.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';

/** A call as stored in the index. */
export interface RecalledCall {
  id: string;
  name: string;
  input: string;
  output: string;
  said?: string;
}

/** Evidence with the calls and the message it points to, if their logs still exist. */
export interface RecalledEvidence {
  evidence: Evidence;
  failed?: RedactedValue<RecalledCall>;
  fix?: RedactedValue<RecalledCall>;
  /** The message of the person. */
  message?: Redacted;
}

/** Returns the calls and messages behind evidence, as stored in the index. */
export async function recallEvidence(index: SessionIndex, evidence: readonly Evidence[]): Promise<RecalledEvidence[]> {
  const recalled: RecalledEvidence[] = [];
  for (const one of evidence) {
    const failed = one.call === undefined ? undefined : await recallCall(index, one.agent, one.call);
    const fix = one.fix === undefined ? undefined : await recallCall(index, one.agent, one.fix);
    const message = await recallMessage(index, one);
    recalled.push({
      evidence: one,
      failed,
      fix,
      message,
    });
  }
  return recalled;
}

async function recallCall(
  index: SessionIndex,
  agent: string,
  id: string,
): Promise<RedactedValue<RecalledCall> | undefined> {
  const call = await index.call(id, agent);
  if (!call) return undefined;
  const input =
    call.input.command ??
    [call.name, call.input.path, call.input.pattern, ...Object.values(call.input.rest ?? {})].filter(Boolean).join(' ');
  return keepRedacted(call, {
    id,
    name: call.name,
    input,
    output: call.output,
    said: call.said || undefined,
  });
}

async function recallMessage(
  index: SessionIndex,
  { agent, session, message, call, at }: Evidence,
): Promise<Redacted | undefined> {
  if (message === undefined) return undefined;
  // If a call belongs to the evidence, its time is that of the call.
  const time = Date.parse(at);
  const span = Number.isNaN(time) || call !== undefined ? {} : { since: time, until: time };
  const log = await index.session({ agent, session }, span);
  const found = log.messages.find((candidate) => (candidate.id ?? String(candidate.at)) === message);
  return found && keepRedacted(log, found.text);
}
