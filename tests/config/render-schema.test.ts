import { expect, it } from 'vitest';
import { renderSchema } from '../../src/config/render-schema.ts';

it('the published schema is up to date (vitest -u rewrites it)', async () => {
  await expect(renderSchema()).toMatchFileSnapshot('../../schemas/v1/hardwon.config.schema.json');
});

it('describes every key and refuses others', () => {
  const schema = JSON.parse(renderSchema());
  expect(schema.additionalProperties).toBe(false);
  expect(schema.required).toBeUndefined();
  for (const property of Object.values(schema.properties)) expect(property).toHaveProperty('description');
  expect(schema.properties.minConfidence.enum).toEqual(['low', 'medium', 'high']);
});
