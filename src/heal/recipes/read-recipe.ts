import type { z } from 'zod';
import { listProblems } from '../../config/check-config.ts';
import { readErrorPattern } from '../../memory/tool-fixes/tool-fix.ts';
import { didYouMean } from '../../shared/did-you-mean.ts';
import { AppError } from '../../shared/errors.ts';
import { loadYaml } from '../../shared/yaml.ts';
import type { Detection, Recipe, RecipeStep, RecipeVariable } from './recipe.ts';
import type { recipeSchema } from './recipe-schema.ts';

/** Upper bound: further problems are counted and not shown. */
const SHOWN = 5;

/** A place in the file: keys and list indices. */
type ValuePath = readonly (string | number)[];

interface Problem {
  path: ValuePath;
  text: string;
}

/** Reads a recipe. All problems are reported at once, with their lines. */
export async function readRecipe(text: string, place: Pick<Recipe, 'name' | 'path' | 'layer'>): Promise<Recipe> {
  const [{ isNode, LineCounter, parseDocument }, { recipeSchema }] = await Promise.all([
    loadYaml(text, place.path),
    import('./recipe-schema.ts'),
  ]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken) throw refuse(place.path, [`${lines.linePos(broken.pos[0]).line}: ${broken.message}`]);
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  const checked = recipeSchema.safeParse(value);
  const recipe = checked.success ? translate(checked.data, place) : undefined;
  const problems: Problem[] = recipe
    ? findMistakes(recipe)
    : listProblems(checked.error?.issues ?? [], value, recipeSchema).map(({ path, text: said }) => ({
        path,
        text: said,
      }));
  if (recipe && problems.length === 0) return recipe;
  throw refuse(
    place.path,
    problems.map(({ path, text: said }) => `${lineOf(path)}: ${said}`),
  );

  /** Returns the line of a value; for a missing one, the line of its parent. */
  function lineOf(path: ValuePath): number {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

function refuse(path: string, problems: readonly string[]): AppError {
  const shown = problems.slice(0, SHOWN).map((problem) => `${path}:${problem}`);
  const more = problems.length > SHOWN ? `\n  and ${problems.length - SHOWN} more` : '';
  return new AppError('broken-file', `${shown.join('\n  ')}${more}`, {
    hint: 'docs/recipes.md shows what a recipe may contain.',
  });
}

function translate(file: z.infer<typeof recipeSchema>, place: Pick<Recipe, 'name' | 'path' | 'layer'>): Recipe {
  const variables = Object.entries(file.variables ?? {}).map(([name, value]): [string, RecipeVariable] => [
    name,
    typeof value === 'string' ? { default: value } : value,
  ]);
  const steps = file.steps.map(({ detect = [], on_error: onError = 'stop', ...step }): RecipeStep => {
    return { ...step, detect: detect.map(translateDetection), onError };
  });
  return { ...place, about: file.about ?? '', variables: Object.fromEntries(variables), steps };
}

type FileDetection = NonNullable<z.infer<typeof recipeSchema>['steps'][number]['detect']>[number];

function translateDetection({ quick_fix: fix = [], retry = 1, ...rest }: FileDetection): Detection {
  const times =
    typeof retry === 'number' ? { retries: retry, pause: 0 } : { retries: retry.times, pause: retry.pause ?? 0 };
  return { ...rest, quickFix: typeof fix === 'string' ? [fix] : fix, ...times };
}

/** Finds mistakes that no schema can express. */
function findMistakes({ steps, variables }: Recipe): Problem[] {
  return steps.flatMap((step, index) => {
    const at: ValuePath = ['steps', index];
    const earlier = steps.slice(0, index).map(({ name }) => name);
    const problems: Problem[] = [];
    if (earlier.includes(step.name))
      problems.push({ path: [...at, 'name'], text: `another step is called ${step.name}, too` });
    if (step.when && !earlier.includes(step.when.step))
      problems.push({
        path: [...at, 'when', 'step'],
        text: `no step before it is called ${step.when.step}${suggest(step.when.step, earlier)}`,
      });
    for (const name of placeholdersOf(step.run))
      if (!Object.hasOwn(variables, name))
        problems.push({
          path: [...at, 'run'],
          text: `{${name}} is no variable of this recipe${suggest(name, Object.keys(variables))}`,
        });
    for (const [number, { pattern, ailment, quickFix, remedy }] of step.detect.entries()) {
      const path = [...at, 'detect', number];
      if ((pattern === undefined) === (ailment === undefined))
        problems.push({ path, text: 'it needs either a pattern or an ailment' });
      if (quickFix.length > 0 && remedy !== undefined)
        problems.push({ path, text: 'it has both a quick_fix and a remedy; use one' });
      if (pattern !== undefined && readErrorPattern(pattern) === undefined)
        problems.push({
          path: [...path, 'pattern'],
          text: 'the pattern cannot be matched in linear time, or matches every output',
        });
    }
    return problems;
  });
}

/** Returns the variables in the words of a command; a text for the shell has them in its environment. */
function placeholdersOf(run: RecipeStep['run']): string[] {
  if (typeof run === 'string') return [];
  return run.flatMap((word) =>
    [...word.matchAll(/(?<!\{)\{([a-z][a-z0-9_]{0,30})\}(?!\})/g)].map((match) => match[1] ?? ''),
  );
}

function suggest(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
}
