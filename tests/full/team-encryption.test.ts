import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeColleague, onceWrongRunner } from '../e2e/team-stage.ts';
import { makeDatabase, type PostgresServer, startPostgres } from './support/postgres.ts';

const run = promisify(execFile);

let plain: PostgresServer;
let encrypted: PostgresServer;
let certificate: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hardwon-certificate-'));
  await chmod(folder, 0o755);
  certificate = join(folder, 'server.crt');
  const key = join(folder, 'server.key');
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...names,
  ]);
  await chmod(key, 0o600);
  if (process.getuid?.() === 0) await run('chown', ['postgres', key]);
  plain = await startPostgres();
  encrypted = await startPostgres(['ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]);
});

afterAll(async () => {
  await plain.stop();
  await encrypted.stop();
});

describe('the connection to a team', () => {
  it('is encrypted with a certificate that is checked, and refuses one that nobody vouches for', async () => {
    const url = encrypted.url(await makeDatabase(encrypted));
    const ann = await makeColleague(
      `${url}?sslmode=require&sslrootcert=${encodeURIComponent(certificate)}`,
      onceWrongRunner,
    );
    expect(await ann.share(['team', 'init'])).toMatchObject({ code: 0 });
    expect(await ann.share(['sync'])).toMatchObject({ code: 0, stdout: expect.stringContaining('Sent 1 row') });
    const unknown = await makeColleague(`${url}?sslmode=require`, onceWrongRunner);
    expect(await unknown.share(['sync'])).toMatchObject({ code: 2, stderr: expect.stringContaining('is not secure') });
    const trusting = await makeColleague(`${url}?sslmode=no-verify`, onceWrongRunner);
    expect(await trusting.share(['sync'])).toMatchObject({ code: 0 });
    const missing = await makeColleague(`${url}?sslmode=require&sslrootcert=/no/such/file`, onceWrongRunner);
    expect(await missing.share(['sync'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot read the certificate'),
    });
  });

  it('is not made at all where encryption is asked for and the server has none', async () => {
    const ann = await makeColleague(`${plain.url(await makeDatabase(plain))}?sslmode=require`, onceWrongRunner);
    expect(await ann.share(['sync'])).toMatchObject({ code: 2, stderr: expect.stringContaining('is not secure') });
  });
});
