import type { Completed } from './completed.ts';
import { casePatterns, listValues, PATHS, quoteSingle, walkRows } from './shell-text.ts';

/** Writes the script for zsh. */
export function writeZsh(commands: readonly Completed[]): string {
  const { below, valued, values } = walkRows(commands);
  return `#compdef hardwon
# Completes hardwon in zsh. In ~/.zshrc, after compinit: eval "$(hardwon completions zsh)"
_hardwon() {
  local command='' option='' word='' index
  local -a found flags
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index] option=''
    case "$command $word" in
      ${casePatterns(below)}) command="\${command:+$command }$word" ;;
      ${casePatterns(valued)}) option=$word; index=$((index + 1)) ;;
    esac
  done
  ((index > CURRENT)) || option=''
  # --option=value is one word in zsh.
  if [[ -z $option && $PREFIX == --*=* ]]; then
    option=\${PREFIX%%=*}
    compset -P '*='
  fi
  if [[ -n $option ]]; then
    case "$command $option" in
${values.map(([key, words]) => `      '${key}') found=(${words.split(' ').map(quote).join(' ')}) ;;`).join('\n')}
    esac
  else
    case "$command" in
${commands.map(writeArm).join('\n')}
    esac
  fi
  if (( \${found[(I)${PATHS}]} )); then
    found=("\${(@)found:#${PATHS}}")
    _files
  fi
  (( $#found )) && _describe hardwon found
  (( $#flags )) && _describe -o option flags
}
if [[ $funcstack[1] == _hardwon ]]; then _hardwon "$@"; else compdef _hardwon hardwon; fi
`;
}

function writeArm({ path, commands, options, values }: Completed): string {
  const found = [...commands.map(({ name, description }) => `${name}:${description}`), ...listValues(values)];
  const flags = options.flatMap(({ names, description }) => names.map((name) => `${name}:${description}`));
  return `      '${path}')\n        found=(${list(found)})\n        flags=(${list(flags)})\n        ;;`;
}

function list(words: readonly string[]): string {
  return words.map((word) => `\n          ${quote(word)}`).join('');
}

function quote(text: string): string {
  return quoteSingle(text, "'\\''");
}
