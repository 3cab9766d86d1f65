import type { Role } from '../programs/command.ts';
import { FILTER_PROGRAMS, INLINE_CODE_FLAGS, SETUP_PROGRAMS } from './tables/roles.ts';

/** What a command is for within its line, from its name and whether it reads from another one. */
export function roleOf(family: string, subcommand: string | undefined, flags: readonly string[], piped: boolean): Role {
  if (SETUP_PROGRAMS.has(family)) return 'setup';
  if (family === 'mkdir' && flags.some((flag) => /^-[a-z]*p|^--parents$/.test(flag))) return 'setup';
  if (family === 'git' && subcommand === 'add') return 'setup';
  if (!piped) return 'work';
  if (family === 'sed' || family === 'perl') return flags.some((flag) => /^-[a-z]*i|^--in-place$/.test(flag)) ? 'work' : 'filter';
  if (FILTER_PROGRAMS.has(family)) return 'filter';
  const code = INLINE_CODE_FLAGS.get(family);
  return code !== undefined && flags.some((flag) => code.has(flag)) ? 'filter' : 'work';
}
