import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Host, printJson, renderJson, resolvePath, tellProblems } from '../../app/surroundings.ts';
import { loadConfig } from '../../config/load-config.ts';
import { isTrusted } from '../../config/trust.ts';
import { adviseOn } from '../../heal/ask-memory.ts';
import { logFailure } from '../../heal/failure-log.ts';
import { chooseValues, environmentOf } from '../../heal/recipes/fill-command.ts';
import { listRecipeFiles, loadRecipe, type RecipePlaces } from '../../heal/recipes/find-recipes.ts';
import type { Recipe } from '../../heal/recipes/recipe.ts';
import { type RecipeEvent, requireRemedies, runRecipe } from '../../heal/recipes/run-recipe.ts';
import { commandAttempts } from '../../heal/run-command.ts';
import { findCheckout } from '../../sessions/projects/git-folder.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { stripControls } from '../../shared/terminal.ts';
import { chooseCanvas } from '../views/text.ts';
import type { RecipeFlags, RecipeRunFlags } from './command.ts';
import { describeRecipe, sayEvent, viewPlan, viewRecipe, viewRecipeList } from './view.ts';

/** Runs `hardwon recipe list`. A recipe that cannot be read is reported next to the others. */
export async function runRecipeList(flags: RecipeFlags, here: Host): Promise<void> {
  const places = findPlaces(flags, here);
  const recipes: Recipe[] = [];
  for (const { name } of listRecipeFiles(places)) {
    const recipe = await loadRecipe(name, places).catch((error: unknown) => tellBroken(here, error));
    if (recipe) recipes.push(recipe);
  }
  if (flags.json) printJson(here, { schema: 1, root: places.root, recipes: recipes.map(describeRecipe) });
  else here.stdout.write(viewRecipeList(recipes, chooseCanvas(here.stdout, here)));
  here.exitCode = recipes.length === 0 ? 1 : 0;
}

/** Runs `hardwon recipe show`. */
export async function runRecipeShow(name: string, flags: RecipeFlags, here: Host): Promise<void> {
  const places = findPlaces(flags, here);
  const recipe = await loadRecipe(name, places);
  if (flags.json) printJson(here, { schema: 1, root: places.root, recipe: describeRecipe(recipe) });
  else here.stdout.write(viewRecipe(recipe, chooseCanvas(here.stdout, here)));
}

/** Runs `hardwon recipe run`. */
export async function runRecipeRun(name: string, flags: RecipeRunFlags, here: Host): Promise<void> {
  const { cwd, home, env } = here;
  const places = findPlaces(flags, here);
  const recipe = await loadRecipe(name, places);
  const values = chooseValues(recipe, readSettings(flags.set ?? []));
  if (flags.dryRun) {
    if (flags.json) printJson(here, { schema: 1, root: places.root, recipe: describeRecipe(recipe), values });
    else here.stdout.write(viewPlan(recipe, values, chooseCanvas(here.stdout, here)));
    return;
  }
  const explicit = flags.config === undefined ? {} : { explicitPath: resolvePath(flags.config, here) };
  const {
    config,
    remedies = {},
    trusted = [],
  } = await loadConfig({ cwd: flags.project ? places.root : cwd, home, env, ...explicit });
  requireTrust(recipe, places.root, trusted, findOwnFolders(here).config);
  const settings = { remedies, heal: config.heal ?? {}, cwd: places.root };
  requireRemedies(recipe, settings);
  const folders = findOwnFolders(here);
  const root = findCheckout(places.root)?.main ?? places.root;
  const say = (text: string) =>
    void (flags.quiet || flags.json || here.stderr.write(`${stripControls(`hardwon: ${text}`)}\n`));
  const problems: string[] = [];
  const failures: Extract<RecipeEvent, { type: 'failed' }>[] = [];
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  for (const signal of STOPS) process.on(signal, stop);
  const report = await runRecipe(recipe, values, {
    attempt: (command, { cwd: folder, timeout }) =>
      commandAttempts(typeof command === 'string' ? [command] : command, streams(), {
        cwd: stepFolder(places.root, folder),
        env: environmentOf(values),
        isShell: typeof command === 'string',
        seesAll: true,
        timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      }),
    settings,
    dataDir: folders.data,
    isStopped: () => isStopped,
    onEvent(event) {
      if (event.type === 'failed') failures.push(event);
      say(sayEvent(event));
    },
    async record(record) {
      await logFailure(record, { root, folders }).catch((error: unknown) => {
        problems.push(error instanceof AppError ? error.message : String(error));
      });
    },
  }).finally(() => {
    for (const signal of STOPS) process.off(signal, stop);
  });
  // Show known issues about the failure, or how to save the fix once it is found.
  const last = isStopped ? undefined : failures.at(-1);
  if (last && !flags.quiet && !flags.json)
    for (const line of await adviseOn({ tool: last.tool, error: last.failure.text }, root, folders.config)) say(line);
  if (flags.json) here.stderr.write(`${renderJson({ schema: 1, ...report, problems })}\n`);
  else if (!flags.quiet) tellProblems(here, problems);
  here.exitCode = report.exitCode;
}

const STOPS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Returns streams without our stdin: each step would consume a part of piped input. */
function streams() {
  const { stdin, stdout, stderr } = process;
  return { stdin: stdin.isTTY ? stdin : Readable.from([]), stdout, stderr };
}

function findPlaces({ project }: RecipeFlags, here: Host): RecipePlaces {
  const folder = project === undefined ? here.cwd : resolvePath(project, here);
  if (!existsSync(folder))
    throw new AppError('not-found', `There is no folder ${folder}.`, { hint: 'Name a folder that exists.' });
  const real = realpathSync(folder);
  return { root: findCheckout(real)?.top ?? real, configDir: findOwnFolders(here).config };
}

function readSettings(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 1)
        throw new AppError('usage', `--set needs name=value, not ${pair}.`, {
          hint: 'For example: --set environment=staging',
        });
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}

/** Refuses a recipe that is not trusted: a cloned repository must not run a program unasked. */
function requireTrust(
  { name, layer, path }: Recipe,
  root: string,
  trusted: readonly string[],
  configDir: string,
): void {
  if (layer === 'user' || isTrusted(root, trusted)) return;
  throw new AppError('usage', `${name} is a recipe of this project, and recipes are programs: ${path}`, {
    hint: `Look at it with hardwon recipe run ${name} --dry-run. If you trust this project, add "${root}" to "trust" in ${join(configDir, 'hardwon.config.json')}.`,
  });
}

function stepFolder(root: string, folder: string | undefined): string {
  const path = join(root, folder ?? '.');
  if (!isInside(path, root))
    throw new AppError('broken-file', `A step names the folder ${folder}, which is outside ${root}.`, {
      hint: 'Change the folder of the step to one inside the project.',
    });
  return path;
}

function tellBroken(here: Host, error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
  tellProblems(here, [error.message]);
}
