import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, RefusedRequest, sendRequest } from '../../src/page/api.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const started = createServer(answer);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/`;
}

describe('an answer of the server', () => {
  it('is what it says', async () => {
    const url = await serve((_, response) => response.end('{"days":["Mar 1"]}'));
    expect(await ask(url)).toEqual({ days: ['Mar 1'] });
  });

  it('is no answer where it was given up half read', async () => {
    const controller = new AbortController();
    const url = await serve((_, response) => {
      response.write('{"days":[');
      setTimeout(() => controller.abort(), 50);
    });
    await expect(ask(url, controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('is no answer where it breaks off', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"days":[');
      setTimeout(() => response.destroy(), 50);
    });
    await expect(ask(url)).rejects.toThrow();
  });

  it('is no answer where it is something else', async () => {
    const url = await serve((_, response) => response.end('<h1>Sign in</h1>'));
    await expect(ask(url)).rejects.toThrow('did not answer with JSON');
  });

  it('is a refusal, with what to do about it', async () => {
    const url = await serve((_, response) => {
      response.statusCode = 409;
      response.end('{"error":"It was changed meanwhile.","hint":"Look again."}');
    });
    const refused = await sendRequest(url, {}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedRequest);
    expect(refused).toMatchObject({ status: 409, message: 'It was changed meanwhile.', hint: 'Look again.' });
  });

  it('is a refusal also where no reason can be read', async () => {
    const url = await serve((_, response) => {
      response.statusCode = 502;
      response.end('Bad Gateway');
    });
    await expect(ask(url)).rejects.toMatchObject({ status: 502 });
  });
});
