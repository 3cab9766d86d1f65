import { wordsOf } from '../lessons/word-index.ts';
import { hashText } from '../shared/hash.ts';
import type { LiveCall } from './candidates.ts';
import type { HookCall } from './event.ts';

/** What is kept of a call until the next one: enough to tell whether that is the same, or like it, and nothing to read a secret from. */
export interface CallMarks {
  /** Equal for calls that send the same. */
  sent: string;
  /** A mark of 24 bits for each word of its command or path. */
  words: readonly number[];
}

/** Longer commands hold a script: their first words tell enough. */
const MOST_WORDS = 40;

/** Behind this much text stands a script or a file. */
const LONGEST = 20_000;

/** Marks a call; `folder` is where paths are named from. */
export function markCall(asked: HookCall, [call]: readonly LiveCall[], folder: string): CallMarks {
  const { command, path } = call?.input ?? {};
  const text = (command ?? path ?? textOfInput(asked.input)).slice(0, LONGEST);
  // All paths of a project begin alike.
  const words = wordsOf([folder, call?.cwd ?? folder].reduce((left, prefix) => left.replaceAll(`${prefix}/`, ''), text));
  return { sent: hashText(JSON.stringify(asked.input) ?? ''), words: [...new Set(words.slice(0, MOST_WORDS).map(markWord))] };
}

/** Whether one call is another form of the other: words were added or left out, or most of them are the same. */
export function isLike(first: readonly number[], second: readonly number[]): boolean {
  const shared = countShared(first, second);
  if (shared === first.length && shared === second.length) return shared > 0;
  if (shared < 2) return false;
  const isPart = shared === first.length || shared === second.length;
  return isPart || (shared >= 3 && shared * 3 >= Math.max(first.length, second.length) * 2);
}

/** Words of a call that is short: there is little in it to compare. */
const MOST_SHORT = 4;

/**
 * Whether one short call is the other with another value: `./deploy.sh abc` and the same with the whole hash, a tool of a server with the same
 * arguments. Not of a program with sub-commands: `npm test` and `npm install` are different things.
 */
export function isOtherValue(first: readonly number[], second: readonly number[], { name, input }: HookCall): boolean {
  if (first.length < 2 || first.length > MOST_SHORT || first.length !== second.length || first[0] !== second[0]) return false;
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined;
  return typeof command === 'string' ? SCRIPT.test(command) : name.startsWith('mcp_');
}

/** A command that begins with the path of a script. */
const SCRIPT = /^\s*(?:\.{0,2}\/\S+|\S+\.(?:sh|py|[cm]?js|ts|rb|pl|ps1|cmd|bat))(?:\s|$)/;

/** How many words two calls have in common. */
export function countShared(first: readonly number[], second: readonly number[]): number {
  const known = new Set(second);
  return first.filter((word) => known.has(word)).length;
}

/** The code in a lesson that a call has not: what it should have, or names besides. */
export function adviceFor(text: string, { input }: HookCall): string[] {
  const sent = textOfInput(input);
  const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => (match[1] ?? '').trim());
  return [...new Set(spans)].filter((span) => span.length > 1 && span.length <= 300 && !sent.includes(span)).slice(0, 8);
}

/** Whether a call has one of these pieces. */
export function hasOneOf(pieces: readonly string[], { input }: HookCall): boolean {
  if (pieces.length === 0) return false;
  const sent = textOfInput(input);
  return pieces.some((piece) => sent.includes(piece));
}

/** The names and values of an input, as they were sent. */
function textOfInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '');
  return Object.entries(input)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value.slice(0, LONGEST) : (JSON.stringify(value) ?? '')}`)
    .join('\n');
}

function markWord(word: string): number {
  return Number.parseInt(hashText(word), 36) % 0x1000000;
}
