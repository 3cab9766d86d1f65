import { describe, expect, it } from 'vitest';
import { readNamedCall } from '../../src/agents/tool-names.ts';

describe('readNamedCall', () => {
  it.each([
    [
      'exec_command',
      { cmd: 'make test', workdir: 'web' },
      [{ tool: 'shell', input: { command: 'make test' }, directory: 'web' }],
    ],
    ['shell', { command: ['bash', '-lc', 'make test'] }, [{ tool: 'shell', input: { command: 'make test' } }]],
    ['shell', { command: ['rg', 'a b', 'src'] }, [{ tool: 'shell', input: { command: "rg 'a b' src" } }]],
    [
      'read_file',
      { absolute_path: '/srv/a.ts', limit: 20 },
      [{ tool: 'read', input: { path: '/srv/a.ts', limit: 20 } }],
    ],
    [
      'edit',
      { filePath: 'a.ts', oldString: 'x', newString: 'y' },
      [{ tool: 'edit', input: { path: 'a.ts', oldText: 'x', newText: 'y' } }],
    ],
    ['str_replace_editor', { command: 'view', path: 'a.ts' }, [{ tool: 'read', input: { path: 'a.ts' } }]],
    [
      'search_file_content',
      { pattern: 'x', dir_path: 'src' },
      [{ tool: 'search', input: { pattern: 'x', path: 'src' } }],
    ],
    ['Task', { subagent_type: 'reviewer' }, [{ tool: 'task', input: { rest: { subagent_type: 'reviewer' } } }]],
    ['Bash', null, [{ tool: 'shell', input: {} }]],
    ['Read', 'a.ts', [{ tool: 'read', input: {} }]],
  ])('%s %j', (name, input, expected) => {
    expect(readNamedCall(name, input)).toMatchObject(expected);
  });

  it('takes a script of the code mode apart into the calls that it writes out', () => {
    const patch = '*** Begin Patch\\n*** Update File: src/a.ts\\n@@\\n-x\\n+y\\n*** End Patch';
    const source = `const r = await tools.exec_command({cmd: "make test", workdir: "web"});
      await tools.apply_patch("${patch}");
      await Promise.all([tools.exec_command({cmd: 'rg tide src'}), tools.mcp__tides__get({gauge: 'north'})]); text(r.output)`;
    for (const input of [source, { input: source }, { code: source }])
      expect(readNamedCall('exec', input)).toMatchObject([
        { tool: 'shell', name: 'exec_command', input: { command: 'make test' }, directory: 'web' },
        { tool: 'edit', name: 'apply_patch', input: { path: 'src/a.ts' } },
        { tool: 'shell', name: 'exec_command', input: { command: 'rg tide src' } },
        { tool: 'mcp', name: 'mcp__tides__get', input: { rest: { gauge: 'north' } } },
      ]);
    expect(readNamedCall('exec', 'text(tools.length)')).toEqual([{ tool: 'other', name: 'exec', input: {} }]);
    expect(readNamedCall('exec', { command: 'make test' })).toMatchObject([
      { tool: 'shell', input: { command: 'make test' } },
    ]);
  });

  it('takes a patch apart into its files, but not those it creates', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/new.ts\n+z\n*** Delete File: b.ts\r\n*** End Patch';
    for (const input of [patch, { input: patch }, { patchText: patch }])
      expect(readNamedCall('apply_patch', input).map((call) => call.input.path)).toEqual(['src/a.ts', 'b.ts']);
  });

  it('takes the places that a patch changes apart, each with the lines that must be there', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@ fn\n keep\n-old\n+new\n@@\n-gone\n*** End Patch';
    expect(readNamedCall('apply_patch', patch).map((call) => call.input)).toEqual([
      { path: 'a.ts', oldText: 'keep\nold', newText: 'keep\nnew' },
      { path: 'a.ts', oldText: 'gone' },
    ]);
  });

  it('keeps the texts of an edit whole, because their ends decide whether they are equal', () => {
    const text = 'x'.repeat(5000);
    const [call] = readNamedCall('Edit', { file_path: 'a.ts', old_string: `${text}1`, new_string: `${text}2` });
    expect([call?.input.oldText, call?.input.newText]).toEqual([`${text}1`, `${text}2`]);
  });
});
