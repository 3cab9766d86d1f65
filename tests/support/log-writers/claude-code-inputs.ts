import { posix, win32 } from 'node:path';
import type { ToolUse } from '../described-session.ts';
import { defined } from './fields.ts';

/** The client's name for a tool. */
export function claudeName(use: ToolUse): string {
  switch (use.tool) {
    case 'shell':
      return 'Bash';
    case 'read':
      return 'Read';
    case 'write':
      return 'Write';
    case 'edit':
      return 'Edit';
    case 'search':
      return 'Grep';
    case 'list':
      return 'Glob';
    case 'web':
      return 'WebFetch';
    case 'task':
      return 'Agent';
    case 'named':
      return use.name;
  }
}

/** The arguments as the model sends them. */
export function claudeInput(use: ToolUse, cwd: string): Record<string, unknown> {
  switch (use.tool) {
    case 'shell':
      return defined({
        command: use.command,
        description: 'Run it',
        timeout: use.timeoutMs,
        run_in_background: use.background,
        ...use.settings,
      });
    case 'read':
      return defined({ file_path: absolutePath(use.path, cwd), offset: use.offset, limit: use.limit });
    case 'write':
      return { file_path: absolutePath(use.path, cwd), content: use.content };
    case 'edit':
      return {
        replace_all: use.all ?? false,
        file_path: absolutePath(use.path, cwd),
        old_string: use.old,
        new_string: use.new,
      };
    case 'search':
      return defined({ pattern: use.pattern, path: use.path, glob: use.glob, output_mode: searchMode(use) });
    case 'list':
      return defined({ pattern: use.pattern, path: use.path });
    case 'web':
      return { url: use.url, prompt: use.prompt };
    case 'task':
      return { description: use.task.split('\n')[0], prompt: use.task, subagent_type: use.kind };
    case 'named':
      return use.input;
  }
}

export function searchMode(use: Extract<ToolUse, { tool: 'search' }>): 'content' | 'files_with_matches' | 'count' {
  return use.mode === 'files' ? 'files_with_matches' : (use.mode ?? 'content');
}

/** File tools take absolute paths; cases name them relative to the folder the agent was in. */
export function absolutePath(path: string, cwd: string): string {
  const style = /^[A-Za-z]:[\\/]/.test(cwd) ? win32 : posix;
  return style.isAbsolute(path) || path.startsWith('~') ? path : style.join(cwd, path);
}
