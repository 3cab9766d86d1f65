import type { Command } from 'commander';
import { buildProgram } from '../../../src/cli/program.ts';

/** What may follow some words, told by the commands themselves. */
export interface Expectation {
  /** The words so far; the next one is asked for. */
  words: string[];
  /** Words that must be offered. */
  offered: string[];
}

/** Every command with the commands and options that follow it, and every option that has choices with those. */
export function listExpectations(): Expectation[] {
  return expectBelow(buildProgram(), []);
}

function expectBelow(command: Command, words: string[]): Expectation[] {
  const options = command.options.filter(({ hidden }) => !hidden);
  const flags = options.flatMap(({ long }) => long ?? []);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [
    { words, offered: [...command.commands.map((each) => each.name()), ...flags, ...choices] },
    ...options.flatMap(({ long, argChoices }) =>
      argChoices && long ? [{ words: [...words, long], offered: argChoices }] : [],
    ),
    ...command.commands.flatMap((each) => expectBelow(each, [...words, each.name()])),
  ];
}
