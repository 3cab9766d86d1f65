import type { Program } from '../program.ts';

/** Shells and their words. */
export const unixShells: readonly Program[] = [
  {
    names: 'bash',
    hasNoVerbs: true,
    valueFlags: '-o -O',
    operands: 'script-first',
    interprets: true,
    isSpokenOf: true,
    guardedInProse: true,
  },
  { names: 'sh dash', hasNoVerbs: true, operands: 'script-first', interprets: true, guardedInProse: /sh/ },
  {
    names: 'zsh',
    hasNoVerbs: true,
    operands: 'script-first',
    interprets: true,
    isSpokenOf: true,
    guardedInProse: true,
  },
  { names: 'cd chdir pushd', operands: 'paths', role: 'setup' },
  {
    names:
      'popd setopt unsetopt shopt : ulimit unalias umask clear declare local typeset readonly break continue shift let disown ' +
      'yes',
    role: 'setup',
  },
  { names: 'export unset', operands: 'no-paths', role: 'setup', changes: true, guardedInProse: true },
  {
    names: 'set',
    operands: 'no-paths',
    role: 'setup',
    bypasses: [
      { id: 'errors-off', group: 'checks', why: 'errors of a script', sample: 'set +e', operand: /^\+[a-z]*e[a-z]*$/ },
    ],
  },
  { names: 'source', aliases: '.', operands: 'paths', role: 'setup', changes: true },
  { names: 'echo true sleep wait', operands: 'no-paths', role: 'setup', looks: true, guardedInProse: /echo/ },
  { names: 'printf', operands: 'no-paths', role: 'setup', looks: true, rewrites: {} },
  { names: 'false hash', operands: 'no-paths', role: 'setup', looks: true, asks: true },
  { names: 'trap alias exit return', operands: 'no-paths', role: 'setup' },
  { names: 'read', valueFlags: '-p -n -t -d -u', operands: 'no-paths', role: 'setup' },
  {
    names: 'test',
    aliases: '[[ [',
    operands: (command) => (_, __, at) =>
      /^-[defhLrswxSbcgGkNOpu]$/.test(command.arguments[at - 1]?.text ?? '') ? 'path' : 'none',
    role: 'setup',
    looks: true,
    asks: true,
  },
  { names: 'which whereis', operands: 'no-paths', looks: true, asks: true },
  {
    names: 'type',
    operands: // It prints a file on Windows, and looks a command up elsewhere.
        ({ dialect }) =>
        () =>
          dialect === 'powershell' ? 'path' : 'explicit',
    looks: true,
    asks: true,
  },
  { names: 'where', role: 'filter', looks: true, asks: true },
  { names: 'pwd compgen', looks: true },
  {
    names: 'eval',
    changesIf: ({ args }) => /ssh-agent|\b(?:env|hook|activate|shellenv|init)\b/.test(args.join(' ')),
    guardedInProse: true,
  },
];
