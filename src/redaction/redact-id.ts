import { hashText } from '../shared/hash.ts';
import type { Redacted } from './redacted.ts';

/** Ids that clients and models generate for sessions and calls: UUIDs, and a known word followed by letters and digits. */
const DRAWN =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:toolu|tooluse|call|ses|session|msg|prt|fc|item|chatcmpl-tool)[_-][A-Za-z0-9]{1,64})$/i;
/** Too short for a token. */
const SHORT = /^[\w .:#@-]{0,20}$/;

/** Returns an id unchanged if it cannot contain a secret, else a hash of it: for hooks, which have no time for the rules. */
export function redactId(id: string): Redacted {
  return (SHORT.test(id) || DRAWN.test(id) ? id : `id-${hashText(id)}`) as Redacted;
}
