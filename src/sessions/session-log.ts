import type { Call, Message } from '../agents/call.ts';

/**
 * A session with its calls and messages, in order. Kept apart from the index, so that code that reads sessions need not know the
 * database.
 */
export interface SessionLog {
  agent: string;
  session: string;
  calls: Call[];
  messages: Message[];
}
