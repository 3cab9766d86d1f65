import { closeSync, existsSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from './errors.ts';
import { openRegularSync } from './regular-file.ts';

/** The part of SQLite that is used. Its binary exports it; the package's JavaScript only adds what nothing here calls. */
type Sqlite = Pick<typeof import('@photostructure/sqlite'), 'DatabaseSync'>;

/** The platform that a binary must fit. */
interface Platform {
  platform: string;
  arch: string;
  /** The program that runs: its loader shows which C library it uses. */
  execPath: string;
}

declare const HARDWON_PREBUILDS: string | undefined;

let loaded: Sqlite | undefined;

/** Loads the SQLite of this platform. Call it where a database is opened and not before, because most commands open none. */
export function loadSqlite(): Sqlite {
  loaded ??= loadBinary(findPrebuilds(), process);
  return loaded;
}

/** Loads the one binary in a folder of prebuilt ones that fits a platform. */
export function loadBinary(folder: string, running: Platform): Sqlite {
  const path = join(folder, nameBinary(running));
  if (!existsSync(path))
    throw new AppError('unavailable', `SQLite is not available for ${running.platform} on ${running.arch}.`, {
      hint: 'hardwon runs on Linux, macOS and Windows, on x64 and arm64. If this is one of them, install it again: npm install --global hardwon',
    });
  try {
    return createRequire(import.meta.url)(path) as Sqlite;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new AppError('unavailable', `SQLite cannot be loaded: ${reason}`, {
      hint: 'Install hardwon again: npm install --global hardwon. On Linux it needs glibc 2.29 or newer, or musl.',
      cause: error,
    });
  }
}

/** Returns the path of a platform's binary below the folder of prebuilt ones. Only Linux has a choice of C libraries. */
export function nameBinary({ platform, arch, execPath }: Platform): string {
  const library = platform === 'linux' && usesMusl(execPath) ? 'musl' : 'glibc';
  return join(`${platform}-${arch}`, `@photostructure+sqlite.${library}.node`);
}

/** The build copies the binaries beside its own files; the sources use those of the installed package. */
function findPrebuilds(): string {
  if (typeof HARDWON_PREBUILDS === 'string') return fileURLToPath(new URL(HARDWON_PREBUILDS, import.meta.url));
  return join(dirname(createRequire(import.meta.url).resolve('@photostructure/sqlite/package.json')), 'prebuilds');
}

/**
 * Whether a Linux program uses musl. Files such as /etc/alpine-release tell only what the system prefers, and a report of Node
 * takes longer than loading SQLite.
 */
function usesMusl(program: string): boolean {
  try {
    // Where the loader itself was asked to start Node, it is the program.
    return /\bld-musl\b/.test(readLoader(program) ?? program);
  } catch {
    return false;
  }
}

/** Offsets and sizes in an ELF file of 64 bits, and the type of the segment that names the loader. */
const ELF = {
  header: 64,
  tableAt: 32,
  entrySizeAt: 54,
  countAt: 56,
  offsetAt: 8,
  lengthAt: 32,
  loaderType: 3,
} as const;

/** Returns the loader that a program names in its ELF header: `/lib64/ld-linux-x86-64.so.2`, `/lib/ld-musl-x86_64.so.1`. */
function readLoader(program: string): string | undefined {
  const file = openRegularSync(program);
  const read = (at: number, length: number) => {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  };
  try {
    const header = read(0, ELF.header);
    const size = header.readUInt16LE(ELF.entrySizeAt);
    const table = read(Number(header.readBigUInt64LE(ELF.tableAt)), size * header.readUInt16LE(ELF.countAt));
    for (let at = 0; at < table.length; at += size)
      if (table.readUInt32LE(at) === ELF.loaderType) {
        const length = Math.min(4096, Number(table.readBigUInt64LE(at + ELF.lengthAt)));
        return read(Number(table.readBigUInt64LE(at + ELF.offsetAt)), length).toString('latin1');
      }
    return undefined;
  } finally {
    closeSync(file);
  }
}
