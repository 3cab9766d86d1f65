import { describe, expect, it } from 'vitest';
import { classifyTool, readInput } from '../../../src/agents/claude-code/tools.ts';

describe('what a tool does', () => {
  it.each([
    ['Bash', 'shell'],
    ['PowerShell', 'shell'],
    ['Read', 'read'],
    ['NotebookRead', 'read'],
    ['Edit', 'edit'],
    ['MultiEdit', 'edit'],
    ['NotebookEdit', 'edit'],
    ['Write', 'write'],
    ['Grep', 'search'],
    ['Glob', 'list'],
    ['LS', 'list'],
    ['WebFetch', 'web'],
    ['WebSearch', 'web'],
    ['mcp__github__get_issue', 'mcp'],
    ['Task', 'task'],
    ['Agent', 'task'],
    ['BashOutput', 'other'],
    ['TodoWrite', 'other'],
    ['toString', 'other'],
  ])('%s is %s', (name, kind) => {
    expect(classifyTool(name)).toBe(kind);
  });
});

describe('the arguments that are kept', () => {
  it('of a shell', () => {
    expect(
      readInput('shell', { command: 'make', timeout: 5000, run_in_background: true, description: 'Build' }),
    ).toEqual({
      command: 'make',
      timeoutMs: 5000,
      background: true,
      rest: { description: 'Build' },
    });
  });

  it('of an edit', () => {
    const input = { file_path: '/a.ts', old_string: 'x', new_string: '', replace_all: true };
    expect(readInput('edit', input)).toEqual({ path: '/a.ts', oldText: 'x', replaceAll: true });
  });

  it('of several edits: the first, and how many', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'c', new_string: 'd' },
    ];
    expect(readInput('edit', { file_path: '/a.ts', edits })).toEqual({
      path: '/a.ts',
      oldText: 'a',
      newText: 'b',
      rest: { edits: 2 },
    });
  });

  it('of a notebook, a search, a page', () => {
    expect(readInput('edit', { notebook_path: '/a.ipynb', new_source: 'x', cell_id: 'c1' })).toEqual({
      path: '/a.ipynb',
      newText: 'x',
      rest: { cell_id: 'c1' },
    });
    expect(readInput('search', { pattern: 'a', path: 'src', glob: '*.ts', '-n': true, head_limit: 5 })).toEqual({
      pattern: 'a',
      path: 'src',
      glob: '*.ts',
      rest: { '-n': true, head_limit: 5 },
    });
    expect(readInput('web', { url: 'https://example.org', prompt: 'Sum up' })).toEqual({
      url: 'https://example.org',
      rest: { prompt: 'Sum up' },
    });
  });

  it('are short, and never objects', () => {
    const input = readInput('other', { long: 'word '.repeat(10_000), list: [1], nested: { a: 1 }, none: null });
    expect(Object.keys(input.rest ?? {})).toEqual(['long']);
    expect(String(input.rest?.long).length).toBeLessThan(1000);
    expect(readInput('shell', { command: 'x '.repeat(50_000) }).command?.length).toBeLessThan(5000);
  });

  it('are none where the input is not an object', () => {
    expect(readInput('shell', 'make')).toEqual({});
    expect(readInput('shell', undefined)).toEqual({});
    expect(readInput('shell', { command: 5 })).toEqual({ rest: { command: 5 } });
  });
});
