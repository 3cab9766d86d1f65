import type { Call } from '../../agents/call.ts';
import { takeTyped } from '../../agents/typed-words.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import type { Work } from './review-work.ts';

/** Upper bound: the end of an output says how it ended. */
const MOST_OUTPUT = 1_000;

/**
 * Describes a session for a reviewer: what people asked for, what was changed and run, and with what result. Files that were only
 * read are named.
 */
export function describeSession({ session, calls, messages }: SessionLog): Work {
  const items = [
    ...messages
      .map(({ seq, text }) => ({ seq, typed: takeTyped(text) }))
      .filter(({ typed }) => typed !== '')
      .map(({ seq, typed }) => ({ seq, text: `## The user said\n${typed}` })),
    ...calls.map((call) => ({ seq: call.seq, text: describeCall(call) })),
  ];
  return {
    kind: 'session',
    name: session,
    text: items
      .sort((a, b) => a.seq - b.seq)
      .map(({ text }) => text)
      .join('\n\n'),
  };
}

function describeCall({ name, input, outcome, exitCode, output }: Call): string {
  const { command, path, pattern, url, oldText, newText } = input;
  const what = [command, path, pattern, url].filter((part) => part !== undefined).join(' ');
  const ended = `${outcome}${exitCode === undefined || exitCode === 0 ? '' : `, exit code ${exitCode}`}`;
  const change = [oldText && prefix('-', oldText), newText && prefix('+', newText)].filter(Boolean);
  const said = output.trim() === '' ? [] : [output.length > MOST_OUTPUT ? `…${output.slice(-MOST_OUTPUT)}` : output];
  return [`## ${name}${what === '' ? '' : `: ${what}`} (${ended})`, ...change, ...said].join('\n');
}

function prefix(mark: string, text: string): string {
  return text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');
}
