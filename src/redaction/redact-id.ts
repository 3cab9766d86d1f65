import { hashText } from '../shared/hash.ts';
import type { Redacted } from './redacted.ts';

/** What clients and models draw for sessions and calls: UUIDs, and a known word with letters and digits behind it. */
const DRAWN =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:toolu|tooluse|call|ses|session|msg|prt|fc|item|chatcmpl-tool)[_-][A-Za-z0-9]{1,64})$/i;
/** Too short for a token. */
const SHORT = /^[\w .:#@-]{0,20}$/;

/** An id as it is where it cannot hold a secret, else a name for it: for hooks, which are too quick for the rules. */
export function redactId(id: string): Redacted {
  return (SHORT.test(id) || DRAWN.test(id) ? id : `id-${hashText(id)}`) as Redacted;
}
