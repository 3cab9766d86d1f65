import { programs } from '../../programs/index.ts';
import type { Program } from '../../programs/program.ts';

/** Words that indicate writing in any program and in the names of scripts. */
const WORDS = 'fmt format fix write codegen generate';

/**
 * Matches the text of a command that may write files, checked first: parsing every command would cost more than everything else.
 * `2>&1` and redirections to /dev/null write no file, and half of all commands have one of them.
 *
 * Hooks check this before they load anything else, so the build puts the finished expression into their bundle.
 */
export const MAY_WRITE: RegExp = makeExpression();

function makeExpression(): RegExp {
  const replacing = programs.flatMap(({ rewrites }) =>
    typeof rewrites?.replaces === 'string' ? firstWords(rewrites.replaces) : [],
  );
  const words = new Set([...WORDS.split(' '), ...replacing]);
  const known = new RegExp(`\\b(?:${[...words].join('|')})\\b`);
  // A program whose subcommands or flags contain none of these words is matched by its name.
  const names = programs
    .filter((program) => waysOf(program).some((way) => !known.test(way)))
    .flatMap(({ names }) => names.split(' '));
  return new RegExp(`>(?!&|>|\\s?/dev/null)|\\b(?:${[...words, ...names].join('|')})\\b`);
}

/** Returns the subcommands and flags with which a program rewrites files; an empty text if it needs none. */
function waysOf({ rewrites }: Program): string[] {
  if (rewrites === undefined) return [];
  const { tidies, generates, replaces, told } = rewrites;
  const ways = [tidies, generates, replaces].flatMap((fact) => {
    if (typeof fact === 'string') return fact.split(' ');
    return fact === undefined ? [] : [''];
  });
  return [...ways, ...(told?.split(' ') ?? [])];
}

function firstWords(list: string): string[] {
  return list.split(' ').map((entry) => entry.split('/')[0] ?? entry);
}
