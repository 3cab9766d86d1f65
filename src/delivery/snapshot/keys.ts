import type { Call } from '../../agents/call.ts';
import { namesOfTool } from '../../agents/mcp-name.ts';
import { indexedWords } from '../../lessons/word-index.ts';
import { hashText } from '../../shared/hash.ts';

/** The keys by which lessons are found in a snapshot: a word of the call, its tool, or a word of its error. */
export const wordKey = (word: string): string => `w ${word}`;
export const toolKey = (tool: 'shell' | 'edit' | 'search' | 'any'): string => `t ${tool}`;
export const nameKey = (name: string): string => `n ${name}`;
export const errorKey = (word: string): string => `e ${word}`;

/** The key for patterns that any error may match, because none of their words is separate in it. */
export const ANY_ERROR = 'e';

/** A text longer than this contains a script or a file, and no word by which a lesson is found. */
const LONGEST_TEXT = 20_000;

/** The parts of a call by which lessons are found. */
type KeyedCall = Pick<Call, 'tool' | 'name' | 'input' | 'cwd'>;

/** Returns the keys of lessons that may apply to a call. */
export function keysOfCall(call: KeyedCall): string[] {
  const { tool, name, input } = call;
  const keys = [toolKey('any'), ...namesOfTool(name).map(nameKey)];
  if (input.command !== undefined) keys.push(toolKey('shell'));
  if (tool === 'edit') keys.push(toolKey('edit'));
  if (input.command !== undefined || tool === 'search' || tool === 'list') keys.push(toolKey('search'));
  return [...keys, ...new Set(indexedWords(textOfCall(call)).map(wordKey))];
}

/**
 * Returns the text in which the words of rules are looked up: it includes the call's working directory, because a path may be
 * relative to it.
 */
export function textOfCall(call: KeyedCall): string {
  const { input, tool, cwd = '' } = call;
  const { command, path = '', pattern = '' } = input;
  // A search for files also names folders in its pattern.
  const text = command ?? (tool === 'list' ? `${path} ${pattern}` : path);
  return `${text.slice(0, LONGEST_TEXT)} ${cwd}`;
}

/** Returns the keys of lessons about error messages. */
export function keysOfError(error: string): string[] {
  return [ANY_ERROR, ...new Set(indexedWords(error).map(errorKey))];
}

/** Returns the mark by which a recurring failure without a lesson is recognised: it reveals nothing of the output. */
export function markUnsolved(program: string, complaint: string): string {
  return hashText(`${program}\n${complaint}`);
}
