import { isOwnProgram } from '../../agents/hook-command.ts';
import type { InstalledStart, PluginHooks } from '../../agents/hook-installer.ts';

/**
 * Returns the program that a plugin starts, if its whole text is one that this release writes, for this installation or for
 * another, whether or not the user is asked; undefined if anything in it differs.
 */
export async function readPluginProgram(
  text: string,
  hooks: PluginHooks,
  start: InstalledStart,
): Promise<readonly string[] | undefined> {
  for (const asks of [start.asks, !start.asks]) {
    const program = await readProgram(text, hooks, { ...start, asks });
    if (program) return program;
  }
  return undefined;
}

async function readProgram(text: string, hooks: PluginHooks, start: InstalledStart): Promise<readonly string[] | undefined> {
  for (const program of [start.program, SHARED]) if (text === (await hooks.render({ ...start, program }))) return program;
  const pieces = (await hooks.render({ ...start, program: STAND_INS })).split(STAND_IN);
  const found = new Map<string, string>();
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    // Every second piece is the name of a placeholder, which a path replaces.
    if (index % 2 === 1) {
      const end = endOfPath(text, at);
      const path = text.slice(at, end).replaceAll('\\\\', '\\');
      if ((found.get(piece) ?? path) !== path) return undefined;
      found.set(piece, path);
      at = end;
    } else if (text.startsWith(piece, at)) {
      at += piece.length;
    } else {
      return undefined;
    }
  }
  const program = [found.get('NODE') ?? '/node', found.get('HOOK') ?? '/dist/hook.js'];
  return at === text.length && found.size > 0 && isOwnProgram(program) ? program : undefined;
}

/** A plugin that a team shares names the program on the PATH. */
const SHARED = ['hardwon-hook'];

const STAND_INS = ['/stand-in-NODE/', '/stand-in-HOOK/'];
const STAND_IN = /\/stand-in-(NODE|HOOK)\//;

/** Returns the end of a path in a text: at a double quote, at the end of the line, or at a backslash that is not doubled. */
function endOfPath(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/["\r\n]/.test(text.charAt(at))) {
    if (text[at] !== '\\') at++;
    else if (text[at + 1] === '\\') at += 2;
    else break;
  }
  return at;
}
