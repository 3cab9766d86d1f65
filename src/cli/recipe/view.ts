import { environmentOf, fillCommand, printFilledCommand } from '../../heal/recipes/fill-command.ts';
import type { Detection, Recipe, RecipeStep } from '../../heal/recipes/recipe.ts';
import type { RecipeEvent } from '../../heal/recipes/run-recipe.ts';
import { type Canvas, showText, wrap } from '../views/text.ts';

/** Returns the recipes by name, with their purposes. */
export function viewRecipeList(recipes: readonly Recipe[], { paint, columns, home }: Canvas): string {
  if (recipes.length === 0) return 'There are no recipes. They are YAML files in .hardwon/recipes.\n';
  const width = Math.max(...recipes.map(({ name }) => name.length)) + 2;
  const rows = recipes.map(({ name, about, layer, steps }) => {
    const facts = `${steps.length} step${steps.length === 1 ? '' : 's'}${layer === 'user' ? ', your own' : ''}`;
    return `${paint.bold(name.padEnd(width))}${wrap(showText(about === '' ? facts : `${about} (${facts})`, home), columns, width)}`;
  });
  return `${rows.join('\n')}\n`;
}

/** Returns a recipe as it is written. */
export function viewRecipe(recipe: Recipe, canvas: Canvas): string {
  return view(recipe, {}, [], canvas);
}

/** Returns exactly the commands that would run, with all values filled in. */
export function viewPlan(recipe: Recipe, values: Readonly<Record<string, string>>, canvas: Canvas): string {
  const environment = Object.entries(environmentOf(values)).map(([name, value]) => `${name}=${value}`);
  return `${view(recipe, values, environment, canvas)}\nNothing was run.\n`;
}

function view(
  recipe: Recipe,
  values: Readonly<Record<string, string>>,
  environment: readonly string[],
  canvas: Canvas,
): string {
  const { paint, columns, home } = canvas;
  const line = (text: string, indent = 4) =>
    `${' '.repeat(indent)}${wrap(showText(text, home), columns, indent + 2, indent)}`;
  const variables = Object.entries(recipe.variables).map(([name, { default: value, about }]) =>
    line(
      `${name}${value === undefined ? ' (must be given)' : ` = ${value}`}${about === undefined ? '' : `: ${about}`}`,
      2,
    ),
  );
  const steps = recipe.steps.map((step, index) =>
    [
      `${index + 1}. ${paint.bold(step.name)}`,
      line(printFilledCommand(fillCommand(step.run, values))),
      ...describeStep(step).map((text) => paint.dim(line(text))),
      ...step.detect.map((each) => paint.dim(line(describeDetection(each, values)))),
    ].join('\n'),
  );
  return `${[
    `${paint.bold(recipe.name)} ${paint.dim(showText(recipe.path, home))}${recipe.about === '' ? '' : `\n${wrap(showText(recipe.about, home), columns, 0)}`}`,
    ...(environment.length > 0
      ? [['Variables of the shell', ...environment.map((text) => line(text, 2))].join('\n')]
      : variables.length > 0
        ? [['Variables', ...variables].join('\n')]
        : []),
    ...steps,
  ].join('\n\n')}\n`;
}

function describeStep({ when, cwd, timeout, onError }: RecipeStep): string[] {
  return [
    ...(when ? [`only if ${when.step} was ${when.was}`] : []),
    ...(cwd === undefined ? [] : [`in ${cwd}`]),
    ...(timeout === undefined ? [] : [`at most ${timeout} s`]),
    ...(onError === 'stop'
      ? []
      : [onError === 'heal' ? 'healed by the remedies of your configuration' : 'continues if it fails']),
  ];
}

function describeDetection(
  { pattern, ailment, quickFix, remedy, retries, pause }: Detection,
  values: Readonly<Record<string, string>>,
): string {
  const found = pattern === undefined ? `${ailment} trouble` : `"${pattern}"`;
  const fix =
    remedy === undefined
      ? quickFix.map((each) => printFilledCommand(fillCommand(each, values))).join('; ')
      : `the remedy ${remedy}`;
  const again = `${retries === 1 ? 'one more try' : `${retries} more tries`}${pause > 0 ? ` after ${pause} s` : ''}`;
  return `on ${found}: ${fix === '' ? again : `${fix}, then ${again}`}`;
}

/** Describes an event in one line. */
export function sayEvent(event: RecipeEvent): string {
  switch (event.type) {
    case 'step':
      return `[${event.number}/${event.of}] ${event.step}: ${event.command}`;
    case 'skipped':
      return `${event.step} is skipped: ${event.reason}`;
    case 'fixing':
      return `${event.step} failed (${event.found}); running ${event.fix}`;
    case 'healing':
      return `${event.step} failed; running the remedy ${event.remedy}`;
    case 'retrying':
      return `trying ${event.step} again`;
    case 'given-up':
      return `${event.step} was not fixed: ${event.reason}`;
    case 'failed':
      return event.goesOn ? `${event.step} failed; continuing, as the recipe says` : `${event.step} failed`;
  }
}

/** Returns a recipe in the form of the JSON output. */
export function describeRecipe({ name, about, layer, path, variables, steps }: Recipe): object {
  return {
    ...{ name, about, layer, path },
    variables: Object.entries(variables).map(([variable, facts]) => ({ name: variable, ...facts })),
    steps: steps.map(({ run, detect, ...step }) => ({
      ...step,
      run: printFilledCommand(run),
      detect: detect.map(({ quickFix, ...each }) => ({ ...each, quickFix: quickFix.map(printFilledCommand) })),
    })),
  };
}
