import type { HookScope, HookStart } from './hook-installer.ts';

/** What a command line is made for. */
export interface HookTarget {
  scope: HookScope;
  agent: string;
  /** Node and the file of the hook on this machine, absolute. */
  node: string;
  hook: string;
  platform: string;
  /** The shell that the agent uses on Windows. */
  windowsShell: 'bash' | 'cmd' | 'powershell';
}

/**
 * How the hook is started. For one user by absolute paths, because looking for programs takes time; in a file that a team shares by a name
 * on the PATH, which a colleague may not have.
 *
 * Either may be gone tomorrow, and what agents do then was measured: Gemini CLI 0.61.0 blocks every tool call when a hook's command is not
 * found, and shows what it prints to stderr; Claude Code 2.1.325 tells an error at every call; Codex 0.166.0 says nothing. So every command
 * line ends with 0 and prints nothing of its own.
 */
export function startHook(target: HookTarget): HookStart {
  const { scope, agent, node, hook, platform } = target;
  const program = scope === 'project' ? [BIN] : [node, hook];
  const shell = platform === 'win32' ? target.windowsShell : 'bash';
  return {
    scope,
    agent,
    program,
    command: (event) => {
      const words = [...program, kebab(event), agent];
      if (scope === 'project' && target.windowsShell === 'powershell') return LINES.both(words);
      return LINES[scope === 'project' ? 'bash' : shell](words);
    },
    windowsCommand: (event) => LINES[target.windowsShell]([...program, kebab(event), agent]),
  };
}

/** Whether a command line is one that `startHook` made, now or in an earlier release, for any event and agent. */
export function isHookCommand(text: string): boolean {
  return text.length < LONGEST && OWN.test(text);
}

/** Whether such a command line can be in a text at all. */
export function mayHoldHook(text: string): boolean {
  return /hardwon-hook|hook\.c?js/.test(text);
}

/** `PreToolUse` and `tool.execute.before` as `pre-tool-use` and `tool-execute-before`. */
export function kebab(event: string): string {
  return event
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z\d]+/g, '-')
    .toLowerCase();
}

/** The hook as a program on the PATH. */
const BIN = 'hardwon-hook';

const LONGEST = 4000;

/** Command lines that are quiet and end with 0, by shell. */
const LINES = {
  bash: (words: readonly string[]) => `${words.map(quotePosix).join(' ')} 2>/dev/null || true`,
  // No quotes: who passes them on to cmd escapes them in a way that it does not read. The name on the PATH needs none.
  cmd: (words: readonly string[]) => `${(words.every(isPlain) ? words : [BIN, ...words.slice(-2)]).join(' ')} 2>nul || exit /b 0`,
  powershell: (words: readonly string[]) => `try { & ${words.map(quotePowerShell).join(' ')} 2>$null } catch { }; exit 0`,
  // Both Bash and PowerShell read this. To PowerShell the braces name a variable that is not there, which is as good as $null.
  both: (words: readonly string[]) => `function h { ${words.join(' ')}; }; h 2>\${null-/dev/null}; exit 0`,
};

/** A quoted or plain word, and one that is the hook's file. */
const WORD = String.raw`(?:'(?:[^']|'\\''|'')*'|"[^"]*"|[^\s'"]+)`;
const FILE = String.raw`(?:'(?:[^']|'\\''|'')*[\\/]dist[\\/]hook\.c?js'|"[^"]*[\\/]dist[\\/]hook\.c?js"|[^\s'"]+[\\/]dist[\\/]hook\.c?js)`;

const OWN = new RegExp(
  String.raw`^(?:function h \{ |try \{ & )?(?:'?${BIN}'?|${WORD} ${FILE}) '?[a-z][a-z-]{0,40}'? '?[a-z][a-z\d-]{0,200}'?(?:; \}; h [^;]{1,40}; exit 0| 2>\$null \} catch \{ \}; exit 0| 2>/dev/null \|\| true| 2>nul \|\| exit /b 0)?$`,
);

function quotePosix(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function isPlain(word: string): boolean {
  return /^[\w+:.\\/~-]+$/.test(word);
}

function quotePowerShell(word: string): string {
  return /^[\w-]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`;
}
