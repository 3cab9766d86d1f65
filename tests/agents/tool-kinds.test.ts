import { describe, expect, it } from 'vitest';
import { classifyAnyTool } from '../../src/agents/tool-kinds.ts';

describe('classifyAnyTool', () => {
  it.each([
    [
      'shell',
      ['Bash', 'bash', 'PowerShell', 'shell', 'shell_command', 'exec_command', 'run_shell_command', 'run_terminal_cmd'],
    ],
    ['read', ['Read', 'read', 'read_file', 'view', 'ReadFile', 'NotebookRead']],
    [
      'edit',
      ['Edit', 'edit', 'MultiEdit', 'apply_patch', 'str_replace', 'replace', 'str_replace_editor', 'NotebookEdit'],
    ],
    ['write', ['Write', 'write_file', 'create']],
    ['search', ['Grep', 'grep', 'grep_search', 'search_file_content']],
    ['list', ['Glob', 'glob', 'LS', 'list_directory', 'find']],
    ['task', ['Task', 'Agent', 'spawn_agent']],
    ['mcp', ['mcp__harbour__tides', 'harbour__tides', 'mcp_harbour_tides']],
    ['other', ['TodoWrite', 'Skill', 'constructor']],
  ])('%s', (kind, names) => {
    for (const name of names) expect([name, classifyAnyTool(name)]).toEqual([name, kind]);
  });
});
