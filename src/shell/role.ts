import type { Role } from '../programs/command.ts';
import { programOf } from '../programs/lookup.ts';
import { wordsOf } from '../shared/word-set.ts';

/** Returns the purpose of a command within its line, from its name and whether it reads from another command. */
export function roleOf(family: string, subcommand: string | undefined, flags: readonly string[], piped: boolean): Role {
  const program = programOf(family);
  const role = typeof program?.role === 'function' ? program.role(subcommand, flags) : program?.role;
  if (role === 'setup') return 'setup';
  if (!piped) return 'work';
  if (role !== undefined) return role;
  const code = wordsOf(program?.codeFlags);
  return flags.some((flag) => code.has(flag)) ? 'filter' : 'work';
}
