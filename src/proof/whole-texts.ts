import type { CallText } from '../agents/agent.ts';
import type { Call, CallInput } from '../agents/call.ts';
import { readFrame } from '../agents/codex/frame.ts';
import { readNamedCall } from '../agents/tool-names.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import { mayShowFiles } from '../shell/index.ts';

/** Reads a call again from its log, redacted; undefined if the log is gone. */
export type RecallText = (call: Pick<Call, 'agent' | 'id'>) => Promise<CallText | undefined>;

/** The parts of a call that are not stored in full: the texts of an edit, and the output of a read. */
export interface WholeText {
  /** The inputs about which a hook would be asked: each place of a patch, or else the call itself. */
  inputs: readonly CallInput[];
  output: string;
}

/**
 * Returns the whole texts of calls on files that a session edits, by id. The index stores truncated edits and no content of
 * files, but a hook has access to the file: without them the replay could not tell whether the text that an edit replaces is
 * there.
 */
export async function readWholeTexts(
  calls: readonly Call[],
  roots: Roots,
  recall: RecallText,
): Promise<Map<string, WholeText>> {
  const filesOf = ({ input: { path, rest }, cwd }: Call) =>
    [path ?? [], String(rest?.also ?? '').split('\n')]
      .flat()
      .flatMap((one) => (one === '' ? [] : (roots.relative(one, cwd) ?? [])));
  const edited = new Set(calls.flatMap((call) => (call.tool === 'edit' ? filesOf(call) : [])));
  const names = [...new Set([...edited].map((path) => path.slice(path.lastIndexOf('/') + 1)))];
  // Agents without a tool for reading read files in the shell.
  const shows = ({ input: { command } }: Call) =>
    command !== undefined && mayShowFiles(command) && names.some((name) => command.includes(name));
  const isOnFile = (call: Call) => isFileTool(call) && filesOf(call).some((path) => edited.has(path));
  const texts = new Map<string, WholeText>();
  for (const call of calls) {
    const text = isOnFile(call) || shows(call) ? await recall(call) : undefined;
    if (!text) continue;
    const isShown = call.tool === 'read' || call.tool === 'shell';
    texts.set(call.id, { inputs: wholeInputs(call, text.input), output: isShown ? readFrame(text.output).text : '' });
  }
  return texts;
}

function isFileTool({ tool }: Call): boolean {
  return tool === 'read' || tool === 'edit' || tool === 'write';
}

/** Returns the arguments of a call with whole texts. They are JSON if the log is complete; a patch may be sent as plain text. */
function wholeInputs({ name, tool, input }: Call, text: string): CallInput[] {
  if (tool !== 'edit' && tool !== 'write') return [input];
  const named = readNamedCall(name, parse(text));
  if (name === 'apply_patch' && named.some((one) => one.input.path !== undefined)) return named.map((one) => one.input);
  const { oldText, newText } = named[0]?.input ?? {};
  return [{ ...input, ...(oldText === undefined ? {} : { oldText }), ...(newText === undefined ? {} : { newText }) }];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
