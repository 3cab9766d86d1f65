import type { CallEnd, CallStep, DescribedSession, Step, ToolUse } from '../described-session.ts';
import { isCall } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';

/** A call and its result as the client writes them, without ids and times. */
export interface CodexCall {
  sent: Record<string, unknown>;
  /** Nothing where the log ends before it. */
  result?: Record<string, unknown>;
  /** Events between the two. */
  events: Record<string, unknown>[];
}

/** What of the sessions Codex has no words for. */
export function findUntold(sessions: readonly DescribedSession[]): string | undefined {
  for (const { steps } of sessions) {
    const untold = findUntoldStep(steps);
    if (untold !== undefined) return untold;
  }
  return undefined;
}

/** Reads and searches are commands here; edits are patches. */
export function codexCall(call: CallStep, cwd: string): CodexCall {
  const { use, end } = call;
  switch (use.tool) {
    case 'write':
    case 'edit':
      return patchCall(use, end, cwd);
    case 'task':
      return functionCall(
        'spawn_agent',
        { message: use.task, task_name: 'helper' },
        'collaboration',
        '{"task_name":"helper"}',
        end,
      );
    case 'named':
      return serverCall(use, end);
    default:
      return shellCall(use, end, cwd);
  }
}

function findUntoldStep(steps: readonly Step[]): string | undefined {
  for (const step of steps) {
    if (!isCall(step)) continue;
    const { use, end } = step;
    if (step.hook !== undefined) return 'what hooks say after a call takes the place of its result';
    if (end.how === 'cancelled') return 'calls are not cancelled for a sibling';
    if (end.how === 'error' && use.tool !== 'shell' && !isMismatch(use, end.text))
      return `the errors of ${use.tool} are other ones`;
    if (use.tool === 'named' && !use.name.startsWith('mcp__')) return `there is no ${use.name}`;
    if (end.how === 'blocked' && /\b(?:Read|Grep|Glob|Edit|Write) tool\b/.test(end.text))
      return 'the hook names a tool that is not there';
    if (use.tool === 'web') return 'pages are not read';
    if ((use.tool === 'edit' || use.tool === 'write') && (end.how === 'denied' || end.how === 'rejected'))
      return 'refused patches end the turn';
    const untold = use.tool === 'task' ? findUntoldStep(use.steps) : undefined;
    if (untold !== undefined) return untold;
  }
  return undefined;
}

type CommandUse = Exclude<ToolUse, { tool: 'write' | 'edit' | 'task' | 'named' }>;

function shellCall(use: CommandUse, end: CallEnd, cwd: string): CodexCall {
  const command = commandOf(use);
  const timeoutMs = use.tool === 'shell' ? use.timeoutMs : undefined;
  const isTimed = timeoutMs !== undefined || end.how === 'error';
  const args = isTimed
    ? { command, workdir: cwd, timeout_ms: timeoutMs ?? 120_000 }
    : { cmd: command, workdir: cwd, yield_time_ms: 10_000, max_output_tokens: 12_000 };
  const name = isTimed ? 'shell_command' : 'exec_command';
  const settings = use.tool === 'shell' ? use.settings : undefined;
  const sent = { type: 'function_call', name, arguments: JSON.stringify({ ...args, ...settings }) };
  const output = shellOutput(use, end, command, isTimed);
  return { sent, events: [], result: output === undefined ? undefined : { type: 'function_call_output', output } };
}

function shellOutput(use: CommandUse, end: CallEnd, command: string, isTimed: boolean): string | undefined {
  switch (end.how) {
    case 'ok':
      if (use.tool === 'shell' && use.background) return frame('Process running with session ID 7', '');
      return end.interpreted !== undefined || (use.tool === 'search' && end.prints === '')
        ? exited(1, end.prints, isTimed)
        : exited(0, end.prints, isTimed);
    case 'exit':
      return exited(end.code, end.prints, isTimed);
    case 'error':
      return exited(
        124,
        end.text.replace(/^Command timed out after .*/, 'command timed out after 120000 milliseconds'),
        isTimed,
      );
    case 'missing':
      return exited(use.tool === 'read' ? 1 : 2, missingText(use), isTimed);
    case 'rejected':
      return `exec_command failed for \`/bin/bash -lc '${command}'\`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }`;
    case 'blocked':
      return `Command blocked by PreToolUse hook: ${end.text}. Command: ${command}`;
    case 'denied':
      return `\`${command}\` rejected: blocked by policy`;
    default:
      return undefined;
  }
}

