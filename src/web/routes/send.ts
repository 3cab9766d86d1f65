import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { redactTexts } from '../../redaction/redact-tree.ts';
import type { RedactedValue } from '../../redaction/redacted.ts';
import type { Redact } from '../../sessions/redact-part.ts';

/** Sends a redacted value: the only place where the page is sent anything but its own files. */
function write(context: Context, value: RedactedValue<object>, status: ContentfulStatusCode): Response {
  return context.json(value, status);
}

/** Redacts and sends a response, whatever it is made from: memory, diffs of files and errors are not redacted before. */
export async function sendAnswer(
  context: Context,
  value: object,
  redact: Redact,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  return write(context, await redactTexts(value, redact), status);
}
