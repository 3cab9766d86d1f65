import { hashText } from '../../shared/hash.ts';
import type { SessionEntry } from './entry.ts';
import { readSalt } from './salt.ts';

/**
 * Returns the arm of the comparison to which a session belongs: with a share of 0.2, a fifth of them is held out. It is derived
 * from the session's id and a text that only this machine has: nobody chooses it, and every hook of the session gets the same
 * result. Undefined if sessions are not compared.
 */
export function assignControlGroup(
  dataDir: string,
  { agent, session }: Pick<SessionEntry, 'agent' | 'session'>,
  share = 0,
): SessionEntry['arm'] | undefined {
  if (!(share > 0) || session === '') return undefined;
  const salt = readSalt(dataDir);
  if (salt === undefined) return undefined;
  const [digits = ''] = hashText(`${salt} ${agent} ${session}`).split('-');
  return Number.parseInt(digits, 36) / 2 ** 53 < share ? 'held-out' : 'told';
}
