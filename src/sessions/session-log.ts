import type { Call, Message } from '../agents/call.ts';
import type { SessionKey } from './read.ts';

/**
 * A session with its calls and messages, in order. Kept apart from the index, so that code that reads sessions need not know the
 * database.
 */
export interface SessionLog extends SessionKey, SessionContent {}

/** What a session holds, in order and numbered together. */
export interface SessionContent {
  calls: Call[];
  /** What people typed. */
  messages: Message[];
  /** What agents wrote. */
  statements: Message[];
}

/** Returns a session without content. */
export function emptyContent(): SessionContent {
  return { calls: [], messages: [], statements: [] };
}

/** Adds a message where it belongs. */
export function addMessage(content: SessionContent, message: Message): void {
  (message.thread === undefined ? content.messages : content.statements).push(message);
}
