import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse-command.ts';

function show(text: string): string[] {
  return parseCommand(text, 'powershell').commands.map((command) =>
    [command.program, ...(command.subcommand?.split(' ') ?? []), ...command.args].join(' '),
  );
}

describe('PowerShell', () => {
  it.each<[string, string[]]>([
    ['Get-Content x | Select-Object -First 5', ['Get-Content x', 'Select-Object -First 5']],
    ['$env:FOO="1"; npm test', ['npm test']],
    ['npm run build `\n  -- --mode prod', ['npm run build -- --mode prod']],
    ['npm run build `\r\n  -- --watch', ['npm run build -- --watch']],
    ['cd web; npm test', ['cd web', 'npm test']],
    ['npm ci && npm test || echo no', ['npm ci', 'npm test', 'echo no']],
    ["& \"C:\\Program Files\\lantern\\lantern.exe\" run 'it''s'", ["C:\\Program Files\\lantern\\lantern.exe run it's"]],
    ['if (Test-Path x) { npm ci } else { npm test }', ['npm ci', 'npm test']],
    ['foreach ($f in Get-ChildItem) { prettier $f }', ['prettier $f']],
    ['$out = npm test 2>&1', ['npm test']],
    ['$x = "text"', []],
    [
      'Get-ChildItem | Where-Object { $_.Name -like "*.ts" } | ForEach-Object { $_.FullName }',
      ['Get-ChildItem', 'Where-Object { $_.Name -like "*.ts" }', 'ForEach-Object { $_.FullName }'],
    ],
    ['# note\nls # more\n<# long\n note #> pwd', ['ls', 'pwd']],
    ["Set-Content a.txt @'\nline; one\n'@\nls", ['Set-Content a.txt line; one', 'ls']],
    ['Write-Host "a `"quoted`" word"', ['Write-Host a "quoted" word']],
    ['(Get-Content a.json | ConvertFrom-Json).version', []],
    ['git commit -m "a; b | c"', ['git commit -m a; b | c']],
  ])('%j', (text, expected) => {
    expect(show(text)).toEqual(expected);
    expect(parseCommand(text, 'powershell').ok).toBe(true);
  });

  it('carries variables and directories over', () => {
    const parsed = parseCommand('$env:NODE_ENV = "test"; Set-Location web; npm test', 'powershell');
    expect(parsed.main?.env).toEqual({ NODE_ENV: 'test' });
    expect(parsed.main?.dir).toBe('web');
    expect(parsed.cdAfter).toBe('web');
  });

  it('gives a parameter its value, and a switch none', () => {
    const [command] = parseCommand('Get-ChildItem -Recurse src -Filter *.ts', 'powershell').commands;
    expect(command?.operands).toEqual(['src']);
    expect(command?.arguments.find((argument) => argument.text === '-Filter')?.value).toBe('*.ts');
  });

  it('sees silenced errors', () => {
    const silent = (text: string): boolean | undefined => parseCommand(text, 'powershell').commands[0]?.stderrDiscarded;
    expect(silent('Get-Item x -ErrorAction SilentlyContinue')).toBe(true);
    expect(silent('Get-Item x -ErrorAction Stop')).toBe(false);
    expect(silent('npm test 2>$null')).toBe(true);
    expect(silent('npm test *> $null')).toBe(true);
  });

  it('sees what hides a failure', () => {
    const masks = (text: string): readonly string[] | undefined =>
      parseCommand(text, 'powershell').commands.find(({ name }) => name === 'npm')?.masks;
    expect(masks('npm test | Select-Object -Last 5')).toEqual(['pipe']);
    expect(masks('npm test; ls')).toEqual(['sequence']);
    expect(masks('npm test || echo no')).toEqual(['or-true']);
    expect(masks('cd web; npm test')).toEqual([]);
  });

  it('is about the work, not the filter', () => {
    expect(parseCommand('Set-Location web; npm test 2>&1 | Select-String fail', 'powershell').main?.name).toBe('npm');
  });

  it('takes here-strings for heredocs', () => {
    expect(parseCommand("Set-Content a @'\nx\n'@", 'powershell').heredoc).toBe(true);
  });

  it.each([['echo "open'], ['Get-Item (x'], ["Set-Content a @'\nx"]])('marks %j as broken', (text) => {
    expect(parseCommand(text, 'powershell').ok).toBe(false);
    expect(parseCommand(text, 'powershell').commands.length).toBe(1);
  });
});
