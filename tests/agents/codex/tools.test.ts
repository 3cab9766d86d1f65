import { describe, expect, it } from 'vitest';
import { readTool } from '../../../src/agents/codex/tools.ts';

describe('a tool', () => {
  it.each([
    ['exec_command', undefined, { cmd: 'make' }, 'shell', 'exec_command'],
    ['shell', undefined, { command: ['bash', '-lc', 'make'] }, 'shell', 'shell'],
    ['update_plan', undefined, { plan: [] }, 'other', 'update_plan'],
    ['write_stdin', undefined, { session_id: 7 }, 'other', 'write_stdin'],
    ['spawn_agent', 'collaboration', { agent_type: 'reviewer' }, 'task', 'spawn_agent'],
    ['get', 'mcp__tides', {}, 'mcp', 'mcp__tides__get'],
    ['get', 'mcp__tides__', {}, 'mcp', 'mcp__tides__get'],
    ['_get', 'mcp__apps__tides', {}, 'mcp', 'mcp__apps__tides_get'],
    ['tides__get', undefined, {}, 'mcp', 'tides__get'],
    // A server may call its tool as the client calls one of its own.
    ['shell', 'mcp__tides', { command: 'make' }, 'mcp', 'mcp__tides__shell'],
    ['view_image', undefined, { path: 'a.png' }, 'read', 'view_image'],
    ['constructor', undefined, {}, 'other', 'constructor'],
  ])('%s in %s is known', (name, namespace, args, tool, full) => {
    expect(readTool(name, namespace, args)).toMatchObject({ tool, name: full });
  });

  it('of a shell is named by the shell, so that its commands are read as what they are', () => {
    const nameOf = (args: unknown, shell?: string) => readTool('exec_command', undefined, args, shell).name;
    expect(nameOf({ cmd: 'make' }, 'powershell')).toBe('powershell');
    expect(nameOf({ cmd: 'make', shell: 'bash' }, 'powershell')).toBe('exec_command');
    expect(nameOf({ cmd: 'make', shell: 'pwsh' })).toBe('powershell');
    expect(nameOf({ command: ['powershell.exe', '-Command', 'make'] })).toBe('powershell');
    expect(nameOf({ command: ['bash', '-lc', 'make'] }, 'powershell')).toBe('exec_command');
  });

  it('keeps what a fix may consist of', () => {
    const args = {
      cmd: 'make',
      workdir: 'web',
      timeout_ms: 9000,
      sandbox_permissions: 'require_escalated',
      yield_time_ms: 1000,
      justification: 'x',
    };
    expect(readTool('exec_command', undefined, args)).toEqual({
      tool: 'shell',
      name: 'exec_command',
      input: { command: 'make', timeoutMs: 9000, rest: { sandbox_permissions: 'require_escalated' } },
      folder: 'web',
    });
  });

  it('that patches has a path, what it replaces, and the other paths', () => {
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n*** Update File: b.ts\n@@\n-x\n+y\n*** Delete File: c.ts\n*** End Patch';
    const input = { path: 'a.ts', oldText: 'one\n', newText: 'two\n', rest: { files: 3, also: 'b.ts\nc.ts' } };
    expect(readTool('apply_patch', undefined, patch)).toMatchObject({ tool: 'edit', input });
    expect(readTool('apply_patch', undefined, { input: patch })).toMatchObject({ tool: 'edit', input });
    expect(readTool('shell', undefined, { command: ['apply_patch', patch] })).toMatchObject({
      tool: 'edit',
      name: 'apply_patch',
      input,
    });
    expect(readTool('exec_command', undefined, { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` })).toMatchObject({
      tool: 'edit',
      input,
    });
    expect(readTool('apply_patch', undefined, 'nonsense')).toEqual({ tool: 'edit', name: 'apply_patch', input: {} });
  });

  it('that only adds files writes them', () => {
    const patch = '*** Begin Patch\n*** Add File: a.ts\n+one\n*** End Patch';
    expect(readTool('apply_patch', undefined, patch)).toMatchObject({
      tool: 'write',
      input: { path: 'a.ts', newText: 'one\n' },
    });
  });
});
