import { type ShellCommand, scriptFileOf } from '../../shell/index.ts';

/**
 * Whether a program was built a moment ago to be tried out: it lies in a temporary folder. What it refuses is mostly refused on purpose,
 * and will be another thing tomorrow.
 */
export function isUnderTest(command: ShellCommand): boolean {
  const script = scriptFileOf(command) === undefined ? [] : command.operands.slice(0, 1);
  return [command.program, ...script].some((word) => /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/]Temp[\\/]/.test(word));
}
