import { renderJsonSchema } from '../config/render-schema.ts';
import { answerSchema } from './proposal.ts';

/** Renders `schemas/v1/hardwon.answer.schema.json`, the form in which teachers answer. */
export function renderAnswerSchema(): string {
  return renderJsonSchema(answerSchema, 'Answer of a teacher to hardwon cases --prompt');
}
