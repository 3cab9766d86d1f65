import type { Call } from '../agents/call.ts';
import { readNamedCall } from '../agents/tool-names.ts';
import { keysOfCall, textOfCall } from '../delivery/snapshot/keys.ts';
import type { Snapshot } from '../delivery/snapshot/layout.ts';
import type { SnapshotLesson } from '../delivery/snapshot/snapshot.ts';
import { joinPath } from '../shared/paths.ts';
import type { HookCall } from './event.ts';

/** A parsed call of a hook, in the form that triggers use. */
export type LiveCall = Pick<Call, 'id' | 'thread' | 'tool' | 'name' | 'input' | 'cwd'>;

/** Upper bound for the lessons checked for one call; the most valuable ones come first. */
const MOST_CANDIDATES = 300;

/** Parses a call. A patch of several places yields one for each. */
export function readLiveCalls({ id, name, input }: HookCall, cwd: string, thread: string | undefined): LiveCall[] {
  return readNamedCall(name, input).map(({ directory, ...call }) => ({
    ...call,
    id,
    cwd: directory === undefined ? cwd : joinPath(cwd, directory),
    thread,
  }));
}

/**
 * Finds the lessons that may apply to one of these calls, by comparing texts. Most calls have none, and then nothing else is
 * loaded.
 */
export function findCandidates(calls: readonly LiveCall[], agent: string, snapshot: Snapshot): SnapshotLesson[] {
  const texts = calls.map(textOfCall);
  return findLessons(calls.flatMap(keysOfCall), agent, snapshot).filter(({ needs = [] }) =>
    texts.some((text) => needs.every((forms) => forms.some((pieces) => pieces.every((piece) => text.includes(piece))))),
  );
}

/** Finds the lessons that have one of the keys and apply to the agent. */
export function findLessons(keys: readonly string[], agent: string, snapshot: Snapshot): SnapshotLesson[] {
  const numbers = snapshot.find(keys).slice(0, MOST_CANDIDATES);
  return snapshot.lessons(numbers).filter(({ agents }) => !agents || agents.includes(agent));
}
