/**
 * Whether a command names a path with a folder such as `(shop)` or `[id]` that is neither quoted nor escaped: a shell takes it
 * for a pattern or a subshell. The content of a here-document is plain text.
 */
export function hasBareBrackets(command: string): boolean {
  return (
    (command.includes('/(') || command.includes('/[')) &&
    BRACKETS.test(bareText(command.slice(0, LONGEST).split('<<', 1)[0] ?? ''))
  );
}

const BRACKETS = /[\w.~}-]\/(?:\([\w.-]{1,60}\)|\[{1,2}[\w.-]{1,60}\]{1,2})(?=[/\s;&|]|$)/;

/** A text longer than this is a script, and not a path of a command. */
const LONGEST = 4000;

/** Returns a command with a space for everything that is quoted or escaped. */
function bareText(command: string): string {
  let bare = '';
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const sign = command[at] ?? '';
    if (sign === '\\' && quote !== "'") {
      at++;
      bare += ' ';
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      bare += ' ';
    } else if (sign === "'" || sign === '"') {
      quote = sign;
      bare += ' ';
    } else bare += sign;
  }
  return bare;
}
