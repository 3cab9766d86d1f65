import { renderJsonSchema } from '../../config/render-schema.ts';
import { recipeSchema } from './recipe-schema.ts';

/** The text of `schemas/hardwon.recipe.schema.json`, made from the schema that files are checked with. */
export function renderRecipeSchema(): string {
  return renderJsonSchema(recipeSchema, 'A recipe of hardwon');
}
