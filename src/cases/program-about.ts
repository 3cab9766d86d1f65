import type { PlacedCall } from './case.ts';

/** Returns the program that a call is about, or the tool. */
export function programAbout({ step }: Pick<PlacedCall, 'step'>): string {
  const { failure, call, parsed } = step;
  const command = failure?.command ?? parsed?.main;
  return failure?.wrapper ?? (command ? [command.name, command.subcommand].filter(Boolean).join(' ') : call.name);
}
