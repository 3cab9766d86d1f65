/** Whether a short output ends with a line in which the shell, or the program that was called, complains. */
export function endsInComplaint(command: string, text: string): boolean {
  if (text.length > 2000) return false;
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  if (line.length > 300) return false;
  if (SHELL_COMPLAINT.test(line)) return true;
  const speaker = /^(?:\/[\w/.-]*\/)?([\w.+-]{1,40}): /.exec(line)?.[1];
  if (speaker === undefined) return false;
  return speaker === 'fatal' ? /\bgit\b/.test(command) : command.includes(speaker) && COMPLAINT.test(line);
}

/**
 * The same for clients that never report how a command ended: there the last line of an obvious failure counts too. No program
 * that succeeded ends with such a line.
 */
export function endsInFailure(command: string, text: string): boolean {
  if (endsInComplaint(command, text)) return true;
  const tail = text.slice(-4000).trimEnd();
  const line = tail.slice(tail.lastIndexOf('\n') + 1);
  if (line.length > 300) return false;
  return (
    LAST_WORDS.test(line) ||
    (tail.includes('Traceback (most recent call last):') && /^[\w.]{1,80}(?:Error|Exception)\b/.test(line))
  );
}

/** `zsh:1: command not found: yq`. Everything that a shell prints under its own name is bad news, except warnings. */
const SHELL_COMPLAINT = /^(?:\/bin\/)?(?:ba|z|da)?sh:(?:\d+:| line \d+:)? (?!warning)/;

const COMPLAINT =
  /: .*(?:No such file or directory|Not a directory|Is a directory|[Ii]nvalid option|unrecognized (?:option|argument)|[Pp]ermission denied)/;

/** The last lines of build tools, package managers and Node when they fail. */
const LAST_WORDS =
  /^(?:make(?:\[\d+\])?: \*\*\* .*|npm (?:ERR!|error) .*|error Command failed with exit code \d+\.?|.*\bELIFECYCLE\b.*|error: could not compile .*|BUILD FAILED.*)$/;
