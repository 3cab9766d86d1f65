import type { Context } from 'hono';
import { AppError } from '../../shared/errors.ts';

/** Returns the JSON body of a request. */
export async function bodyOf(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw new AppError('usage', 'The body is not JSON.', { cause });
  }
}
