import { type HookAnswer, renderUsual } from '../agents/live-client.ts';
import { findLiveClient } from '../agents/live-registry.ts';
import type { Sentence } from '../lessons/quotable.ts';
import type { HookEvent } from './event.ts';

/** An answer to a client. */
export type Answer = HookAnswer<Sentence>;

/** Claude Code passes on 9,990 characters of context whole; longer context becomes a file and a preview. */
const LONGEST_CONTEXT = 9_900;

/** Returns what the client reads from stdout: measured on the real clients, see docs/live.md. */
export function renderAnswer({ agent, name }: Pick<HookEvent, 'agent' | 'name'>, answer: Answer): string {
  const text = answer.text?.slice(0, LONGEST_CONTEXT);
  const { render = renderUsual } = findLiveClient(agent);
  return JSON.stringify(render(name, text === undefined ? answer : { ...answer, text }));
}

/** Whether a note at a moment reaches the model: if it does not, it is not sent, and not counted as shown. */
export function isHeard(
  { agent, name }: Pick<HookEvent, 'agent' | 'name'>,
  moment: 'start' | 'before' | 'after',
): boolean {
  return findLiveClient(agent).hears?.(moment, name) ?? true;
}
