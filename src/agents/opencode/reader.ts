import { dirname, sep } from 'node:path';
import { asJson, asText, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { Conversation, callId } from './conversation.ts';
import { visitRows } from './database.ts';
import { visitExport } from './export-file.ts';
import type { SessionVisitor, Visited } from './session.ts';
import { visitTree } from './storage-tree.ts';

/**
 * Reads a whole session, regardless of its storage: parts that are already known change while their call runs. Calls keep their
 * ids.
 */
export async function readLog(
  file: LogFile,
  _from: number,
  _open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
): Promise<ReadResult> {
  const conversation = new Conversation(file.agent, take);
  const { offset, lines, unreadable } = await visit(file.path, conversation);
  const rest = conversation.takeRest();
  const sessions = conversation.facts();
  return {
    ...rest,
    sessions,
    bad: conversation.bads,
    offset,
    lines,
    unreadable,
  };
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id'>): Promise<CallText | undefined> {
  let found: CallText | undefined;
  const look = (info: Json, parts: readonly Json[]): void => {
    const message = asText(info.id) ?? '';
    const part = parts.find(
      (candidate, index) => candidate.type === 'tool' && callId(candidate, message, index) === call.id,
    );
    if (part === undefined) return;
    const state = asJson(part.state);
    const output = asText(state.output) ?? asText(state.error) ?? '';
    found = { input: JSON.stringify(state.input ?? {}, null, 2), output };
  };
  await visit(path, { session: () => {}, message: look, bad: () => {}, pause: () => {} });
  return found;
}

function visit(path: string, visitor: SessionVisitor): Promise<Visited> {
  if (dirname(path).endsWith('.db')) return visitRows(path, visitor);
  return path.includes(`${sep}storage${sep}session${sep}`) ? visitTree(path, visitor) : visitExport(path, visitor);
}
