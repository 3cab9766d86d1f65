/**
 * The program that an agent starts for a hook: `node dist/hook.js EVENT AGENT`, with the event as JSON on stdin; the answer goes
 * to stdout.
 *
 * It loads the rest with V8's code cache of the last start: compiling takes 7 ms for a call without an answer, and 20 ms for
 * others. It is CommonJS, because Node starts it 6 ms faster than a module. Whatever goes wrong, it exits with 0 and prints
 * nothing: the agent continues as if there were no hook.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { findOwnFolders } from '../shared/folders.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { HookProgram } from './hook.ts';

declare const __filename: string;
declare const require: (name: string) => unknown;
/** A hash of the files that are loaded here. V8 itself recognises a source only by its length. */
declare const __BUILD__: string;

process.exitCode = 0;
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

const { env } = process;
const home = env.HOME || env.USERPROFILE || (require('node:os') as typeof import('node:os')).homedir();
const folders = findOwnFolders({ env, home });
const codeName = `code-${__BUILD__}-${process.version}-${process.arch}`;
const codeFolder = join(folders.cache, 'live', codeName);
const loaded = new Map<string, { exports: object; script: Script }>();

(load('./hook-main.cjs') as HookProgram).runHook({
  home,
  folders,
  programs: dirname(__filename),
  hasCode: existsSync(codeFolder),
  keepCode,
});

/** Loads a file next to this one, compiled once for all starts, or a built-in module. */
function load(name: string): unknown {
  if (!name.startsWith('./')) return require(name);
  const known = loaded.get(name);
  if (known) return known.exports;
  const path = join(dirname(__filename), name);
  const cachedData = readQuietly(join(codeFolder, basename(name)));
  // Built with ASCII characters only: for a text with any other character, V8 keeps two bytes for each character.
  const source = readFileSync(path, 'latin1');
  const script = new Script(`(function (exports, require) {${source}\n})`, {
    filename: path,
    ...(cachedData ? { cachedData } : {}),
  });
  const exports = {};
  // V8 rejects a code cache of another version.
  loaded.set(name, { exports, script });
  script.runInThisContext()(exports, load);
  return exports;
}

/** Stores the code that V8 has compiled so far, for the next start, and deletes that of other releases. */
function keepCode(): void {
  const made = `${codeFolder}.${process.pid}`;
  mkdirSync(made, { recursive: true, mode: 0o700 });
  for (const [name, { script }] of loaded) writeFileSync(join(made, basename(name)), script.createCachedData(), { mode: 0o600 });
  for (const name of readdirSync(dirname(codeFolder)))
    if (name.startsWith('code-') && !made.endsWith(name))
      rmSync(join(dirname(codeFolder), name), { recursive: true, force: true });
  renameSync(made, codeFolder);
}

function readQuietly(path: string): Buffer | undefined {
  try {
    return readRegularSync(path);
  } catch {
    return undefined;
  }
}
