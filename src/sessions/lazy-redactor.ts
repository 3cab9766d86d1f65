import type { Redactor } from '../redaction/redact.ts';
import type { Redact } from './redact-part.ts';

/** Prepares the rules when there is something to redact: a run without anything new never needs them. */
export function lazyRedactor(allowed: readonly string[]): Redact {
  let redactor: Promise<Pick<Redactor, 'redact'>> | undefined;
  const redact: Redact = async (texts) => {
    redactor ??= import('../redaction/redact.ts').then(({ createRedactor }) =>
      createRedactor(allowed.length > 0 ? { allow: allowed } : {}),
    );
    return (await redactor).redact(texts);
  };
  redact.allowed = new Set(allowed);
  return redact;
}
