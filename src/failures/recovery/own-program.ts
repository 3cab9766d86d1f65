import { type ShellCommand, scriptFileOf } from '../../shell/index.ts';

/**
 * Whether a program was just built to be tried out: it is in a temporary folder. Most of its refusals are intended, and it will
 * have changed by tomorrow.
 */
export function isUnderTest(command: ShellCommand): boolean {
  const script = scriptFileOf(command) === undefined ? [] : command.operands.slice(0, 1);
  return [command.program, ...script].some((word) =>
    /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/]Temp[\\/]/.test(word),
  );
}
