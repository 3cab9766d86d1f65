import type { Program } from '../program.ts';

/** Node, and what runs TypeScript in it. */
export const nodePrograms: readonly Program[] = [
  {
    names: 'node',
    aliases: 'nodejs',
    versioned: 'node',
    hasNoVerbs: true,
    valueFlags:
      '-e --eval -p --print -r --require --import --loader --experimental-loader --env-file --input-type --test-name-pattern ' +
      '--test-reporter -C --conditions',
    pathFlags: '-r --require --import',
    operands: 'script-first',
    interprets: true,
    codeFlags: '-e --eval -p --print -pe',
  },
  {
    names: 'tsx',
    aliases: 'ts-node',
    hasNoVerbs: true,
    valueFlags: '-e --eval --tsconfig -r --require --import --env-file',
    operands: 'script-first',
    interprets: true,
  },
  { names: 'vite-node', interprets: true },
  { names: 'jiti', interprets: true },
];
