import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { redactTexts } from '../../redaction/redact-tree.ts';
import type { RedactedValue } from '../../redaction/redacted.ts';
import type { Redact } from '../../sessions/redact-part.ts';

/** Answers with a value that secrets were taken out of: the one place where the page is given anything but its own files. */
function write(context: Context, value: RedactedValue<object>, status: ContentfulStatusCode): Response {
  return context.json(value, status);
}

/** Takes secrets out of what is answered, whatever it was made of: memory, diffs of files and errors are not redacted before. */
export async function sendAnswer(
  context: Context,
  value: object,
  redact: Redact,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  return write(context, await redactTexts(value, redact), status);
}
