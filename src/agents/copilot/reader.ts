import { asJson, asText, type Json } from '../../shared/json-values.ts';
import type { CallText, LogFile, ReadPart, ReadResult } from '../agent.ts';
import type { Call } from '../call.ts';
import { collectRecords, readRecords } from '../jsonl.ts';
import { Collector, type FileSetting } from './collector.ts';
import { readAnswer } from './outcome.ts';

/** Reads a log of Copilot. `chunk` is the number of bytes read at a time; only tests set it. */
export async function readLog(
  file: LogFile,
  from: number,
  open: readonly Call[],
  take?: (part: ReadPart) => void | Promise<void>,
  chunk?: number,
): Promise<ReadResult> {
  return collectRecords(file, from, new Collector(file, await readSetting(file), open), take, chunk);
}

/** Reads one call again in full. */
export async function recallCall(path: string, call: Pick<Call, 'id' | 'source'>): Promise<CallText | undefined> {
  if (call.source === undefined) return undefined;
  const find = async (offset: number): Promise<Json | undefined> =>
    (await readRecords(path, offset))
      .map((record) => asJson(record.data))
      .find(
        ({ toolCallId: id }) => typeof id === 'string' && id !== '' && (call.id === id || call.id.startsWith(`${id}@`)),
      );
  const sent = await find(call.source.call);
  if (sent === undefined) return undefined;
  const answered = call.source.result === undefined ? undefined : await find(call.source.result);
  return {
    input: JSON.stringify(sent.arguments ?? {}, null, 2),
    output: answered === undefined ? '' : readAnswer(answered),
  };
}

/** Reads the session from the first record; a later read of a file that has grown needs it too. */
async function readSetting(file: LogFile): Promise<FileSetting> {
  const [first] = await readRecords(file.path, 0);
  const data = first?.type === 'session.start' ? asJson(first.data) : {};
  return { session: asText(data.sessionId) ?? file.session, cwd: asText(asJson(data.context).cwd) ?? file.home };
}
