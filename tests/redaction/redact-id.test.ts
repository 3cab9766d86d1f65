import { expect, it } from 'vitest';
import { redactId } from '../../src/redaction/redact-id.ts';
import { plantedSecrets } from '../hostile/secrets.ts';

it('leaves ids as clients draw them', () => {
  for (const id of [
    '3f2b8f0e-52a7-4c1d-9a53-0d1f6f1c2b7e',
    `toolu_01${'a1B2c3'.repeat(4)}`,
    `call_${'Ab9'.repeat(8)}`,
    'call 12',
    '',
  ])
    expect(redactId(id)).toBe(id);
});

it('keeps nothing of any other, and always gives it the same name', () => {
  for (const { text } of plantedSecrets(5)) {
    const id = `mcp__lantern__${text}__call_1`;
    expect(redactId(id)).toMatch(/^id-[a-z0-9]+-[a-z0-9]+$/);
    expect(redactId(id)).toBe(redactId(id));
  }
});
