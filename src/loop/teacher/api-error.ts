import { AppError } from '../../shared/errors.ts';

/** What an error of an API is told with. */
export interface ApiCall {
  host: string;
  keyEnv: string;
  model: string;
  baseUrl: string;
  timeoutMs: number;
}

/** What went wrong with a model, for people: never the request, and never the key. */
export function describeApiError(error: unknown, { host, keyEnv, model, baseUrl, timeoutMs }: ApiCall): AppError {
  if (error instanceof AppError) return error;
  const name = error instanceof Error ? error.constructor.name : '';
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
  if (name === 'APIUserAbortError') return new AppError('unavailable', 'It was stopped.', { cause: error });
  if (name === 'APIConnectionTimeoutError')
    return unavailable(
      `${host} did not answer within ${Math.round(timeoutMs / 1000)} seconds`,
      'Give it more time with teacher.timeout.',
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
    return unavailable(`${host} does not know the model ${model} (404)`, 'Set teacher.model to one that it has.', error);
  if (status === 429) return unavailable(`${host} says that there are too many requests (429)`, 'Try again later.', error);
  return unavailable(
    `${host} answered with ${status}`,
    status >= 500 ? 'Try again later.' : `Check teacher.model (${model}).`,
    error,
  );
}

function unavailable(message: string, hint: string, cause: unknown): AppError {
  return new AppError('unavailable', `${message}.`, { hint, cause });
}
