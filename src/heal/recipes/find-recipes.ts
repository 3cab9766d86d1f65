import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { readTextFile } from '../../shared/files.ts';
import { readRecipe } from './read-recipe.ts';
import type { Recipe } from './recipe.ts';

/**
 * The folder of a project that contains its recipes. It is not in `.memory`, which git does not see: recipes are programs, and
 * are reviewed like programs.
 */
const RECIPE_FOLDER = '.hardwon/recipes';

/** Where to look for recipes. */
export interface RecipePlaces {
  /** The top of the checkout. */
  root: string;
  /** hardwon's configuration folder, which contains those of the user. */
  configDir: string;
}

/** A recipe file that was found but not read yet. */
type RecipeFile = Pick<Recipe, 'name' | 'path' | 'layer'>;

/** Lists every recipe file by name; if two have the same name, the project's wins. */
export function listRecipeFiles({ root, configDir }: RecipePlaces): RecipeFile[] {
  const folders = [
    { folder: join(root, RECIPE_FOLDER), layer: 'project' as const },
    { folder: join(configDir, 'recipes'), layer: 'user' as const },
  ];
  const files = new Map<string, RecipeFile>();
  for (const { folder, layer } of folders)
    for (const file of listFolder(folder)) {
      const name = basename(file, extname(file));
      if (/\.ya?ml$/.test(file) && !files.has(name)) files.set(name, { name, path: join(folder, file), layer });
    }
  return [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Loads the recipe of a name, or throws an error that suggests the probable one. */
export async function loadRecipe(name: string, places: RecipePlaces): Promise<Recipe> {
  const files = listRecipeFiles(places);
  const file = files.find((each) => each.name === name);
  const text = file && (await readTextFile(file.path))?.text;
  if (file && text !== undefined) return readRecipe(text, file);
  const near = didYouMean(
    name,
    files.map((each) => each.name),
  );
  throw new AppError('not-found', `There is no recipe ${name}.`, {
    hint: near
      ? `Did you mean ${near}?`
      : `Recipes are YAML files in ${RECIPE_FOLDER}; hardwon recipe list shows them.`,
  });
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
