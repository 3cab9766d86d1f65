import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { quoteWord } from '../../shared/quote-word.ts';
import type { CommandText, Recipe } from './recipe.ts';

/** Returns the values of a recipe's variables: those given, or else their defaults. */
export function chooseValues(
  { name, variables }: Pick<Recipe, 'name' | 'variables'>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(variables, key));
  if (unknown !== undefined) {
    const near = didYouMean(unknown, Object.keys(variables));
    const known = Object.keys(variables).join(', ') || 'none';
    throw new AppError('usage', `${name} has no variable ${unknown}.`, {
      hint: near ? `Did you mean ${near}?` : `Its variables: ${known}.`,
    });
  }
  const missing = Object.entries(variables).filter(
    ([key, { default: value }]) => given[key] === undefined && value === undefined,
  );
  if (missing.length > 0)
    throw new AppError('usage', `${name} needs a value for ${missing.map(([key]) => key).join(', ')}.`, {
      hint: `Give it: ${missing.map(([key]) => `--set ${key}=VALUE`).join(' ')}`,
    });
  return Object.fromEntries(
    Object.entries(variables).map(([key, { default: value = '' }]) => [key, given[key] ?? value]),
  );
}

/** Fills variables into a command: in a list of words they become part of an argument, and never of a text for the shell. */
export function fillCommand(command: CommandText, values: Readonly<Record<string, string>>): CommandText {
  if (typeof command === 'string') return command;
  return command.map((word) =>
    word.replace(/(?<!\{)\{([a-z][a-z0-9_]{0,30})\}(?!\})/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : whole,
    ),
  );
}

/** Returns the variables as environment variables for a shell: `$RECIPE_STAGE`. */
export function environmentOf(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`RECIPE_${name.toUpperCase()}`, value]));
}

/** Formats a command for people. */
export function printFilledCommand(command: CommandText): string {
  return typeof command === 'string' ? command : command.map(quoteWord).join(' ');
}
