import type { FailureText } from './detect.ts';

/** Describes an exception in words: its message, what a program wrote to stderr, and its causes. */
export function failureOf(error: unknown): FailureText {
  const parts: string[] = [];
  let code: number | undefined;
  let current: unknown = error;
  // Errors wrap errors; one that is its own cause must not loop for ever.
  for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth++) {
    if (typeof current !== 'object') {
      parts.push(String(current));
      break;
    }
    const { name, message, stderr, code: named, status, statusCode, response, cause, errors } = current as ThrownLike;
    if (typeof message === 'string') parts.push(name === undefined || name === 'Error' ? message : `${name}: ${message}`);
    if (typeof stderr === 'string' || Buffer.isBuffer(stderr)) parts.push(stderr.toString());
    // `code: 'ECONNREFUSED'` of a socket, which the message may lack.
    if (typeof named === 'string' && /^E[A-Z_]{2,}$/.test(named)) parts.push(named);
    code ??= [status, statusCode, response?.status, named].find((value): value is number => typeof value === 'number');
    current = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  const text = parts.join('\n');
  return code === undefined ? { text } : { text, code };
}

interface ThrownLike {
  name?: unknown;
  message?: unknown;
  stderr?: unknown;
  code?: unknown;
  status?: unknown;
  statusCode?: unknown;
  response?: { status?: unknown };
  cause?: unknown;
  errors?: unknown;
}
