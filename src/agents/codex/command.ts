import { asText } from '../../shared/json-values.ts';

/** A command as the agent meant it, without the shell that the client starts for it. */
interface UnwrappedCommand {
  command: string;
  /** Whether it was written for PowerShell. */
  isPowerShell: boolean;
}

/**
 * Returns the command in the arguments of a shell call: a string, or a list of words that usually is `["bash", "-lc", "..."]`.
 */
export function unwrapCommand(value: unknown, shell?: unknown): UnwrappedCommand | undefined {
  const asked = isPowerShell(asText(shell) ?? '');
  if (typeof value === 'string') return { command: value, isPowerShell: asked };
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string') || value.length === 0) return undefined;
  const [program = '', ...words] = value as string[];
  const script = words.at(-1) ?? '';
  const flags = words.slice(0, -1);
  if (SHELLS.test(program) && flags.length > 0 && flags.some((flag) => /^-[a-z]*c$/.test(flag))) {
    return { command: script, isPowerShell: false };
  }
  if (isPowerShell(program) && flags.some((flag) => /^-c(ommand)?$/i.test(flag)))
    return { command: script, isPowerShell: true };
  if (/(^|[\\/])cmd(\.exe)?$/i.test(program) && /^\/c$/i.test(flags[0] ?? ''))
    return { command: words.slice(1).join(' '), isPowerShell: false };
  return { command: value.map(quoteWord).join(' '), isPowerShell: asked };
}

const SHELLS = /(^|[\\/])(ba|z|da|k|fi)?sh(\.exe)?$/;

function isPowerShell(program: string): boolean {
  return /(^|[\\/])(pwsh|powershell)(\.exe)?$/i.test(program);
}

/** Quotes a word of a list if the shell would split it. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
