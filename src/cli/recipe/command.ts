import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { collect } from '../option-values.ts';
import { CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `recipe list` and `recipe show`. */
export interface RecipeFlags {
  project?: string;
  json?: true;
}

/** Options of `recipe run`. */
export interface RecipeRunFlags extends RecipeFlags {
  set?: string[];
  dryRun?: true;
  config?: string;
  quiet?: true;
}

/** Declares `hardwon recipe`. */
export function declareRecipe(program: Command, here: Host): void {
  const recipe = program
    .command('recipe')
    .summary('run several steps, each with fixes for known failures')
    .description(
      'Recipes are YAML files in .hardwon/recipes of the project, or in your configuration folder: steps with known failures, quick fixes and retries.',
    )
    .addHelpText('after', '\nExamples:\n  $ hardwon recipe list\n  $ hardwon recipe --help');
  recipe
    .command('list', { isDefault: true })
    .summary('list recipes')
    .description('Lists the recipes of the project and your own. Exits with 1 if there are none.')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon recipe list')
    .action(async (flags: RecipeFlags) => (await import('./run.ts')).runRecipeList(flags, here));
  recipe
    .command('show')
    .summary('show the steps of a recipe')
    .description('Shows the steps of a recipe, its variables, and what it detects.')
    .argument('<name>', 'the recipe')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon recipe show deploy')
    .action(async (name: string, flags: RecipeFlags) => (await import('./run.ts')).runRecipeShow(name, flags, here));
  recipe
    .command('run')
    .summary('run a recipe')
    .description(
      "Runs the steps of a recipe. If one fails in a known way, runs the quick fix and tries again. The exit code is that of the step that ended it. A project's recipe runs only if your own configuration trusts its folder.",
    )
    .argument('<name>', 'the recipe')
    .option('--set <name=value>', 'the value of a variable; may be repeated', collect)
    .option('--dry-run', 'show what would be run, and run nothing')
    .option(...CONFIG_OPTION)
    .option('--quiet', 'print only what the steps print')
    .option(...PROJECT_OPTION)
    .option('--json', 'print what was done as one JSON object to stderr; with --dry-run to stdout')
    .addHelpText('after', '\nExample:\n  $ hardwon recipe run deploy --set stage=test --dry-run')
    .action(async (name: string, flags: RecipeRunFlags) => (await import('./run.ts')).runRecipeRun(name, flags, here));
}
