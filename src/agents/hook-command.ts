import { posix, win32 } from 'node:path';
import type { HookScope, InstalledStart } from './hook-installer.ts';

/** The properties that determine a command line. */
export interface HookTarget {
  scope: HookScope;
  agent: string;
  /** Absolute paths of Node and of the hook's file on this machine. */
  node: string;
  hook: string;
  platform: string;
  /** The shell that the agent uses on Windows. */
  windowsShell: 'bash' | 'cmd' | 'powershell';
  /** Whether the agent asks the user what to keep. */
  asks?: boolean;
}

/**
 * Returns how the hook is started. For one user it uses absolute paths, because searching for programs takes time; in a file that
 * a team shares it uses a name on the PATH, which a colleague may not have.
 *
 * Either may be missing later, and the agents' reactions were measured: Gemini CLI 0.61.0 blocks every tool call when a hook's
 * command is not found, and shows its stderr; Claude Code 2.1.325 reports an error at every call; Codex 0.166.0 says nothing. So
 * every command line exits with 0 and prints nothing of its own.
 */
export function startHook(target: HookTarget): InstalledStart {
  const { scope, agent, node, hook, platform } = target;
  const program = scope === 'project' ? [BIN] : [node, hook];
  const shell = platform === 'win32' ? target.windowsShell : 'bash';
  return {
    scope,
    agent,
    program,
    asks: target.asks ?? false,
    command: (event) => {
      const words = [...program, kebab(event), agent];
      if (scope === 'project' && target.windowsShell === 'powershell') return LINES.both.write(words);
      return LINES[scope === 'project' ? 'bash' : shell].write(words);
    },
    windowsCommand: (event) => LINES[target.windowsShell].write([...program, kebab(event), agent]),
  };
}

/** The parts of a command line that `startHook` made. */
interface HookCommand {
  /** The program it starts: the name on the PATH, or Node and the hook's file. */
  program: readonly string[];
  event: string;
  agent: string;
}

/**
 * Parses a command line that `startHook` made, on this machine or another, in this release or an earlier one. A line with
 * anything else in it belongs to someone else: the parsed parts are rendered again, and the result must equal the line exactly.
 */
export function parseHookCommand(text: string): HookCommand | undefined {
  if (text.length >= LONGEST) return undefined;
  for (const form of FORMS) {
    const { before, after, read, write } = LINES[form];
    if (!text.startsWith(before) || !text.endsWith(after) || text.length < before.length + after.length) continue;
    const words = read(text.slice(before.length, text.length - after.length));
    const program = words.slice(0, -2);
    const [event = '', agent = ''] = words.slice(-2);
    if (!isOwnProgram(program) || !EVENT.test(event) || !AGENT.test(agent) || write(words) !== text) continue;
    return { program, event, agent };
  }
  return undefined;
}

/** Whether `startHook` made this command line, in this release or an earlier one, for any event and agent. */
export function isHookCommand(text: string): boolean {
  return parseHookCommand(text) !== undefined;
}

/** Whether a text can contain such a command line at all. */
export function mayHoldHook(text: string): boolean {
  return /hardwon-hook|hook\.c?js/.test(text);
}

/** Whether a command line names the hook but was not made by `startHook`: someone wrote or changed it. */
export function isForeignHookCommand(text: string): boolean {
  return /hardwon-hook|hardwon[\\/]+dist[\\/]+hook\.c?js/.test(text) && !isHookCommand(text);
}

/** Whether words are a program that `startHook` would start: the name on the PATH, or the paths of Node and the hook's file. */
export function isOwnProgram(words: readonly string[]): boolean {
  const [first = '', hook = ''] = words;
  if (words.length === 1) return first === BIN;
  if (words.length !== 2 || words.some((word) => /[\0\r\n]/.test(word))) return false;
  return isAbsolutePath(first) && isAbsolutePath(hook) && /[\\/]dist[\\/]hook\.c?js$/.test(hook);
}

/** Converts `PreToolUse` and `tool.execute.before` to `pre-tool-use` and `tool-execute-before`. */
export function kebab(event: string): string {
  return event
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z\d]+/g, '-')
    .toLowerCase();
}

/** The hook as a program on the PATH. */
const BIN = 'hardwon-hook';

const LONGEST = 4000;

const EVENT = /^[a-z][a-z\d-]{0,40}$/;
const AGENT = /^[a-z][a-z\d-]{0,200}$/;

/** A form of command line: the text around its words, how words are parsed, and how they are written. */
interface LineForm {
  before: string;
  after: string;
  read(text: string): string[];
  write(words: readonly string[]): string;
}

const FORMS = ['bash', 'cmd', 'powershell', 'both'] as const;

/** Command lines that print nothing and exit with 0, by shell. */
const LINES: Record<(typeof FORMS)[number], LineForm> = {
  bash: lineForm('', ' 2>/dev/null || true', (text) => readQuoted(text, String.raw`'\''`), quotePosix),
  // No quotes: callers of cmd escape them in a way that cmd does not understand. The name on the PATH needs none.
  cmd: {
    ...lineForm('', ' 2>nul || exit /b 0', readPlain, (word) => word),
    write: (words) => `${(words.every(isPlain) ? words : [BIN, ...words.slice(-2)]).join(' ')} 2>nul || exit /b 0`,
  },
  powershell: lineForm('try { & ', ' 2>$null } catch { }; exit 0', readPowerShell, quotePowerShell),
  // Valid in both Bash and PowerShell. For PowerShell the braces name a variable that does not exist, which works like $null.
  both: lineForm('function h { ', `; }; h 2>\${null-/dev/null}; exit 0`, readPlain, (word) => word),
};

function lineForm(before: string, after: string, read: LineForm['read'], quote: (word: string) => string): LineForm {
  return { before, after, read, write: (words) => before + words.map(quote).join(' ') + after };
}

function readPlain(text: string): string[] {
  return text.split(' ');
}

/** Parses words between single quotes, in which `quote` stands for one quote, and words without quotes. */
function readQuoted(text: string, quote: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; at++) {
    let word = '';
    if (text[at] !== "'") {
      const end = text.indexOf(' ', at);
      word = text.slice(at, end === -1 ? undefined : end);
      at += word.length;
    } else {
      at++;
      for (;;) {
        const end = text.indexOf("'", at);
        if (end === -1) return [];
        word += text.slice(at, end);
        if (!text.startsWith(quote, end)) {
          at = end + 1;
          break;
        }
        word += "'";
        at = end + quote.length;
      }
    }
    words.push(word);
  }
  return words;
}

function readPowerShell(text: string): string[] {
  return readQuoted(text, "''").map((word) => word.replace(/([‘’‚‛])\1/g, '$1'));
}

function quotePosix(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function isPlain(word: string): boolean {
  return /^[\w+:.\\/~-]+$/.test(word);
}

/** Quotes a word for PowerShell, which also treats typographic quotes as quotes. */
function quotePowerShell(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

function isAbsolutePath(path: string): boolean {
  return posix.isAbsolute(path) || win32.isAbsolute(path);
}
