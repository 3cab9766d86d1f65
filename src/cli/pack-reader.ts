import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodeCache } from '../shared/code-cache.ts';
import { findOwnFolders } from '../shared/folders.ts';

declare const require: (name: string) => unknown;

/**
 * Returns a function that reads the packs of the built program, which `scripts/pack-chunks.mjs` puts into one file each. They come
 * with the code that V8 compiled when the same command ran last: that saves a third of the time of a short run. Returns undefined on
 * a machine where hardwon keeps nothing yet: a first run is long, and takes 4% longer if its code is to be kept.
 */
export function openPacks(loader: string, build: string): ((file: string) => unknown) | undefined {
  const { env, argv } = process;
  const home = env.HOME || env.USERPROFILE || (require('node:os') as typeof import('node:os')).homedir();
  const { cache } = findOwnFolders({ env, home });
  if (!existsSync(cache)) return undefined;
  const code = new CodeCache(join(cache, 'code'), build);
  // Each command compiles other parts of a pack.
  const command = /^[a-z][a-z-]{0,19}$/.exec(argv[2] ?? '')?.[0] ?? '';
  // `uninstall` may have removed the folder.
  process.on('exit', () => existsSync(cache) && keepQuietly(code));
  return (file) => {
    const path = join(dirname(loader), file);
    const module = { exports: {} };
    const parameters = 'module, require, __filename, __dirname';
    code.compile(`${command}.${file}`, path, readFileSync(path, 'utf8'), parameters)(
      module,
      require,
      path,
      dirname(path),
    );
    return module.exports;
  };
}

/** Without the compiled code, the next start takes a little longer. */
function keepQuietly(code: CodeCache): void {
  try {
    code.keep();
  } catch {}
}
