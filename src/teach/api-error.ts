import { AppError } from '../shared/errors.ts';

/** The context of an API error. */
interface ApiCall {
  host: string;
  keyEnv: string;
  model: string;
  baseUrl: string;
  timeoutMs: number;
}

/** Describes a model's error for people: never with the request, and never with the key. */
export function describeApiError(
  error: unknown,
  { host, keyEnv, model, baseUrl, timeoutMs, isStopped }: ApiCall & { isStopped: boolean },
): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.constructor.name : '';
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  if (isStopped) return new AppError('unavailable', 'It was stopped.', { cause: error });
  if (name === 'APIUserAbortError' || name === 'APIConnectionTimeoutError')
    return unavailable(
      `${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds`,
      'Give it more time with teacher.timeout.',
      error,
    );
  if (status === undefined && isRedirection(error))
    return unavailable(
      `${host} answered with a redirection`,
      `Nothing is sent to another address: set it as teacher.baseUrl (${baseUrl}) if it is the right one.`,
      error,
    );
  if (status === undefined && name !== 'APIConnectionError')
    return unavailable(
      `${host} does not answer as this API does`,
      `Check teacher.baseUrl (${baseUrl}): it returned a web page or an incomplete answer.`,
      error,
    );
  if (status === undefined)
    return unavailable(`${host} cannot be reached`, `Check teacher.baseUrl (${baseUrl}) and the network.`, error);
  if (status === 401 || status === 403)
    return unavailable(
      `${host} does not accept the key (${status})`,
      `Check the key in the environment variable ${keyEnv}.`,
      error,
    );
  if (status === 404)
    return unavailable(
      `${host} does not know the model ${model} (404)`,
      'Set teacher.model to one that it has.',
      error,
    );
  if (status === 429) return unavailable(`${host} reports too many requests (429)`, 'Try again later.', error);
  return unavailable(
    `${host} answered with ${status}`,
    status >= 500 ? 'Try again later.' : `Check teacher.model (${model}).`,
    error,
  );
}

/** Whether fetch refused a redirect, which it reports some causes down. */
function isRedirection(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (/\bredirect\b/.test(cause.message)) return true;
  return false;
}

function unavailable(message: string, hint: string, cause: unknown): AppError {
  return new AppError('unavailable', `${message}.`, { hint, cause });
}
