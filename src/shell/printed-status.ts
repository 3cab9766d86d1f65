import type { ParsedCommand, ShellCommand } from '../programs/command.ts';

/** An exit status that a call printed itself, with the command it belongs to. */
export interface PrintedStatus {
  readonly command: ShellCommand;
  readonly code: number;
  /** The line that shows it. */
  readonly line: string;
}

/** Whether a command line may print a status; checked before it is parsed. */
export function mayPrintStatus(text: string): boolean {
  return text.includes('$?') || /pipestatus/i.test(text);
}

/**
 * Returns the statuses that `; echo "exit=$?"` printed, each with the command before it. For a pipe that is the last command,
 * unless the status of the first is printed.
 */
export function readPrintedStatuses(parsed: ParsedCommand, output: string): PrintedStatus[] {
  const lines = output.split('\n').map((line) => line.trim());
  let from = 0;
  return parsed.commands.flatMap((printer, index) => {
    const template = readTemplate(printer, parsed);
    if (!template) return [];
    const command = template.isFirst
      ? firstOfPipe(parsed.commands, index)
      : (template.owner ?? before(parsed.commands, index));
    const at = lines.findIndex((line, place) => place >= from && codeIn(line, template) !== undefined);
    const line = lines[at];
    const code = line === undefined ? undefined : codeIn(line, template);
    if (!command || line === undefined || code === undefined) return [];
    from = at + 1;
    return [{ command, code, line }];
  });
}

/** Returns a status that a script prints on its last line in one of the common forms: `exit=127`, `EXIT: 1`, `rc=2`. */
export function readLastStatus(output: string): { code: number; line: string } | undefined {
  const text = output.trimEnd();
  const line = text.slice(text.lastIndexOf('\n') + 1).trim();
  const code = LAST_STATUS.exec(line)?.[1];
  return code === undefined ? undefined : { code: Number(code), line };
}

const LAST_STATUS =
  /^[-=# ]{0,8}(?:exit(?:[ _-]?(?:code|status))?|rc|status|return ?code)(?: ?[=:] ?| )(\d{1,3})[-=# ]{0,8}$/i;

/** The text around a printed status. */
interface Template {
  readonly before: string;
  readonly after: string;
  /** Whether the status of the first command of a pipe is printed. */
  readonly isFirst: boolean;
  /** The command whose status was stored in a variable. */
  readonly owner?: ShellCommand | undefined;
}

function readTemplate({ name, args, nested, conditional }: ShellCommand, parsed: ParsedCommand): Template | undefined {
  // In a branch, the status is that of the condition.
  if (nested || conditional || (name !== 'echo' && name !== 'printf')) return undefined;
  const words = args.filter((arg) => !/^-[neE]+$/.test(arg));
  const text = name === 'printf' ? fillIn(words) : words.join(' ');
  const found = VARIABLE.exec(text);
  if (!found) return undefined;
  const variable = found[1] ?? '';
  const isStatus = variable === '?' || /^pipestatus/i.test(variable);
  const assigned = isStatus ? -1 : parsed.text.lastIndexOf(`${variable}=$?`);
  if (!isStatus && assigned < 0) return undefined;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  // Another expansion next to it could be any text.
  if (/[$`]/.test(before)) return undefined;
  return {
    before: before.slice(before.lastIndexOf('\n') + 1).trimStart(),
    after: /[$`\n]/.test(after) ? '' : after.trimEnd(),
    isFirst: /^pipestatus\[[01]\]/i.test(variable),
    owner: assigned < 0 ? undefined : ownerAt(parsed, assigned),
  };
}

const VARIABLE = /\$\{?(\?|pipestatus\[[01]\]|[A-Za-z_]\w{0,30})\}?/i;

/**
 * Fills in the values of a format: `printf 'exit=%s
 *
 * ' "$?"`.
 */
function fillIn([format = '', ...values]: readonly string[]): string {
  let next = 0;
  return format
    .replace(/%[sd]/g, () => values[next++] ?? '')
    .replace(/\\n$/, '')
    .replaceAll('\\n', '\n');
}

function ownerAt({ commands, text }: ParsedCommand, end: number): ShellCommand | undefined {
  return commands.findLast(({ nested, source }) => {
    const at = nested ? -1 : text.indexOf(source);
    return at >= 0 && at + source.length <= end;
  });
}

function before(commands: readonly ShellCommand[], index: number): ShellCommand | undefined {
  return commands.slice(0, index).findLast(({ nested }) => !nested);
}

function firstOfPipe(commands: readonly ShellCommand[], index: number): ShellCommand | undefined {
  return commands.slice(0, index).findLast(({ nested, piped }) => !nested && !piped);
}

function codeIn(line: string, { before: start, after: end }: Template): number | undefined {
  if (!line.startsWith(start)) return undefined;
  const code = /^\d{1,3}(?!\d)/.exec(line.slice(start.length))?.[0];
  return code !== undefined &&
    line.slice(start.length + code.length).startsWith(end) &&
    (start + end !== '' || line === code)
    ? Number(code)
    : undefined;
}
