import { dirname, join } from 'node:path';
import { asBlocks, asJson, asText } from '../../shared/json-values.ts';
import { isAbsolutePath } from '../../shared/paths.ts';
import type { CallText, LogFile, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { readWholeFile } from '../whole-file.ts';
import { Conversation } from './conversation.ts';
import { listSent, splitContent } from './parts.ts';

/** Reads the conversation of a task, which the client rewrites after each message. */
export async function readLog(file: LogFile): Promise<ReadResult> {
  const { value, size, unreadable } = readWholeFile(file.path);
  const result = { calls: [], messages: [], sessions: [], bad: [], offset: size, lines: 0 };
  if (unreadable !== undefined) return { ...result, unreadable };
  if (!Array.isArray(value)) return { ...result, bad: [{ line: 1, offset: 0, reason: 'not a list of messages' }] };
  const conversation = new Conversation(file, findFolder(file));
  for (const [place, message] of asBlocks(value).entries()) conversation.collect(message, place);
  return { ...result, ...conversation.takeRest(), sessions: conversation.facts.all() };
}

/** Reads one call again in full. */
export async function recallCall(
  path: string,
  { id, source }: Pick<Call, 'id' | 'source'>,
): Promise<CallText | undefined> {
  if (source === undefined) return undefined;
  const messages = asBlocks(readWholeFile(path, true).value);
  const parts = listSent(messages[source.call]?.content);
  const index = Number(/#\d+\.(\d+)$/.exec(id)?.[1] ?? -1);
  const sent =
    parts.find((part) => part.id !== undefined && (id === part.id || id.startsWith(`${part.id}@`))) ?? parts[index];
  if (sent === undefined) return undefined;
  const { results } = splitContent(source.result === undefined ? [] : messages[source.result]?.content);
  const answer = results.find((part) => (part.id === undefined ? part.name === sent.name : part.id === sent.id));
  return { input: JSON.stringify(sent.args, null, 2), output: answer?.text ?? '' };
}

/** Returns the folder that is recorded next to a task, or in the list of all tasks. */
function findFolder(file: LogFile): string | undefined {
  const folder = dirname(file.path);
  const own = asJson(readWholeFile(join(folder, 'history_item.json')).value);
  const listed = asBlocks(readWholeFile(join(folder, '..', '..', 'state', 'taskHistory.json')).value);
  const item = listed.find(({ id }) => id === file.session) ?? {};
  const found = asText(own.workspace) ?? asText(item.cwdOnTaskInitialization) ?? asText(item.workspace);
  return found !== undefined && isAbsolutePath(found) ? found : undefined;
}
