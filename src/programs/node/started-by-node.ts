import type { ShellCommand } from '../command.ts';

/** `node --experimental-vm-modules node_modules/jest/bin/jest.js`, as jest says it for modules. */
export function isStartedByNode({ name, args }: ShellCommand, runner: string): boolean {
  if ((name !== 'node' && name !== 'tsx') || args.includes('--test')) return false;
  const script = args.find((word) => !word.startsWith('-')) ?? '';
  return /(?:^|[\\/])node_modules[\\/](?:\.bin[\\/])?([a-z]+)(?:$|[\\/.])/.exec(script)?.[1] === runner;
}
