import type { ShellCommand } from '../programs/command.ts';
import { familyOf, holdsFor, programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';

/**
 * The ways in which a command rewrites existing files of the project. `tidies`: a formatter that writes, a linter that repairs.
 * `generates`: code is generated from another source. `replaces`: a checkout, a copy, an edit in place.
 */
export type RewriteKind = 'tidies' | 'generates' | 'replaces';

/**
 * Returns how a command rewrites files, if it does, from the facts about its program. Scripts of a project are judged elsewhere,
 * by their names.
 */
export function rewriteOf(command: ShellCommand): RewriteKind | undefined {
  const rewrites = programOf(familyOf(command.name))?.rewrites;
  if (rewrites === undefined) return undefined;
  const { replaces, generates, tidies, told, looks } = rewrites;
  const verb = command.subcommand ?? command.operands[0];
  if (typeof replaces === 'function' ? replaces(command) : holdsFor(replaces, verb)) return 'replaces';
  if (holdsFor(generates, verb)) return 'generates';
  if (command.args.some((arg) => LOOKS_ONLY.test(arg)) || command.flags.some((flag) => wordsOf(looks).has(flag)))
    return undefined;
  return holdsFor(tidies, verb) || command.flags.some((flag) => wordsOf(told).has(flag)) ? 'tidies' : undefined;
}

/** Whether it is known that a program rewrites files or that it does not. */
export function isRewriter(command: ShellCommand): boolean {
  return programOf(familyOf(command.name))?.rewrites !== undefined;
}

/** Flags with which every program that has them says what it would do, and does nothing. */
const LOOKS_ONLY =
  /^(?:--?check(?:-only|-formatted)?|--diff|--list-different|--dry-run|--verify-no-changes|--lint|--fix=false|--fix-dry-run)$/;
