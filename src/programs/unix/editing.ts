import type { ShellCommand } from '../command.ts';
import type { Program } from '../program.ts';

/** Programs that edit text. */
export const unixEditing: readonly Program[] = [
  {
    names: 'sed',
    aliases: 'gsed',
    valueFlags: '-e -f -l --expression --file',
    operands: 'pattern-first',
    role: (_, flags) => (flags.some((flag) => /^-[a-z]*i|^--in-place$/.test(flag)) ? 'work' : 'filter'),
    looks: true,
    editsIf: editsInPlace,
    printsTexts: true,
    rewrites: { replaces: editsInPlace },
    isSpokenOf: true,
    isNoWord: true,
    substitutes: 'gsed',
  },
  {
    names: 'awk',
    aliases: 'gawk mawk nawk',
    valueFlags: '-F -v -f',
    operands: 'pattern-first',
    role: 'filter',
    looks: true,
    editsIf: ({ args }) => args.includes('inplace'),
    printsTexts: true,
    isSpokenOf: true,
  },
  {
    names: 'perl',
    versioned: 'perl',
    hasNoVerbs: true,
    valueFlags: '-e -E -I -M',
    operands: 'pattern-first',
    interprets: true,
    codeFlags: '-e -ne -pe -0pe -nle -lne -0777 -00',
    role: (_, flags) => (flags.some((flag) => /^-[a-z]*i|^--in-place$/.test(flag)) ? 'work' : 'filter'),
    rewrites: { replaces: editsInPlace },
    guardedInProse: true,
  },
  { names: 'patch', valueFlags: '-p -i -d -o -r --input --directory', operands: 'paths', rewrites: { replaces: true } },
  { names: 'vim', operands: 'paths' },
  { names: 'vi', operands: 'paths' },
  { names: 'nano', operands: 'paths' },
  { names: 'emacs', operands: 'paths' },
];

function editsInPlace({ flags }: ShellCommand): boolean {
  return flags.some((flag) => /^-[a-zA-Z]*i|^--in-place/.test(flag));
}
