import { hashText } from '../../shared/hash.ts';
import type { SessionEntry } from './entry.ts';
import { readSalt } from './salt.ts';

/**
 * Which side of the comparison a session is on: with a share of 0.2, a fifth of them is held out. Drawn from the session's id and a text
 * that only this machine has: nobody chooses it, and every hook of the session draws the same. Nothing where sessions are not compared.
 */
export function drawArm(
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
