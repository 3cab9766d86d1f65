import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../src/shared/errors.ts';
import { loadBinary, loadSqlite, nameBinary } from '../../src/shared/load-sqlite.ts';

const PREBUILDS = resolve(import.meta.dirname, '../../node_modules/@photostructure/sqlite/prebuilds');
const GLIBC = '@photostructure+sqlite.glibc.node';
const MUSL = '@photostructure+sqlite.musl.node';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('SQLite', () => {
  it('is loaded for this platform', () => {
    const database = new (loadSqlite().DatabaseSync)(':memory:');
    expect(database.prepare('select 6 * 7 as answer').get()).toEqual({ answer: 42 });
    database.close();
  });

  it('has a binary that is named for every platform of the package, and no other', async () => {
    const programs = {
      glibc: await writeProgram('/lib64/ld-linux-x86-64.so.2'),
      musl: await writeProgram(MUSL_LOADER),
    };
    const named = ['darwin', 'linux', 'win32'].flatMap((platform) =>
      ['x64', 'arm64'].flatMap((arch) =>
        Object.values(programs).map((execPath) => nameBinary({ platform, arch, execPath })),
      ),
    );
    const files = readdirSync(PREBUILDS, { recursive: true }).map(String);
    expect([...new Set(named)].sort()).toEqual(files.filter((name) => name.endsWith('.node')).sort());
  });

  it('is chosen by the loader that the running program names', async () => {
    const nameFor = (execPath: string) => nameBinary({ platform: 'linux', arch: 'x64', execPath });
    expect(nameFor(await writeProgram(MUSL_LOADER))).toBe(join('linux-x64', MUSL));
    expect(nameFor(await writeProgram('/nix/store/a-glibc-2.40/lib/ld-linux-x86-64.so.2'))).toBe(
      join('linux-x64', GLIBC),
    );
    // A folder that is only called like it decides nothing.
    expect(nameFor(await writeProgram('/lib64/ld-linux-x86-64.so.2', 'ld-musl/node'))).toBe(join('linux-x64', GLIBC));
    // Started as `/lib/ld-musl-x86_64.so.1 node`.
    expect(nameFor(await writeProgram(undefined, 'ld-musl-x86_64.so.1'))).toBe(join('linux-x64', MUSL));
    // What cannot be read is what most systems have.
    expect(nameFor(join(folder, 'gone'))).toBe(join('linux-x64', GLIBC));
    await writeFile(join(folder, 'short'), 'ELF');
    expect(nameFor(join(folder, 'short'))).toBe(join('linux-x64', GLIBC));
  });

  it('that has no binary for a platform says where it runs', () => {
    const error = catchError(() =>
      loadBinary(PREBUILDS, { platform: 'freebsd', arch: 'x64', execPath: process.execPath }),
    );
    expect(error).toMatchObject({
      code: 'unavailable',
      message: 'SQLite is not available for freebsd on x64.',
      hint: 'hardwon runs on Linux, macOS and Windows, on x64 and arm64. If this is one of them, install it again: npm install --global hardwon',
    });
  });

  it('with a broken binary says what to do', async () => {
    const path = join(folder, nameBinary(process));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'no binary');
    const error = catchError(() => loadBinary(folder, process));
    expect(error).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^SQLite cannot be loaded: \S[^\n]*$/),
    });
    expect(error.hint).toContain('npm install --global hardwon');
  });
});

const MUSL_LOADER = '/lib/ld-musl-x86_64.so.1';

function catchError(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}

/** Writes an ELF file of 64 bits with two segments, of which the second names the loader, if there is one. */
async function writeProgram(loader: string | undefined, name = 'node'): Promise<string> {
  const bytes = Buffer.alloc(1000);
  bytes.write('\x7fELF\x02\x01\x01', 'latin1');
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(loader === undefined ? 1 : 2, 56);
  bytes.writeUInt32LE(6, 64);
  if (loader !== undefined) {
    bytes.writeUInt32LE(3, 120);
    bytes.writeBigUInt64LE(700n, 128);
    bytes.writeBigUInt64LE(BigInt(loader.length + 1), 152);
    bytes.write(`${loader}\0`, 700);
  }
  const path = join(await mkdtemp(join(folder, 'program-')), name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
  return path;
}
