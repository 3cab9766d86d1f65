import type { Step } from '../failures/recovery/session-view.ts';

/** Arguments that say nothing about what a call was for. */
const PASSING = /^(?:description|justification|output_mode|-n|max_output_tokens|yield_time_ms)$/;

/** Returns the arguments of a call in one text; `most` is the length of the text that an edit replaces. */
export function showInput({ call: { input } }: Step, most = 200): string {
  const { command, path, pattern, glob, url, oldText } = input;
  const old =
    oldText === undefined ? undefined : `old: ${oldText.length > most ? `${oldText.slice(0, most)}…` : oldText}`;
  const rest = Object.entries(input.rest ?? {})
    .filter(([name]) => !PASSING.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  const main = command ?? [pattern, path, glob, url, old].filter(Boolean).join(' ');
  return [main, rest && `[${rest.slice(0, 160)}]`].filter(Boolean).join(' ');
}
