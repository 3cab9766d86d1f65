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
    causes: [
      {
        id: 'node.module',
        kind: 'module-missing',
        has: 'Cannot find module',
        line: /Error: Cannot find module '(?<subject>[^']+)'/,
        strict: true,
      },
      {
        id: 'node.package',
        kind: 'module-missing',
        has: 'Cannot find package',
        line: /Cannot find package '(?<subject>[^']+)'/,
        strict: true,
      },
      {
        id: 'node.export',
        kind: 'module-missing',
        has: 'does not provide an export',
        line: /The requested module '(?<subject>[^']+)' does not provide an export named/,
        strict: true,
      },
      {
        id: 'node.extension',
        kind: 'wrong-runtime',
        has: 'Unknown file extension',
        line: /Unknown file extension "(?<subject>\.\w+)" for /,
        strict: true,
      },
      { id: 'node.engine', kind: 'other', has: 'EBADENGINE', line: /EBADENGINE/ },
      { id: 'test.node', kind: 'test-failed', has: '# fail', line: /^# fail [1-9]/, work: true },
    ],
  },
  {
    names: 'tsx',
    aliases: 'ts-node',
    hasNoVerbs: true,
    valueFlags: '-e --eval --tsconfig -r --require --import --env-file',
    operands: 'script-first',
    interprets: true,
    causes: [{ id: 'tsx.module', kind: 'module-missing', has: 'ERR_MODULE_NOT_FOUND', line: /ERR_MODULE_NOT_FOUND/ }],
  },
  { names: 'vite-node', interprets: true },
  { names: 'jiti', interprets: true },
];
