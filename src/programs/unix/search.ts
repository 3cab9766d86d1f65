import type { Program } from '../program.ts';

/** Programs that search for text and files. */
export const unixSearch: readonly Program[] = [
  {
    names: 'grep',
    aliases: 'egrep fgrep zgrep ggrep',
    valueFlags:
      '-e -f -A -B -C -m --include --exclude --exclude-dir --exclude-from --regexp --file --max-count --after-context ' +
      '--before-context --context --label -d -D',
    hasOtherH: true,
    operands: 'pattern-first',
    role: 'filter',
    looks: true,
    asks: true,
    searches: true,
    printsTexts: true,
    isSpokenOf: true,
  },
  {
    names: 'rg',
    aliases: 'ripgrep',
    valueFlags:
      '-e -f -g -t -T -A -B -C -m -j -r -M -d --regexp --file --glob --iglob --type --type-not --type-add --after-context ' +
      '--before-context --context --max-count --threads --replace --max-columns --max-depth --sort --sortr --color --colors ' +
      '--encoding --engine --pre',
    operands: 'pattern-first',
    role: 'filter',
    looks: true,
    asks: true,
    searches: true,
    printsTexts: true,
    isSpokenOf: true,
    isNoWord: true,
  },
  {
    names: 'ag',
    operands: 'pattern-first',
    role: 'filter',
    looks: true,
    asks: true,
    searches: true,
    printsTexts: true,
  },
  { names: 'ack', operands: 'pattern-first', role: 'filter', looks: true, asks: true, searches: true },
  {
    names: 'find',
    aliases: 'gfind',
    valueFlags:
      '-name -iname -path -ipath -wholename -regex -iregex -type -maxdepth -mindepth -size -mtime -mmin -ctime -cmin -atime ' +
      '-amin -newer -user -group -perm -printf -fprintf -samefile -inum -links',
    hasSingleDashes: true,
    operands: (command) => (_, __, at) =>
      command.arguments.slice(0, at).every((other) => other.kind === 'operand') ? 'path' : 'none',
    looks: true,
    editsIf: ({ flags, operands }) =>
      flags.includes('-delete') || (flags.some((flag) => /^-(?:exec|ok)/.test(flag)) && operands.some(isChange)),
    asksQuietly: true,
    isSpokenOf: true,
    guardedInProse: true,
  },
  {
    names: 'fd',
    aliases: 'fdfind',
    valueFlags: '-e -t -E -d -x -X --extension --type --exclude --max-depth --exec',
    operands: 'pattern-first',
    looks: true,
    editsIf: ({ flags, operands }) => flags.some((flag) => /^-(?:x|X|-exec)/.test(flag)) && operands.some(isChange),
  },
];

/** The programs that a search may start for each file it finds, and that change it. */
function isChange(operand: string): boolean {
  return /^(?:rm|mv|cp|chmod|chown|sed|touch|truncate|perl|bash|sh)$/.test(operand);
}