function commandOf(use: CommandUse): string {
  switch (use.tool) {
    case 'shell':
      return use.command;
    case 'read':
      return use.offset === undefined
        ? `cat ${use.path}`
        : `sed -n '${use.offset},${use.offset + (use.limit ?? 200) - 1}p' ${use.path}`;
    case 'search':
      return ['rg -n', quote(use.pattern), ...(use.glob === undefined ? [] : [`-g ${quote(use.glob)}`]), use.path ?? []]
        .flat()
        .join(' ');
    case 'list':
      return ['rg --files', `-g ${quote(use.pattern)}`, use.path ?? []].flat().join(' ');
    case 'web':
      throw new Error('pages are not read');
  }
}

function missingText(use: CommandUse): string {
  if (use.tool === 'read')
    return use.offset === undefined
      ? `cat: ${use.path}: No such file or directory`
      : `sed: can't read ${use.path}: No such file or directory`;
  if ((use.tool === 'search' || use.tool === 'list') && use.path !== undefined)
    return `rg: ${use.path}: No such file or directory (os error 2)`;
  throw new Error(`missing: makes no sense for ${use.tool} without a path`);
}

function patchCall(use: Extract<ToolUse, { tool: 'write' | 'edit' }>, end: CallEnd, cwd: string): CodexCall {
  const lines =
    use.tool === 'write'
      ? [`*** Add File: ${use.path}`, ...signed('+', use.content)]
      : [`*** Update File: ${use.path}`, '@@', ...signed('-', use.old), ...signed('+', use.new)];
  const input = ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
  const sent = { type: 'custom_tool_call', status: 'completed', name: 'apply_patch', input };
  if (end.how === 'open') return { sent, events: [] };
  const path = absolutePath(use.path, cwd);
  const done = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\n${use.tool === 'write' ? 'A' : 'M'} ${path}\n`;
  const output = end.how === 'ok' ? done : patchError(end, path);
  return { sent, result: { type: 'custom_tool_call_output', output }, events: [] };
}

/** An edit whose old text is not in the file: the one error of edits that every client has. */
function isMismatch(use: ToolUse, error: string): boolean {
  return use.tool === 'edit' && error.startsWith('String to replace not found');
}

function patchError(end: CallEnd, path: string): string {
  if (end.how === 'blocked') return `Command blocked by PreToolUse hook: ${end.text}. Command: *** Begin Patch`;
  if (end.how === 'error') return `apply_patch verification failed: Failed to find expected lines in ${path}:\n`;
  return `apply_patch verification failed: Failed to read file to update ${path}: No such file or directory (os error 2)`;
}

function serverCall(use: Extract<ToolUse, { tool: 'named' }>, end: CallEnd): CodexCall {
  const [, server = '', tool = ''] = use.name.split('__');
  return functionCall(
    tool,
    use.input,
    `mcp__${server}`,
    `Wall time: 0.1 seconds\nOutput:\n${end.how === 'ok' ? end.prints : ''}`,
    end,
  );
}

function functionCall(
  name: string,
  args: Record<string, unknown>,
  namespace: string,
  output: string,
  end: CallEnd,
): CodexCall {
  const sent = { type: 'function_call', name, namespace, arguments: JSON.stringify(args) };
  return { sent, events: [], result: end.how === 'open' ? undefined : { type: 'function_call_output', output } };
}

function exited(code: number, prints: string, isTimed: boolean): string {
  return isTimed
    ? `Exit code: ${code}\nWall time: 1 seconds\nOutput:\n${prints}`
    : frame(`Process exited with code ${code}`, prints);
}

function frame(line: string, prints: string): string {
  return `Chunk ID: 3f9a1c\nWall time: 0.1000 seconds\n${line}\nOriginal token count: 24\nOutput:\n${prints}`;
}

function signed(sign: string, text: string): string[] {
  return text.split('\n').map((line) => `${sign}${line}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
