import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { redactTexts } from '../../redaction/redact-tree.ts';
import type { AppParts } from '../app.ts';
import { answerStatus } from './status.ts';

/** Notifies the page of changes; it then requests the data it shows. */
export function sendEvents(context: Context, parts: AppParts): Response {
  return streamSSE(context, async (stream) => {
    const bell = new Bell();
    const stop = parts.picture.onChange(() => bell.ring());
    const beat = setInterval(() => bell.ring(), 20_000);
    stream.onAbort(() => bell.ring());
    try {
      while (!stream.aborted) {
        const { version, ready, reading, problem } = answerStatus(parts);
        const told = await redactTexts({ version, ready, reading, problem }, parts.redact);
        await stream.writeSSE({ event: 'status', data: JSON.stringify(told) });
        await bell.heard();
      }
    } finally {
      clearInterval(beat);
      stop();
    }
  });
}

/**
 * Signals a change. A ring while nobody waits is heard by the next one to wait: a picture may change while the last one is being
 * sent.
 */
class Bell {
  #hasRung = false;
  #wake = () => {};

  ring(): void {
    this.#hasRung = true;
    this.#wake();
  }

  async heard(): Promise<void> {
    if (!this.#hasRung) await new Promise<void>((wake) => (this.#wake = wake));
    this.#hasRung = false;
  }
}
