import type { CallInput } from '../../agents/call.ts';

/**
 * Returns the settings of a shell call besides its command and its folder, by the agent's own names: rights that it asks for, a
 * terminal. Settings that differ from call to call whatever the command are left out: words for people, ids, and limits on
 * waiting time or output.
 */
export function settingsOf({ rest }: Pick<CallInput, 'rest'>): ReadonlyMap<string, string> {
  if (rest === undefined) return NONE;
  return new Map(
    Object.entries(rest)
      .filter(([name, value]) => !passing.test(name) && (value === true || isWord(value)))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Returns one setting as lessons write it: `tty: true`. */
export function writeSetting(name: string, value: string): string {
  return `${name}: ${value}`;
}

/** Returns the settings of `now` that `before` does not have, or has with another value. */
export function addedSettings(before: Pick<CallInput, 'rest'>, now: Pick<CallInput, 'rest'>): string[] {
  const known = settingsOf(before);
  return [...settingsOf(now)]
    .filter(([name, value]) => known.get(name) !== value)
    .map(([name, value]) => writeSetting(name, value));
}

/** Whether a setting switches a protection off by itself, so that nobody is asked; it is never recommended. */
export function isUnsafeSetting(setting: string): boolean {
  return /danger|disable|bypass|unsafe|unrestricted|skip|yolo|full.?access/i.test(setting);
}

const NONE: ReadonlyMap<string, string> = new Map();

function isWord(value: string | number | boolean): boolean {
  return typeof value === 'string' && /^[A-Za-z][\w-]{1,39}$/.test(value);
}

const passing =
  /^(?:description|justification|summary|explanation|reason|title|thought|prefix_rule|shell|login)$|(?:id|_ms|tokens|timeout|wait|dir|directory|path|cwd|background|async|mode)$/i;
