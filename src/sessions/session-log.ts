import type { Call, Message } from '../agents/call.ts';

/** A session with its calls and messages, in order. Apart from the index, so that whoever reads sessions need not know the database. */
export interface SessionLog {
  agent: string;
  session: string;
  calls: Call[];
  messages: Message[];
}
