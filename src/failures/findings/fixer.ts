import { isDiagnostic, isRewriter, rewriteOf, type ShellCommand, scriptOf } from '../../shell/index.ts';

/**
 * Whether a command repairs what a check complains about: a formatter that writes, a linter with `--fix`, a script named
 * accordingly.
 */
export function isFixer(command: ShellCommand): boolean {
  if (command.nested || isDiagnostic(command)) return false;
  const words = [command.subcommand ?? '', ...command.args];
  const script = scriptOf(command);
  if (script !== undefined && words.some((word) => onlyLooks.test(word))) return false;
  if (script !== undefined)
    return (fixingName.test(script.name) && !checkingName.test(script.name)) || words.some(isFixFlag);
  if (isRewriter(command)) return rewriteOf(command) === 'tidies';
  // For an unknown program, its words decide.
  const verb = command.subcommand ?? command.operands[0] ?? '';
  return (
    !words.some((word) => onlyLooks.test(word)) &&
    (/^(?:fix|fmt|format|autofix)$/.test(verb) || words.includes('--fix'))
  );
}

/** Returns the command without the paths passed to it: `npx prettier --write`. */
export function withoutPaths(command: ShellCommand): string {
  const script = scriptOf(command);
  const verb =
    script?.operands ?? (command.subcommand === undefined ? command.operands.slice(0, 1).filter(isVerb) : []);
  const flags = command.flags.filter(
    (flag) => !/^--?(?:no-)?(?:colou?rs?|quiet|silent|verbose|log-level|loglevel|v|q)$/.test(flag),
  );
  // Words after `--` are meant for the tool that a script runs.
  const handed = command.arguments
    .filter(({ afterDashes, text }) => afterDashes && text.startsWith('-'))
    .map(({ text }) => text);
  const tail = handed.length === 0 ? [] : ['--', ...handed];
  return [...command.runner, command.program, command.subcommand, ...verb, ...flags, ...tail].filter(Boolean).join(' ');
}

function isVerb(word: string): boolean {
  return /^(?:fix|fmt|format|check|lint|run)$/.test(word);
}

function isFixFlag(word: string): boolean {
  return /^--(?:fix|write|autocorrect|auto-correct)$/.test(word);
}

/** Flags with which a program says what it would do, and does nothing. */
const onlyLooks =
  /^(?:--?check(?:-only|-formatted)?|--diff|-d|-l|--list-different|--dry-run|--verify-no-changes|--lint|--fix=false|--fix-dry-run)$/;

/** The name of a script that repairs: `fix`, `lint:fix`, `format`, `spotlessApply`. */
const fixingName =
  /(?:^|[:._-])(?:fix|autofix|fmt|format|prettify|prettier|beautify)(?:$|[:._ -])|spotless:?apply|[a-z]Format$/i;
const checkingName = /(?:^|[:._-])(?:check|verify|ci|lint-only|dry)(?:$|[:._ -])|[a-z]Check$/i;
