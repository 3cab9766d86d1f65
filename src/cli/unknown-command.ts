import type { Command } from 'commander';
import { didYouMean } from '../shared/did-you-mean.ts';

/**
 * Refuses a name that is no command. Commander would answer `help nope` and `nope --help` with the help of the whole program, and take
 * the word of `memory nope` for one too many of `memory list`.
 */
export function refuseUnknownCommand(program: Command, words: readonly string[]): void {
  let command = program;
  for (const word of words) {
    if (word.startsWith('-') || command.commands.length === 0) return;
    if (word === 'help') continue;
    const next = command.commands.find((each) => each.name() === word);
    if (!next) refuse(command, word);
    command = next;
  }
}

function refuse(command: Command, word: string): never {
  const names = command.commands.map((each) => each.name());
  const meant = didYouMean(word, names);
  return command.error(`error: unknown command '${word}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`);
}
