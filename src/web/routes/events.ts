import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { AppParts } from '../app.ts';
import { statusOf } from './status.ts';

/** Tells the page that there is something new; it then asks for what it shows. */
export function sendEvents(context: Context, parts: AppParts): Response {
  return streamSSE(context, async (stream) => {
    let wake = () => {};
    let isOver = false;
    const stop = parts.picture.onChange(() => wake());
    const beat = setInterval(() => wake(), 20_000);
    stream.onAbort(() => {
      isOver = true;
      wake();
    });
    try {
      while (!isOver && !stream.aborted) {
        const { version, ready, reading, problem } = statusOf(parts);
        await stream.writeSSE({ event: 'status', data: JSON.stringify({ version, ready, reading, problem }) });
        await new Promise<void>((next) => {
          wake = next;
        });
      }
    } finally {
      clearInterval(beat);
      stop();
    }
  });
}
