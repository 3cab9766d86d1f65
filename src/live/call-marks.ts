import { indexedWords } from '../lessons/word-index.ts';
import { hashText } from '../shared/hash.ts';
import type { LiveCall } from './candidates.ts';
import type { HookCall } from './event.ts';

/**
 * The marks of a call that are kept until the next one: enough to tell whether that one is equal or similar, but nothing from
 * which a secret could be read.
 */
export interface CallMarks {
  /** Equal for calls with the same input. */
  sent: string;
  /** A mark of 24 bits for each word of its command or path. */
  words: readonly number[];
}

/** Longer commands contain a script: their first words are enough. */
const MOST_WORDS = 40;

/** Text beyond this length is a script or a file. */
const LONGEST = 20_000;

/** Marks a call; paths are relative to `folder`. */
export function markCall(asked: HookCall, [call]: readonly LiveCall[], folder: string): CallMarks {
  const { command, path } = call?.input ?? {};
  const text = (command ?? path ?? textOfInput(asked.input)).slice(0, LONGEST);
  // All paths of a project begin with the same words.
  const words = indexedWords(
    [folder, call?.cwd ?? folder].reduce((left, prefix) => left.replaceAll(`${prefix}/`, ''), text),
  );
  return {
    sent: hashText(JSON.stringify(asked.input) ?? ''),
    words: [...new Set(words.slice(0, MOST_WORDS).map(markWord))],
  };
}

/** Whether one call is a variant of the other: words were added or left out, or most of them are the same. */
export function isLike(first: readonly number[], second: readonly number[]): boolean {
  const shared = countShared(first, second);
  if (shared === first.length && shared === second.length) return shared > 0;
  if (shared < 2) return false;
  const isPart = shared === first.length || shared === second.length;
  return isPart || (shared >= 3 && shared * 3 >= Math.max(first.length, second.length) * 2);
}

/** Upper bound for the words of a short call: there is little in it to compare. */
const MOST_SHORT = 4;

/**
 * Whether one short call is the other with a different value: `./deploy.sh abc` and the same with the whole hash, a tool of a
 * server with the same arguments. Not for a program with sub-commands: `npm test` and `npm install` are different things.
 */
export function isOtherValue(first: readonly number[], second: readonly number[], { name, input }: HookCall): boolean {
  if (first.length < 2 || first.length > MOST_SHORT || first.length !== second.length || first[0] !== second[0])
    return false;
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? SCRIPT.test(command) : name.startsWith('mcp_');
}

/** A command that begins with the path of a script. */
const SCRIPT = /^\s*(?:\.{0,2}\/\S+|\S+\.(?:sh|py|[cm]?js|ts|rb|pl|ps1|cmd|bat))(?:\s|$)/;

/** Returns how many words two calls have in common. */
export function countShared(first: readonly number[], second: readonly number[]): number {
  const known = new Set(second);
  return first.filter((word) => known.has(word)).length;
}

/** Returns the code in a lesson that a call lacks: the parts it should have, or other names in the lesson. */
export function adviceFor(text: string, { input }: HookCall): string[] {
  const sent = textOfInput(input);
  const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());
  return [...new Set(spans)]
    .filter((span) => span.length > 1 && span.length <= 300 && !sent.includes(span))
    .slice(0, 8);
}

/** Whether a call contains one of these pieces. */
export function hasOneOf(pieces: readonly string[], { input }: HookCall): boolean {
  if (pieces.length === 0) return false;
  const sent = textOfInput(input);
  return pieces.some((piece) => sent.includes(piece));
}

/** Returns the names and values of an input, as they were sent. */
function textOfInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '');
  return Object.entries(input)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'string' ? value.slice(0, LONGEST) : (JSON.stringify(value) ?? '')}`,
    )
    .join('\n');
}

function markWord(word: string): number {
  return Number.parseInt(hashText(word), 36) % 0x1000000;
}
