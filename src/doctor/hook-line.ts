import { readFileSync } from 'node:fs';
import { isHookCommand } from '../agents/hook-command.ts';
import type { HookInstaller, HookStart } from '../agents/hook-installer.ts';
import { parseJsonc } from '../config/jsonc.ts';

/** How a settings file starts the hook when a session begins. */
export interface HookLine {
  /** One text for a shell, or words that are run as they are. */
  command: string | readonly string[];
  /** The shell, where it is not that of the system. */
  shell?: string;
  /** The programs and files that it names. */
  files: string[];
}

/** The command in a settings file; undefined where the hook is there in a form that is not known. */
export function readHookLine(hooks: HookInstaller, path: string, start: HookStart): HookLine | undefined {
  // A plugin starts the program itself, by the words that were written into it.
  if (hooks.form !== 'json') return { command: [...start.program, 'session-start', start.agent], files: [...start.program] };
  const command = findCommands(parseJsonc(readFileSync(path, 'utf8')), 0).find((text) => /\bsession-start\b/.test(text));
  if (command === undefined) return undefined;
  const shell =
    process.platform === 'win32'
      ? { cmd: 'cmd', bash: 'bash', powershell: 'powershell' }[hooks.windowsShell ?? 'bash']
      : undefined;
  return { command, files: namedFiles(command), ...(shell === undefined ? {} : { shell }) };
}

/** Settings are a few levels deep. */
const DEEPEST = 8;

function findCommands(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return isHookCommand(value) ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((inner) => findCommands(inner, depth + 1));
}

/** `hardwon-hook`, or Node and the hook's file, with their quotes taken off. */
function namedFiles(command: string): string[] {
  if (/(?:^|[\s'])hardwon-hook\b/.test(command)) return ['hardwon-hook'];
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, plain]) => single?.replaceAll(`'\\''`, `'`) ?? double ?? plain ?? '',
  );
  const hook = words.findIndex((word) => /[\\/]dist[\\/]hook\.c?js$/.test(word));
  return words.slice(Math.max(0, hook - 1), hook + 1);
}
