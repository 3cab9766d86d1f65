import type { Completed } from './completed.ts';
import { casePatterns, PATHS, walkRows } from './shell-text.ts';

/** Writes the script for bash, 3.2 of macOS included. */
export function writeBash(commands: readonly Completed[]): string {
  const { below, valued, values, words } = walkRows(commands);
  return `# Completes hardwon in bash. In ~/.bashrc: eval "$(hardwon completions bash)"
_hardwon() {
  local IFS=$' \\t\\n' current=\${COMP_WORDS[COMP_CWORD]} command='' option='' word='' words='' index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]} option=''
    case "$command $word" in
      ${casePatterns(below)}) command="\${command:+$command }$word" ;;
      ${casePatterns(valued)}) option=$word; index=$((index + 1)) ;;
    esac
    # Bash splits --option=value into three words.
    [[ -n $option && \${COMP_WORDS[index]} == '=' ]] && index=$((index + 1))
  done
  # The word at the cursor is the value of the option only if the loop stepped over it.
  ((index > COMP_CWORD)) || option=''
  [[ $current == '=' ]] && current=''
  if [[ -n $option ]]; then
    case "$command $option" in
${values.map(([key, value]) => `      '${key}') words='${value}' ;;`).join('\n')}
    esac
  else
    case "$command" in
${words.map(([key, value]) => `      '${key}') words='${value.join(' ')}' ;;`).join('\n')}
    esac
  fi
  if [[ " $words " == *' ${PATHS} '* && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
    IFS=$' \\t\\n'
  fi
  COMPREPLY+=($(compgen -W "\${words//${PATHS}/}" -- "$current"))
}
complete -F _hardwon hardwon
`;
}
