import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallCare, McpProxy } from '../../../src/mcp/proxy/proxy.ts';

function makeProxy(care: Partial<CallCare> = {}) {
  const sent = { server: '', client: '' };
  const proxy = new McpProxy(
    {
      toServer(bytes) {
        sent.server += bytes.toString('latin1');
      },
      toClient(bytes) {
        sent.client += bytes.toString('latin1');
      },
    },
    { answerFailed: async (_call, answer) => answer, ...care },
  );
  const client = (text: string) => proxy.fromClient.push(Buffer.from(text));
  const server = (text: string) => proxy.fromServer.push(Buffer.from(text));
  return { proxy, sent, client, server };
}

const call = (id: number, tool = 'deploy') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":{"tag":"a"}}}\n`;
const failed = (id: number | string) =>
  `{"id":${JSON.stringify(id)},  "jsonrpc":"2.0","result":{"isError":true,"content":[{"type":"text","text":"no"}]}}\n`;
const worked = (id: number | string) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[]}}\n`;
const settle = () => new Promise((done) => setTimeout(done, 5));

describe('McpProxy', () => {
  it('passes every byte in both directions, however they come', () => {
    const line = fc.oneof(
      fc.constant(call(1)),
      fc.constant(worked(1)),
      fc.constant('not json\r\n'),
      fc.constant('\n'),
      fc.constant('[{"id":1,"method":"tools/call"}]\n'),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(300), { maxLength: 10 }), (lines, cuts) => {
        const all = Buffer.from(lines.join(''), 'latin1');
        const at = [...new Set([0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length])].sort((a, b) => a - b);
        const { proxy, sent } = makeProxy();
        for (const [index, from] of at.entries()) {
          proxy.fromClient.push(all.subarray(from, at[index + 1]));
          proxy.fromServer.push(all.subarray(from, at[index + 1]));
        }
        proxy.fromClient.end();
        proxy.fromServer.end();
        expect(sent.server).toBe(all.toString('latin1'));
        expect(sent.client).toBe(all.toString('latin1'));
      }),
    );
  });

  it('hands on the very bytes of a failed answer that nothing is added to', async () => {
    const { sent, client, server } = makeProxy();
    client(call(1));
    server(failed(1));
    await settle();
    expect(sent.client).toBe(failed(1));
  });

  it('sends a call again under an id of its own, between lines, and answers under the id of the client', async () => {
    const { sent, client, server } = makeProxy({ answerFailed: async (_call, _answer, { again }) => again() });
    client(call(1));
    client('{"jsonrpc":"2.0","id":2,');
    server(failed(1));
    await settle();
    client('"method":"ping"}\n');
    const lines = sent.server.split('\n');
    expect(lines).toContain('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    const again = lines.find((line) => line.includes('hardwon-'));
    const request = JSON.parse(again ?? '') as { id: string };
    expect(request).toEqual({ ...JSON.parse(call(1)), id: expect.stringMatching(/^hardwon-/) });
    server(worked(request.id));
    await settle();
    expect(JSON.parse(sent.client)).toEqual(JSON.parse(worked(1)));
  });

  it('says nothing of a call that the client has taken back, and answers all others when the server is gone', async () => {
    const { proxy, sent, client, server } = makeProxy({ answerFailed: async (_call, _answer, { again }) => again() });
    client(call(1));
    client(call(2));
    server(failed(1));
    server(failed(2));
    client('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    await settle();
    await proxy.end();
    expect(sent.client).toBe(failed(2));
  });

  it('tells the server that a call was taken back which it was sent again, by the id that the server knows', async () => {
    const { sent, client, server } = makeProxy({ answerFailed: async (_call, _answer, { again }) => again() });
    client(call(1));
    server(failed(1));
    await settle();
    const cancelled = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n';
    client(cancelled);
    await settle();
    const [first, second, third, fourth] = sent.server.split('\n');
    const { id } = JSON.parse(second ?? '') as { id: string };
    expect([first, third]).toEqual([call(1).trim(), cancelled.trim()]);
    expect(JSON.parse(fourth ?? '')).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(sent.client).toBe('');
  });

  it('sends nothing again that was taken back while a remedy ran', async () => {
    let end = () => {};
    const { sent, client, server } = makeProxy({
      async answerFailed(_call, _answer, { again }) {
        await new Promise<void>((done) => {
          end = done;
        });
        return again();
      },
    });
    client(call(1));
    server(failed(1));
    client('{"jsonrpc":"2.0","method":"notifications\\/cancelled","params":{"requestId":1}}\n');
    end();
    await settle();
    expect(sent.server).not.toContain('hardwon-');
    expect(sent.client).toBe('');
  });

  it('tends calls of a batch, and answers with the whole of it', async () => {
    const { sent, client, server } = makeProxy({
      answerFailed: async (_call, answer) => ({
        ...answer,
        result: { isError: true, content: [{ type: 'text', text: 'known' }] },
      }),
    });
    const batch = (...lines: string[]) => `[${lines.map((line) => line.trim()).join(',')}]\n`;
    client(batch(call(1), call(2), '{"jsonrpc":"2.0","id":3,"method":"ping"}'));
    const note = '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}';
    server(batch(worked(1), note, failed(2), worked(3)));
    await settle();
    expect(JSON.parse(sent.client)).toEqual([
      JSON.parse(worked(1)),
      JSON.parse(note),
      { jsonrpc: '2.0', id: 2, result: { isError: true, content: [{ type: 'text', text: 'known' }] } },
      JSON.parse(worked(3)),
    ]);
  });

  it('hands on the very bytes of a batch that nothing is added to, and of each answer to a batch that comes alone', async () => {
    const { sent, client, server } = makeProxy();
    client(`[${call(1).trim()},${call(2).trim()}]\n`);
    const batch = `[ ${failed(1).trim()} , ${worked('x').trim()} ]\n`;
    server(batch);
    server(failed(2));
    await settle();
    expect(sent.client.split('\n').sort()).toEqual([batch.trim(), failed(2).trim(), ''].sort());
  });

  it('answers for every call that a server which is gone has not, and for none where the client is gone, too', async () => {
    const { proxy, sent, client, server } = makeProxy({
      answerFailed: async (_call, answer) => ({
        ...answer,
        error: { ...answer.error, message: `${answer.error?.message} Known.` },
      }),
    });
    client(call(1));
    client(call(2));
    client('{"jsonrpc":"2.0","id":3,"method":"ping"}\n');
    server(worked(1));
    server('{"half');
    await proxy.end('It ended with 3.');
    expect(sent.client).toBe(
      `${worked(1)}{"half\n{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"It ended with 3. Known."}}\n`,
    );
    const other = makeProxy();
    other.client(call(1));
    await other.proxy.end();
    expect(other.sent.client).toBe('');
  });

  it('writes no answer into the middle of a long line that passes in pieces', async () => {
    const { sent, client, server } = makeProxy({
      async answerFailed(_call, answer) {
        await settle();
        return { ...answer, result: {} };
      },
    });
    client(call(1));
    server(failed(1));
    const long = `{"text":"${'x'.repeat(17 * 1024 * 1024)}`;
    server(long);
    await settle();
    await settle();
    server('"}\n');
    await settle();
    expect(sent.client === `${long}"}\n{"id":1,"jsonrpc":"2.0","result":{}}\n`).toBe(true);
  });

  it('answers as the server did where tending fails', async () => {
    const { sent, client, server } = makeProxy({ answerFailed: () => Promise.reject(new Error('no')) });
    client(call(1));
    server(failed(1));
    await settle();
    expect(sent.client).toBe(failed(1));
  });
});
