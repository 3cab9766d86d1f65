import type { CallInput, ToolKind } from '../../agents/call.ts';
import { namesOfTool } from '../../agents/mcp-name.ts';
import { wordsOf } from '../../lessons/word-index.ts';
import { hashText } from '../../shared/hash.ts';

/** What lessons are found by in a snapshot: a word of the call, its tool, or a word of its error. */
export const wordKey = (word: string): string => `w ${word}`;
export const toolKey = (tool: 'shell' | 'edit' | 'search' | 'any'): string => `t ${tool}`;
export const nameKey = (name: string): string => `n ${name}`;
export const errorKey = (word: string): string => `e ${word}`;

/** For patterns that any error may have, because none of their words stands alone in it. */
export const ANY_ERROR = 'e';

/** Behind this much text stands a script or a file, and no word that a lesson is found by. */
const LONGEST_TEXT = 20_000;

/** A call, as far as lessons are found by it. */
export interface KeyedCall {
  tool: ToolKind;
  name: string;
  input: CallInput;
  /** The directory that it is made in. */
  cwd?: string;
}

/** The keys of lessons that may apply to a call. */
export function keysOfCall(call: KeyedCall): string[] {
  const { tool, name, input } = call;
  const keys = [toolKey('any'), ...namesOfTool(name).map(nameKey)];
  if (input.command !== undefined) keys.push(toolKey('shell'));
  if (tool === 'edit') keys.push(toolKey('edit'));
  if (input.command !== undefined || tool === 'search' || tool === 'list') keys.push(toolKey('search'));
  return [...keys, ...new Set(wordsOf(textOfCall(call)).map(wordKey))];
}

/** Where the words of rules are looked for: a path may be named from the folder that the call is made in, so that belongs to it. */
export function textOfCall(call: KeyedCall): string {
  const { input, tool, cwd = '' } = call;
  const { command, path = '', pattern = '' } = input;
  // A search for files names folders in its pattern, too.
  const text = command ?? (tool === 'list' ? `${path} ${pattern}` : path);
  return `${text.slice(0, LONGEST_TEXT)} ${cwd}`;
}

/** The keys of lessons about what an error says. */
export function keysOfError(error: string): string[] {
  return [ANY_ERROR, ...new Set(wordsOf(error).map(errorKey))];
}

/** What a failure that recurs without a lesson is known by: nothing of what it printed. */
export function markUnsolved(program: string, complaint: string): string {
  return hashText(`${program}\n${complaint}`);
}
