import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppParts } from '../../src/web/app.ts';
import { sendEvents } from '../../src/web/routes/events.ts';
import { leaveTexts } from '../support/unredacted.ts';

it('what changes while the change before it is told is told, too', async () => {
  let tell = () => {};
  let version = 1;
  const picture = {
    isReady: false,
    onChange(listener: () => void) {
      tell = listener;
      return () => {};
    },
    get version() {
      // The first version is on its way to the page when the second one comes.
      if (version === 1)
        queueMicrotask(() => {
          version = 2;
          tell();
        });
      return version;
    },
  };
  const parts = { picture, guard: { readOnly: false }, here: () => ({ cwd: '/', home: '/' }), redact: leaveTexts };
  const app = new Hono().get('/', (context) => sendEvents(context, parts as unknown as AppParts));
  const reader = (await app.request('/')).body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!told.includes('"version":2')) told += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(told).toMatch(/"version":1\D.*"version":2\D/s);
});
