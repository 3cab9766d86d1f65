import { describe, expect, it } from 'vitest';
import { unwrapCommand } from '../../../src/agents/codex/command.ts';

describe('a command', () => {
  it.each([
    ['make test', 'make test'],
    [['bash', '-lc', 'make test | tail'], 'make test | tail'],
    [['/bin/zsh', '-lc', 'make'], 'make'],
    [['sh', '-c', 'make'], 'make'],
    [['C:\\Windows\\System32\\cmd.exe', '/c', 'dir', 'docs'], 'dir docs'],
    [['git', 'commit', '-m', "it's done"], "git commit -m 'it'\\''s done'"],
    [['bash', 'build.sh'], 'bash build.sh'],
    [['bash', '-x', 'build.sh'], 'bash -x build.sh'],
  ])('%j is %j', (value, command) => {
    expect(unwrapCommand(value)).toEqual({ command, isPowerShell: false });
  });

  it('may be written for PowerShell', () => {
    const value = ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', '-NoProfile', '-Command', 'Get-ChildItem docs'];
    expect(unwrapCommand(value)).toEqual({ command: 'Get-ChildItem docs', isPowerShell: true });
    expect(unwrapCommand('Get-ChildItem docs', 'powershell')).toEqual({
      command: 'Get-ChildItem docs',
      isPowerShell: true,
    });
  });

  it.each([[undefined], [7], [[]], [['make', 7]], [{}]])('%j is none', (value) => {
    expect(unwrapCommand(value)).toBeUndefined();
  });
});
