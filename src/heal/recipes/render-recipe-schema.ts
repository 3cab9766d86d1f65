import { renderJsonSchema } from '../../config/render-schema.ts';
import { recipeSchema } from './recipe-schema.ts';

/** Returns the text of `schemas/v1/hardwon.recipe.schema.json`, generated from the schema that validates files. */
export function renderRecipeSchema(): string {
  return renderJsonSchema(recipeSchema, 'A recipe of hardwon');
}
