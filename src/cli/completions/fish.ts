import type { Completed, CompletedOption, Values } from './completed.ts';
import { quoteSingle } from './shell-text.ts';

/** Writes the script for fish. */
export function writeFish(commands: readonly Completed[]): string {
  const names = commands.flatMap(({ path, commands: below }) => below.map(({ name }) => quote(`${path} ${name}`)));
  const valued = commands.flatMap(({ path, options }) =>
    options.flatMap(({ names: own, values }) => (values ? own.map((name) => quote(`${path} ${name}`)) : [])),
  );
  return `# Completes hardwon in fish. Save it: hardwon completions fish > ~/.config/fish/completions/hardwon.fish
function __hardwon_at
    set -l command ''
    set -l is_value 0
    for word in (commandline -opc)[2..-1]
        if test $is_value = 1
            set is_value 0
        else if contains -- "$command $word" ${names.join(' ')}
            set command (string trim -- "$command $word")
        else if contains -- "$command $word" ${valued.join(' ')}
            set is_value 1
        end
    end
    test "$command" = "$argv[1]"
end
complete -c hardwon -f
${commands.flatMap(writeRules).join('\n')}
`;
}

function writeRules({ path, commands, options, values }: Completed): string[] {
  const start = `complete -c hardwon -n ${quote(`__hardwon_at ${quote(path)}`)}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...(values.choices.length > 0 || values.isPath ? [`${start}${writeValues(values)}`] : []),
    ...options.map((option) => `${start}${writeOption(option)}`),
  ];
}

function writeOption({ names, description, values }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return ` ${flags.join(' ')} -d ${quote(description)}${values ? ` -r${writeValues(values)}` : ''}`;
}

function writeValues({ choices, isPath }: Values): string {
  return `${isPath ? ' -F' : ''}${choices.length > 0 ? ` -a ${quote(choices.join(' '))}` : ''}`;
}

function quote(text: string): string {
  return quoteSingle(text.replaceAll('\\', '\\\\'), "\\'");
}
