import { givenId } from '../../agents/call-id.ts';
import { redactId } from '../../redaction/redact-id.ts';
import { keepRedacted, type RedactedValue } from '../../redaction/redacted.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import { asText, isJson } from '../../shared/json-values.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { FULL_REWRITTEN, rewrittenPaths } from './rewritten.ts';

/** Hooks of parallel calls each check the size before they write. */
const LARGEST = FULL_REWRITTEN + 1024 * 1024;

/** Returns a log in the form from which lessons are learned. */
export type Restate = (log: RedactedValue<SessionLog>) => RedactedValue<SessionLog>;

/**
 * Creates a function that treats calls that ran in a rewritten form as calls without a result. Their log contains the original
 * words with the outcome of the rewritten ones: neither a success nor a failure of what it says.
 */
export function makeRestater(dataDir: string): Restate {
  const known = new Set(rewrittenPaths(dataDir).flatMap(readKeys));
  if (known.size === 0) return (log) => log;
  return (log) => {
    const { agent, session, calls } = log;
    const isRewritten = calls.map(({ id }) =>
      known.has(keyOf(agent, redactId(session), redactId(givenId(id, session)))),
    );
    if (!isRewritten.includes(true)) return log;
    return keepRedacted(log, {
      ...log,
      calls: calls.map((call, at) => (isRewritten[at] ? { ...call, outcome: 'unknown', output: '' } : call)),
    });
  };
}

function readKeys(path: string): string[] {
  try {
    return readRegularSync(path, LARGEST).toString('utf8').split('\n').flatMap(parse);
  } catch {
    // Usually there is none.
    return [];
  }
}

/** Parses a line; a truncated one says nothing. */
function parse(line: string): string[] {
  try {
    const value: unknown = JSON.parse(line);
    const fields = isJson(value) ? value : {};
    const [agent, session, call] = [asText(fields.agent), asText(fields.session), asText(fields.call)];
    return agent === undefined || session === undefined || call === undefined ? [] : [keyOf(agent, session, call)];
  } catch {
    return [];
  }
}

function keyOf(...parts: string[]): string {
  return parts.join('\n');
}
