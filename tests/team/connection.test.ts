import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TeamConnection } from '../../src/team/connection.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Starts a server that lets everybody in, and then never answers again. Returns its port. */
async function startSilent(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    // AuthenticationOk, ReadyForQuery.
    socket.once('data', () => socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('the connection to a team', () => {
  it('takes a server that falls silent for one that cannot be reached', async () => {
    const place = { host: '127.0.0.1', port: await startSilent(), user: 'ada', database: 'team', tls: 'off' } as const;
    const connection = await TeamConnection.open(place, {}, 100);
    await expect(connection.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    await connection.close();
  });
});
