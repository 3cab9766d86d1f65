/**
 * What an agent starts for a hook: `node dist/hook.js EVENT AGENT`, with the event as JSON on stdin; the answer goes to stdout.
 *
 * It loads the rest with what V8 made of it the last time: compiling takes 7 ms for a call that nothing is said about, and 20 for others.
 * CommonJS, because Node starts it 6 ms faster than a module. Whatever goes wrong, it ends with 0 and prints nothing: the agent goes on as
 * if it were not there.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { findOwnFolders } from '../shared/folders.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { HookProgram } from './hook.ts';

declare const __filename: string;
declare const require: (name: string) => unknown;
/** A hash of the files that are loaded here. V8 itself knows a text again by its length only. */
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

/** A file beside this one, compiled once for all starts; a builtin module. */
function load(name: string): unknown {
  if (!name.startsWith('./')) return require(name);
  const known = loaded.get(name);
  if (known) return known.exports;
  const path = join(dirname(__filename), name);
  const cachedData = readQuietly(join(codeFolder, basename(name)));
  // Built without a letter beyond ASCII: of a text with one, V8 keeps two bytes for each letter.
  const source = readFileSync(path, 'latin1');
  const script = new Script(`(function (exports, require) {${source}\n})`, {
    filename: path,
    ...(cachedData ? { cachedData } : {}),
  });
  const exports = {};
  // V8 refuses what it made in another version of itself.
  loaded.set(name, { exports, script });
  script.runInThisContext()(exports, load);
  return exports;
}

/** Keeps what V8 has compiled so far, for the next start, and forgets what it made of another release. */
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
