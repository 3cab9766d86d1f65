import type { CallText } from '../agents/agent.ts';
import type { Call, CallInput } from '../agents/call.ts';
import { readNamedCall } from '../agents/tool-names.ts';
import type { Roots } from '../failures/recovery/session-view.ts';

/** Reads a call again from its log, redacted; nothing where the log is gone. */
export type RecallText = (call: Pick<Call, 'agent' | 'id'>) => Promise<CallText | undefined>;

/** What of a call is not kept whole: the texts of an edit, and what a read showed. */
export interface WholeText {
  input: Pick<CallInput, 'oldText' | 'newText'>;
  output: string;
}

/**
 * The whole texts of calls on files that a session edits, by id. The index keeps edits cut and no content of files, but a hook has the file
 * before it: without them the replay could not tell whether the text that an edit replaces is there.
 */
export async function readWholeTexts(calls: readonly Call[], roots: Roots, recall: RecallText): Promise<Map<string, WholeText>> {
  const fileOf = ({ input, cwd }: Call) => (input.path === undefined ? undefined : roots.relative(input.path, cwd));
  // A patch carries no more than is kept, and agents that send them read files in the shell.
  const isOnFile = ({ tool, name }: Call) => (tool === 'read' || tool === 'edit' || tool === 'write') && name !== 'apply_patch';
  const onFiles = calls.filter(isOnFile);
  const edited = new Set(onFiles.flatMap((call) => (call.tool === 'edit' ? (fileOf(call) ?? []) : [])));
  const texts = new Map<string, WholeText>();
  for (const call of onFiles) {
    const text = edited.has(fileOf(call) ?? '') ? await recall(call) : undefined;
    if (!text) continue;
    const { oldText, newText } = readInput(call.name, text.input);
    texts.set(call.id, {
      input: { ...(oldText === undefined ? {} : { oldText }), ...(newText === undefined ? {} : { newText }) },
      output: call.tool === 'read' ? text.output : '',
    });
  }
  return texts;
}

/** The arguments of a call, which are JSON where the log is whole. */
function readInput(name: string, text: string): CallInput {
  try {
    return readNamedCall(name, JSON.parse(text))[0]?.input ?? {};
  } catch {
    return {};
  }
}
