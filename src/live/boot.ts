/**
 * The program that an agent starts for a hook: `node dist/hook.js EVENT AGENT`, with the event as JSON on stdin; the answer goes
 * to stdout.
 *
 * It loads the rest with V8's code cache of the last start: compiling takes 7 ms for a call without an answer, and 20 ms for
 * others. It is CommonJS, because Node starts it 6 ms faster than a module. Whatever goes wrong, it exits with 0 and prints
 * nothing: the agent continues as if there were no hook.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CodeCache } from '../shared/code-cache.ts';
import { findOwnFolders } from '../shared/folders.ts';
import type { HookProgram } from './hook.ts';

declare const __filename: string;
declare const require: (name: string) => unknown;
/** A hash of the files that are loaded here. */
declare const __BUILD__: string;

process.exitCode = 0;
process.on('uncaughtException', () => process.exit(0));
process.on('unhandledRejection', () => process.exit(0));

const { env } = process;
const home = env.HOME || env.USERPROFILE || (require('node:os') as typeof import('node:os')).homedir();
const folders = findOwnFolders({ env, home });
const code = new CodeCache(join(folders.cache, 'live'), __BUILD__);
const loaded = new Map<string, object>();

(load('./hook-main.cjs') as HookProgram).runHook({
  home,
  folders,
  programs: dirname(__filename),
  hasCode: code.has('hook-main.cjs'),
  keepCode: () => code.keep(),
});

/** Loads a file next to this one, compiled once for all starts, or a built-in module. */
function load(name: string): unknown {
  if (!name.startsWith('./')) return require(name);
  const known = loaded.get(name);
  if (known) return known;
  const path = join(dirname(__filename), name);
  // Built with ASCII characters only: for a text with any other character, V8 keeps two bytes for each character.
  const source = readFileSync(path, 'latin1');
  const exports = {};
  loaded.set(name, exports);
  code.compile(basename(name), path, source, 'exports, require')(exports, load);
  return exports;
}
