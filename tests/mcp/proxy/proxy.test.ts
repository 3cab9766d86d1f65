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
    const { sent, client, server } = makeProxy({ answerFailed: async (_call, _answer, again) => again() });
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
    const { proxy, sent, client, server } = makeProxy({ answerFailed: async (_call, _answer, again) => again() });
    client(call(1));
    client(call(2));
    server(failed(1));
    server(failed(2));
    client('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    await settle();
    await proxy.end();
    expect(sent.client).toBe(failed(2));
  });

  it('answers as the server did where tending fails', async () => {
    const { sent, client, server } = makeProxy({ answerFailed: () => Promise.reject(new Error('no')) });
    client(call(1));
    server(failed(1));
    await settle();
    expect(sent.client).toBe(failed(1));
  });
});
