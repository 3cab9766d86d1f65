import type { Context } from 'hono';
import { AppError } from '../../shared/errors.ts';

/** The JSON that was sent. */
export async function bodyOf(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw new AppError('usage', 'The body is not JSON.', { cause });
  }
}
