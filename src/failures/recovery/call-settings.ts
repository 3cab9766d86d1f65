import type { CallInput } from '../../agents/call.ts';

/**
 * How a shell call is run, besides its command and its folder: rights that it asks for, a terminal. By the agent's own names. Left out is
 * what differs from call to call whatever the command: words for people, ids, and how long or how much to wait for.
 */
export function settingsOf({ rest }: Pick<CallInput, 'rest'>): ReadonlyMap<string, string> {
  if (rest === undefined) return NONE;
  return new Map(
    Object.entries(rest)
      .filter(([name, value]) => !passing.test(name) && (value === true || isWord(value)))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** One setting as lessons write it: `tty: true`. */
export function writeSetting(name: string, value: string): string {
  return `${name}: ${value}`;
}

/** The settings that `now` has and `before` has not, or has with another value. */
export function addedSettings(before: Pick<CallInput, 'rest'>, now: Pick<CallInput, 'rest'>): string[] {
  const known = settingsOf(before);
  return [...settingsOf(now)]
    .filter(([name, value]) => known.get(name) !== value)
    .map(([name, value]) => writeSetting(name, value));
}

/** Whether a setting switches a protection off by itself, so that nobody is asked: never a way to recommend. */
export function isUnsafeSetting(setting: string): boolean {
  return /danger|disable|bypass|unsafe|unrestricted|skip|yolo|full.?access/i.test(setting);
}

const NONE: ReadonlyMap<string, string> = new Map();

function isWord(value: string | number | boolean): boolean {
  return typeof value === 'string' && /^[A-Za-z][\w-]{1,39}$/.test(value);
}

const passing =
  /^(?:description|justification|summary|explanation|reason|title|thought|prefix_rule|shell|login)$|(?:id|_ms|tokens|timeout|wait|dir|directory|path|cwd|background|async|mode)$/i;
