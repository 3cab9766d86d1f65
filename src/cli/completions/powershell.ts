import type { Completed } from './completed.ts';
import { quoteSingle } from './shell-text.ts';

/** Writes the script for PowerShell, on Windows and elsewhere. Where no words are known, it offers the names of files itself. */
export function writePowerShell(commands: readonly Completed[]): string {
  return `# Completes hardwon in PowerShell. In $PROFILE: hardwon completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'hardwon' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @{
${commands.map((command) => `        ${quote(command.path)} = @(\n${writeWords(command)}\n        )`).join('\n')}
    }
    $values = @{
${commands.flatMap(writeValues).join('\n')}
    }
    $command = ''
    $option = ''
    foreach ($element in ($commandAst.CommandElements | Select-Object -Skip 1)) {
        if ($element.Extent.EndOffset -ge $cursorPosition) { break }
        $word = $element.Extent.Text
        if ($option) { $option = ''; continue }
        $longer = "$command $word".Trim()
        if ($words.ContainsKey($longer)) { $command = $longer }
        elseif ($values.ContainsKey("$command $word")) { $option = "$command $word" }
    }
    $found = if ($option) { $values[$option] } else { $words[$command] }
    $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
        $name, $about = $_.Split('|', 2)
        $kind = if ($name.StartsWith('-')) { 'ParameterName' } else { 'ParameterValue' }
        [System.Management.Automation.CompletionResult]::new($name, $name, $kind, $about)
    }
}
`;
}

function writeWords({ commands, options, values }: Completed): string {
  const words = [
    ...commands.map(({ name, description }) => `${name}|${description}`),
    ...values.choices.map(explainItself),
    ...options.flatMap(({ names, description }) => names.map((name) => `${name}|${description}`)),
  ];
  return words.map((word) => `            ${quote(word)}`).join(',\n');
}

function writeValues({ path, options }: Completed): string[] {
  return options.flatMap(({ names, values }) => {
    const choices = values?.choices.map((choice) => quote(explainItself(choice))).join(', ');
    return choices === undefined ? [] : names.map((name) => `        ${quote(`${path} ${name}`)} = @(${choices})`);
  });
}

/** PowerShell wants an explanation for each word. */
function explainItself(word: string): string {
  return `${word}|${word}`;
}

function quote(text: string): string {
  return quoteSingle(text, "''");
}
